import { Lottery } from '../src/kit/algorithms/random.ts'
import type { HomeFacts, HomeType, ListingStatus } from '../src/model/home.ts'
import type { Offer } from '../src/model/offer.ts'
import type { Setting } from './atlas.ts'

/** Types of blocks. A block is both sides of a stretch of street, or one building with several units. */
export type BlockKind = 'houses' | 'townhouses' | 'multi' | 'manufactured' | 'lots' | 'condos' | 'shares' | 'rentals'

/** Makes a lottery of names with relative weights. */
function named<T extends string>(weights: Readonly<Partial<Record<T, number>>>): Lottery<T> {
  return new Lottery(Object.entries(weights) as [T, number][]) // the entries have the keys of the table
}

/** Makes a lottery of counts with relative weights, for 0, 1, 2, … */
function counted(...weights: readonly number[]): Lottery<number> {
  return new Lottery(weights.map((weight, count) => [count, weight]))
}

export const STREET_KINDS: Readonly<Record<Setting, Lottery<BlockKind>>> = {
  country: named({ houses: 80, townhouses: 3, multi: 1, manufactured: 9, lots: 8 }),
  suburb: named({ houses: 75, townhouses: 13, multi: 2.5, manufactured: 5, lots: 4.5 }),
  city: named({ houses: 58, townhouses: 26, multi: 14, lots: 2 }),
  core: named({ townhouses: 62, multi: 38 }),
}
export const BUILDING_KINDS = named<BlockKind>({ rentals: 50, condos: 41, shares: 9 })

export const BEDROOMS: Readonly<Record<HomeType, Lottery<number>>> = {
  SINGLE_FAMILY: counted(0, 4, 18, 40, 28, 8, 2),
  TOWNHOUSE: counted(0, 5, 34, 48, 13),
  CONDO: counted(9, 34, 42, 15),
  MULTI_FAMILY: counted(0, 0, 6, 14, 32, 18, 30),
  APARTMENT: counted(14, 40, 34, 12),
  LOT: counted(1),
  MANUFACTURED: counted(0, 6, 44, 42, 8),
}
/** Bedrooms of mansions. */
export const GRAND_BEDROOMS = counted(0, 0, 0, 4, 24, 34, 24, 10, 4)
export const BASEMENTS = named<NonNullable<HomeFacts['basement']>>({
  finished: 42,
  unfinished: 34,
  partly_finished: 24,
})

export const OTHER_STATUSES = named<ListingStatus>({ ActiveUnderContract: 28, Pending: 57, ComingSoon: 15 })

/** Number of languages that an agent speaks besides English. */
export const OTHER_LANGUAGES_SPOKEN = counted(55, 33, 12)
export const HOUSEHOLD_SIZES = counted(0, 30, 42, 16, 12)
export const OFFER_OWNERS = named<NonNullable<Offer['ownerType']>>({ Agency: 60, Private: 28, Developer: 12 })
