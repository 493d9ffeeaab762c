import { HOME_TYPES, type HomeType } from '../../model/home.ts'
import { RECENTLY_SOLD_DAYS } from '../../model/market-state.ts'

/** Days, the one asked about included, whose sales say what a home is worth. */
export const CANDIDATE_DAYS = RECENTLY_SOLD_DAYS

/** Maximum number of sales considered: the nearest. */
export const MAX_CANDIDATES = 80

/** This is 25 miles: beyond that is another market. */
export const MAX_DISTANCE_M = 40_234

/** Home types whose sales are comparable. */
const COMPARABLE_TYPES: readonly (readonly HomeType[])[] = [
  ['SINGLE_FAMILY', 'TOWNHOUSE'],
  ['CONDO', 'APARTMENT'],
]

/** The types whose sales say what a home of this type is worth. */
export function comparableTypes(homeType: HomeType): readonly HomeType[] {
  return COMPARABLE_TYPES.find((types) => types.includes(homeType)) ?? HOME_TYPES.filter((type) => type === homeType)
}
