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

/** The flags that stand for each text. */
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
export function parkingConditions(fewest: number): readonly Condition[] {
  return when('parkingSpots', fewestSpots(fewest))
}

function fewestSpots(fewest: number) {
  return between('parkingSpots', fewest, Number.POSITIVE_INFINITY)
}

const BY_STATUS = valuesBy('otherAmenities', amenities, {
  For_Sale: [...AMENITIES.values()],
  Sold: [...AMENITIES.values()],
  For_Rent: [...RENTAL_AMENITIES.values()],
})

export const features = each(
  {
    parkingSpots: filter(defaulted(atLeast(SPOTS), 'Any', 'Fewest parking spots.', FOR_SALE_OR_SOLD), fewestSpots),
    haveGarage: filter(optional(flag, 'With true, only homes with a garage.', FOR_SALE_OR_SOLD), (asked) =>
      all(asked ? ['garage'] : []),
    ),
    mustHaveBasement: filter(
      defaulted(oneOf(BASEMENTS), 'No', 'With a finished basement, an unfinished one, or either of them (Yes_Both).'),
      some,
    ),
    singleStoryOnly: filter(optional(flag, 'With true, only homes on one story.'), (asked) =>
      all(asked ? ['singleStory'] : []),
    ),
    hide55plusComm: filter(
      optional(flag, 'With true, no homes in communities for people over 55.', FOR_SALE_OR_SOLD),
      (asked) => (asked ? none(['seniorCommunity']) : undefined),
    ),
    pets: filter(
      optional(listOf(PETS, { also: PET_NAMES }), 'Pets that are allowed, by comma; all of them.', FOR_RENT),
      all,
    ),
    otherAmenities: filter(
      optional(
        amenities,
        `What it must have, by comma; all of them. For rent: ${[...RENTAL_AMENITIES.keys()].join(', ')}; else ${[...AMENITIES.keys()].join(', ')}.`,
      ),
      all,
    ),
    view: filter(optional(listOf(VIEWS), 'What it looks out on, by comma; one of them.'), some),
  },
  [BY_STATUS],
)
