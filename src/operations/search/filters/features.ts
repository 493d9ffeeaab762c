import type { Condition } from '../../../catalog/query.ts'
import type { HomeFlag } from '../../../model/home-columns.ts'
import { defaulted, flag, listOf, oneOf, optional } from '../../../params/index.ts'
import { all, between, family, none, some, when } from './family.ts'
import { FOR_RENT, FOR_SALE_OR_SOLD } from './listing-status.ts'
import { valuesBy } from './values-by-status.ts'

const SPOTS = { Any: Number.NEGATIVE_INFINITY, OnePlus: 1, TwoPlus: 2, ThreePlus: 3, FourPlus: 4 }

const BASEMENTS: Readonly<Record<string, readonly HomeFlag[]>> = {
  No: [],
  Yes_Finished: ['basementFinished'],
  Yes_Unfinished: ['basementUnfinished'],
  Yes_Both: ['basementFinished', 'basementUnfinished'],
}

const PETS = { 'Allow large dogs': 'largeDogs', 'Allow small dogs': 'smallDogs', 'Allow cats': 'cats' } as const

const AMENITIES = { 'Must have A/C': 'cooling', 'Must have pool': 'pool', Waterfront: 'waterfront' } as const
const RENTAL_AMENITIES = {
  ...AMENITIES,
  'On-site Parking': 'onSiteParking',
  'In-unit Laundry': 'inUnitLaundry',
  'Accepts {Portal} Applications': 'acceptsApplications',
  'Income Restricted': 'incomeRestricted',
  'Apartment Community': 'apartmentCommunity',
} as const
type Amenity = keyof typeof RENTAL_AMENITIES
const AMENITY_NAMES = Object.keys(AMENITIES) as Amenity[]
const RENTAL_AMENITY_NAMES = Object.keys(RENTAL_AMENITIES) as Amenity[]

const VIEWS = { City: 'viewCity', Mountain: 'viewMountain', Park: 'viewPark', Water: 'viewWater' } as const

/** So many parking spots at least. */
export function parkingConditions(fewest: number): readonly Condition[] {
  return when('parkingSpots', between('parkingSpots', fewest, Number.POSITIVE_INFINITY))
}

export const features = family({
  parameters: {
    parkingSpots: defaulted(
      oneOf(Object.keys(SPOTS) as (keyof typeof SPOTS)[]),
      'Any',
      'Fewest parking spots.',
      FOR_SALE_OR_SOLD,
    ),
    haveGarage: optional(flag, 'With true, only homes with a garage.', FOR_SALE_OR_SOLD),
    mustHaveBasement: defaulted(
      oneOf(['No', 'Yes_Finished', 'Yes_Unfinished', 'Yes_Both']),
      'No',
      'With a finished basement, an unfinished one, or either of them (Yes_Both).',
    ),
    singleStoryOnly: optional(flag, 'With true, only homes on one story.'),
    hide55plusComm: optional(flag, 'With true, no homes in communities for people over 55.', FOR_SALE_OR_SOLD),
    pets: optional(
      listOf(Object.keys(PETS) as (keyof typeof PETS)[]),
      'Pets that are allowed, by comma; all of them.',
      FOR_RENT,
    ),
    otherAmenities: optional(
      listOf(RENTAL_AMENITY_NAMES),
      `What it must have, by comma; all of them. For rent: ${RENTAL_AMENITY_NAMES.join(', ')}; else ${AMENITY_NAMES.join(', ')}.`,
    ),
    view: optional(
      listOf(Object.keys(VIEWS) as (keyof typeof VIEWS)[]),
      'What it looks out on, by comma; one of them.',
    ),
  },
  rules: [valuesBy('otherAmenities', { For_Sale: AMENITY_NAMES, Sold: AMENITY_NAMES, For_Rent: RENTAL_AMENITY_NAMES })],
  conditions: (args) => [
    ...parkingConditions(SPOTS[args.parkingSpots]),
    ...when('haveGarage', args.haveGarage ? all(['garage']) : undefined),
    ...when('mustHaveBasement', some(BASEMENTS[args.mustHaveBasement] ?? [])),
    ...when('singleStoryOnly', args.singleStoryOnly ? all(['singleStory']) : undefined),
    ...when('hide55plusComm', args.hide55plusComm ? none(['seniorCommunity']) : undefined),
    ...when('pets', all((args.pets ?? []).map((name) => PETS[name]))),
    ...when('otherAmenities', all((args.otherAmenities ?? []).map((name) => RENTAL_AMENITIES[name]))),
    ...when('view', some((args.view ?? []).map((name) => VIEWS[name]))),
  ],
})
