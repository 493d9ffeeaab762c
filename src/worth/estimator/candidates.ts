import { HOME_TYPES, type HomeType } from '../../model/home.ts'
import { RECENTLY_SOLD_DAYS } from '../../model/market-state.ts'

/** Sales of this many days, up to and including the day of the estimate, show what a home is worth. */
export const CANDIDATE_DAYS = RECENTLY_SOLD_DAYS

/** Maximum number of sales to consider. Takes the nearest sales. */
export const MAX_CANDIDATES = 80

/** 25 miles. Homes farther away belong to another market. */
export const MAX_DISTANCE_M = 40_234

/** Home types whose sales are comparable. */
const COMPARABLE_TYPES: readonly (readonly HomeType[])[] = [
  ['SINGLE_FAMILY', 'TOWNHOUSE'],
  ['CONDO', 'APARTMENT'],
]

/** Returns the types whose sales are comparable with a home of this type. */
export function comparableTypes(homeType: HomeType): readonly HomeType[] {
  return COMPARABLE_TYPES.find((types) => types.includes(homeType)) ?? HOME_TYPES.filter((type) => type === homeType)
}
