import type { Condition } from '../../../catalog/query.ts'
import type { HomeFlag } from '../../../model/home-columns.ts'
import { atLeast, defaulted, flag, listOf, oneOf, optional } from '../../../params/index.ts'
import { all, between, each, filter, none, some, when } from './family.ts'
import { FOR_RENT, FOR_SALE_OR_SOLD } from './listing-status.ts'
import { valuesBy } from './values-by-status.ts'

const SPOTS: ReadonlyMap<string, number> = new Map([
  ['Any', Number.NEGATIVE_INFINITY],
  ['OnePlus', 1],
  ['TwoPlus', 2],
  ['ThreePlus', 3],
  ['FourPlus', 4],
])

/** From each text to its flag. */
type Flags = ReadonlyMap<string, HomeFlag>

const BASEMENTS: ReadonlyMap<string, readonly HomeFlag[]> = new Map<string, readonly HomeFlag[]>([
  ['No', []],
  ['Yes_Finished', ['basementFinished']],
  ['Yes_Unfinished', ['basementUnfinished']],
  ['Yes_Both', ['basementFinished', 'basementUnfinished']],
])

const PETS: Flags = new Map([
  ['Allow large dogs', 'largeDogs'],
  ['Allow small dogs', 'smallDogs'],
  ['Allow cats', 'cats'],
])

const PET_NAMES = {
  'Allow large dogs': ['Large dogs'],
  'Allow small dogs': ['Small dogs'],
  'Allow cats': ['Cats'],
}

const AMENITIES: Flags = new Map([
  ['Must have A/C', 'cooling'],
  ['Must have pool', 'pool'],
  ['Waterfront', 'waterfront'],
])
const RENTAL_AMENITIES: Flags = new Map<string, HomeFlag>([
  ...AMENITIES,
  ['On-site Parking', 'onSiteParking'],
  ['In-unit Laundry', 'inUnitLaundry'],
  ['Accepts {Portal} Applications', 'acceptsApplications'],
  ['Income Restricted', 'incomeRestricted'],
  ['Apartment Community', 'apartmentCommunity'],
])
const amenities = listOf(RENTAL_AMENITIES, {
  also: { 'Must have A/C': ['A/C', 'Must have AC', 'AC'], 'Must have pool': ['Pool'] },
})

const VIEWS: Flags = new Map([
  ['City', 'viewCity'],
  ['Mountain', 'viewMountain'],
  ['Park', 'viewPark'],
  ['Water', 'viewWater'],
])

/** At least this many parking spots. */
export function parkingConditions(min: number): readonly Condition[] {
  return when('parkingSpots', minSpots(min))
}

function minSpots(min: number) {
  return between('parkingSpots', min, Number.POSITIVE_INFINITY)
}

const BY_STATUS = valuesBy('otherAmenities', amenities, {
  For_Sale: [...AMENITIES.values()],
  Sold: [...AMENITIES.values()],
  For_Rent: [...RENTAL_AMENITIES.values()],
})

export const features = each(
  {
    parkingSpots: filter(
      defaulted(atLeast(SPOTS), 'Any', 'Minimum number of parking spots.', FOR_SALE_OR_SOLD),
      minSpots,
    ),
    haveGarage: filter(optional(flag, 'If true, only homes with a garage.', FOR_SALE_OR_SOLD), (given) =>
      all(given ? ['garage'] : []),
    ),
    mustHaveBasement: filter(
      defaulted(oneOf(BASEMENTS), 'No', 'Homes with a finished basement, an unfinished one, or either (Yes_Both).'),
      some,
    ),
    singleStoryOnly: filter(optional(flag, 'If true, only single-story homes.'), (given) =>
      all(given ? ['singleStory'] : []),
    ),
    hide55plusComm: filter(
      optional(flag, 'If true, no homes in communities for people over 55.', FOR_SALE_OR_SOLD),
      (given) => (given ? none(['seniorCommunity']) : undefined),
    ),
    pets: filter(
      optional(listOf(PETS, { also: PET_NAMES }), 'Pets that must be allowed, separated by commas.', FOR_RENT),
      all,
    ),
    otherAmenities: filter(
      optional(
        amenities,
        `Amenities that the home must have, separated by commas. For rent: ${[...RENTAL_AMENITIES.keys()].join(', ')}; otherwise: ${[...AMENITIES.keys()].join(', ')}. Apartment Community means a unit of a building, of whatever type.`,
      ),
      all,
    ),
    view: filter(optional(listOf(VIEWS), 'Views, separated by commas; the home has at least one of them.'), some),
  },
  [BY_STATUS],
)
