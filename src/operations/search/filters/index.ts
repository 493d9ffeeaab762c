import { defaulted, type Parameters, wholeNumber } from '../../../params/index.ts'
import type { FilterFamily } from '../../filter-family.ts'
import { days } from './days.ts'
import { dues } from './dues.ts'
import { together } from './family.ts'
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

export type { FilterContext } from '../../filter-family.ts'
export { listingStatus } from './listing-status.ts'
export { defaultOrder, type OrderName, orderOf } from './sort-order.ts'

/** Pages are counted from 1; one past the last is an empty list, so clients may page until they get one. */
const page = defaulted(
  wholeNumber(1, Number.MAX_SAFE_INTEGER),
  '1',
  'Which page of 200 results; a search has at most 5, beyond them is an empty list.',
)

/** What a search for homes takes beside its area; every such search has the same. */
export type HomeFilters = FilterFamily<'home', Parameters>

function shared(listingKinds: typeof listingKindsWithAny): HomeFilters {
  const { parameters, rules, conditions } = together(
    listingKinds,
    rooms,
    sizes,
    money,
    homeTypes,
    dues,
    visits,
    features,
    days,
    keywords,
  )
  return { parameters: { listingStatus, sortOrder, page, ...parameters }, rules, conditions }
}

/** `/search/byaddress`: listingType Any exists, and is the default. */
export const addressFilters = shared(listingKindsWithAny)
/** Searches by shape: listingType By_Agent is the default. */
export const areaFilters = shared(listingKindsByAgent)
