import { defaulted, type Parameters, wholeNumber } from '../../../../kit/params/index.ts'
import type { FilterFamily } from '../../filter-family.ts'
import type { FilterWords } from '../../filter-words.ts'
import { days } from './days.ts'
import { dues } from './dues.ts'
import { together } from './family.ts'
import { features } from './features.ts'
import { homeTypes } from './home-types.ts'
import { keywords } from './keywords.ts'
import { layers } from './layers.ts'
import { listingKindsByAgent, listingKindsWithAny } from './listing-kinds.ts'
import { listingStatus } from './listing-status.ts'
import { money } from './money.ts'
import { publicRecords } from './public-records.ts'
import { rooms } from './rooms.ts'
import { sizes } from './sizes.ts'
import { SORT_WORDS, sortOrder } from './sort-order.ts'
import { travelParameters, travelWords, wholeTrip } from './travel.ts'
import { visits } from './visits.ts'

export type { FilterContext } from '../../filter-family.ts'
export { requireLayers } from './layers.ts'
export { defaultOrder, ORDER_NAMES, type OrderName, orderOf } from './sort-order.ts'
export { reachOf } from './travel.ts'

/** Pages after the last page are empty, so clients can page until they get an empty list. */
const page = defaulted(
  wholeNumber(1, Number.MAX_SAFE_INTEGER),
  '1',
  'Number of the page, from 1 to 5, with 200 results each; any later page is an empty list.',
)

/** All parameters of a search for homes except its area. All searches for homes share them. */
export type HomeFilters = FilterFamily<'home', Parameters>

function shared(listingKinds: typeof listingKindsWithAny): HomeFilters {
  const { parameters, rules, words, ...rest } = together(
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
    publicRecords,
    layers,
  )
  return {
    parameters: { listingStatus, sortOrder, page, ...parameters, ...travelParameters },
    rules: [...rules, wholeTrip],
    words: { sortOrder: SORT_WORDS, ...words, ...travelWords },
    ...rest,
  }
}

/** Filters for `/search/byaddress`. Their listingType is Any by default. */
export const addressFilters = shared(listingKindsWithAny)
/** Filters for searches by shape. Their listingType is By_Agent by default. */
export const areaFilters = shared(listingKindsByAgent)

/** Returns the names of each filter, beginning with the filters of these parameters. */
export function inOrder(parameters: string): readonly (readonly [parameter: string, words: FilterWords])[] {
  const { words } = addressFilters
  const names = [...new Set([...parameters.split(/\s+/), ...Object.keys(words)])]
  return names.map((name) => [name, words[name] ?? {}])
}
