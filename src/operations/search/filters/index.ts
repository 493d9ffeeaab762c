import type { Condition } from '../../../catalog/query.ts'
import { defaulted, type Parameters, type Rule, wholeNumber } from '../../../params/index.ts'
import { days } from './days.ts'
import { dues } from './dues.ts'
import type { FilterContext, FilterFamily } from './family.ts'
import { features } from './features.ts'
import { homeTypes } from './home-types.ts'
import { keywords } from './keywords.ts'
import { listingKindsByAgent, listingKindsWithAny } from './listing-kinds.ts'
import { listingStatus } from './listing-status.ts'
import { money } from './money.ts'
import { rooms } from './rooms.ts'
import { sizes } from './sizes.ts'
import { sortOrder } from './sort-order.ts'
import { visits } from './visits.ts'

export type { FilterContext } from './family.ts'
export { listingStatus } from './listing-status.ts'
export { defaultOrder, type OrderName, orderOf } from './sort-order.ts'

/** Pages are counted from 1; one past the last is an empty list, so clients may page until they get one. */
const page = defaulted(
  wholeNumber(1, Number.MAX_SAFE_INTEGER),
  '1',
  'Which page of 200 results; a search has at most 5, beyond them is an empty list.',
)

const COMMON = [rooms, sizes, money, homeTypes, dues, visits, features, days, keywords] as const

/** Parameters, rules and conditions of a search's filters, the same ones for every search that has them. */
export interface SharedFilters {
  readonly parameters: Parameters
  readonly rules: readonly Rule<Parameters>[]
  conditions(args: Readonly<Record<string, unknown>>, context: FilterContext): readonly Condition[]
}

function shared(listingKinds: typeof listingKindsWithAny): SharedFilters {
  // Each family reads its own parameters only; together they are one flat set, which no single type of args fits.
  const families = [listingKinds, ...COMMON] as unknown as readonly FilterFamily<Parameters>[]
  return {
    parameters: Object.assign({ listingStatus, sortOrder, page }, ...families.map((family) => family.parameters)),
    rules: families.flatMap((family) => family.rules ?? []),
    conditions: (args, context) => families.flatMap((family) => family.conditions(args, context)),
  }
}

/** `/search/byaddress`: listingType Any exists, and is the default. */
export const addressFilters = shared(listingKindsWithAny)
/** Searches by shape: listingType By_Agent is the default. */
export const areaFilters = shared(listingKindsByAgent)
