import { HOME_TYPES, type HomeType } from '../../model/home.ts'
import { RECENTLY_SOLD_DAYS } from '../../model/market-state.ts'

/** A home is compared only with sales of this many days, up to the day of the estimate. */
export const CANDIDATE_DAYS = RECENTLY_SOLD_DAYS

/** Maximum number of sales to compare with a home; the nearest are taken. */
export const MAX_CANDIDATES = 80

/** 25 miles. Homes farther away are in another market. */
export const MAX_DISTANCE_M = 40_234

/** Types in the same list are comparable. */
const COMPARABLE_TYPES: readonly (readonly HomeType[])[] = [
  ['SINGLE_FAMILY', 'TOWNHOUSE'],
  ['CONDO', 'APARTMENT'],
]

/** Returns the types of homes whose sales are comparable with a home of this type. */
export function comparableTypes(homeType: HomeType): readonly HomeType[] {
  return COMPARABLE_TYPES.find((types) => types.includes(homeType)) ?? HOME_TYPES.filter((type) => type === homeType)
}
