import { HOME_TYPES, type HomeType } from '../model/home.ts'
import { RECENTLY_SOLD_DAYS } from '../model/market-state.ts'

/** Sales of so many days say what a home is worth: those of the day asked about and before. */
export const CANDIDATE_DAYS = RECENTLY_SOLD_DAYS

/** Maximum number of sales considered: the nearest. */
export const MAX_CANDIDATES = 80

/** 25 miles: beyond that is another market. */
export const MAX_DISTANCE_M = 40_234

/** A lower price is a gift, a transfer or an error. */
export const MIN_PRICE = 1000

/** Home types whose sales are comparable. */
const COMPARABLE_TYPES: readonly (readonly HomeType[])[] = [
  ['SINGLE_FAMILY', 'TOWNHOUSE'],
  ['CONDO', 'APARTMENT'],
]

/** The types whose sales say what a home of a type is worth. */
export function comparableTypes(homeType: HomeType): readonly HomeType[] {
  return COMPARABLE_TYPES.find((types) => types.includes(homeType)) ?? HOME_TYPES.filter((type) => type === homeType)
}
