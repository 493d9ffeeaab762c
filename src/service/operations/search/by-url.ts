import type { Context } from '../../../catalog/ports/context.ts'
import { sourceNames } from '../../../catalog/ports/source-name.ts'
import { found } from '../../../kit/answers/answer-head.ts'
import {
  anything,
  component,
  large,
  listOf,
  object,
  optional as optionalValue,
  text,
  whole,
} from '../../../kit/answers/index.ts'
import { dayNumber } from '../../../kit/base/clock.ts'
import { portalWords } from '../../../kit/base/words.ts'
import { type Args, type Handling, optional, required, unlogged, wholeNumber } from '../../../kit/params/index.ts'
import type { ListingClass } from '../../../model/home-columns.ts'
import { rate30Year } from '../../../worth/valuation/monthly-cost.ts'
import { ROWS, ROWS_WITH_CARDS } from '../../rendering/rows/portal-row.ts'
import { surroundingsOf } from '../../rendering/surroundings.ts'
import { operation } from '../operation.ts'
import { FACETS } from './facets/answer.ts'
import { homeFacets, homeFacetsOf } from './facets/home-facets.ts'
import { addressFilters } from './filters/index.ts'
import { portalRows } from './portal-rows.ts'
import { isGrouped } from './resolved-search.ts'
import { readSearch, type UrlSearch } from './url/read.ts'
import { searchUrl } from './url/search-url.ts'

const PAGE_RESULTS = 41
const MAX_PAGES = 20

const parameters = {
  url: unlogged(
    required(
      searchUrl,
      'URL of a page of search results. The host does not matter: only the path and searchQueryState are read, and searchQueryState takes precedence.',
    ),
  ),
  page: optional(
    wholeNumber(1, Number.MAX_SAFE_INTEGER),
    'Number of the page, from 1 to 20, with 41 results each; any later page is an empty list. Default: the page in the path, else pagination.currentPage, else 1.',
  ),
  facets: homeFacets(addressFilters),
}

async function ask({ url, page, facets: names }: Args<typeof parameters>, context: Context, handling?: Handling) {
  const { catalog } = context
  const around = surroundingsOf(context, handling)
  const today = dayNumber(around.nowMs)
  const rate = rate30Year(await catalog.records.latestRates())
  const search = await readSearch(url, page, catalog, { today, rate30Year: rate })
  const facets = names && homeFacetsOf(names, addressFilters, search.args, search, context)
  return { noun: 'home' as const, query: { ...queryOf(search, today), ...facets?.query }, search, facets, around }
}

export const searchByUrl = operation({
  path: '/search/byurl',
  summary: "The homes on a portal's page of search results, given the URL of that page.",
  group: 'Searches',
  parameters,
  failures: ['search.too_costly'],
  answer: component(
    'SearchByUrl',
    found({
      total_results: whole(),
      resultsPerPage: whole(),
      totalPages: whole(),
      currentPage: large(),
      listResultsTitle: text(),
      Results: ROWS,
      searchResults: ROWS_WITH_CARDS,
      understood: listOf(
        object({
          key: text('A part of the URL.'),
          value: anything('The value in the URL; null if the value is a default.'),
          as: text('How it was understood.'),
        }),
      ),
      leftOut: listOf(object({ key: text('A part of the URL.'), why: text('Why it had no effect.') })),
      facets: optionalValue(FACETS),
    }),
  ),
  ask,
  run: async (args, context, _texts, handling) => {
    const { catalog, words } = context
    const { search, facets, around, query } = await ask(args, context, handling)
    const page = await catalog.search('home').cards(query)
    const { Results, searchResults } = await portalRows(page, context, around)
    const put = portalWords(words)
    return {
      message: '200',
      source: sourceNames(catalog.about(), 'home'),
      total_results: page.total,
      resultsPerPage: PAGE_RESULTS,
      totalPages: Math.min(MAX_PAGES, Math.ceil(page.total / PAGE_RESULTS)),
      currentPage: search.page,
      listResultsTitle: titleOf(search),
      Results,
      searchResults,
      understood: search.understood.map((one) => ({ ...one, as: put(one.as) })),
      leftOut: search.leftOut.map((one) => ({ ...one, why: put(one.why) })),
      ...facets?.answerKeys(page, context),
    }
  },
})

function queryOf({ selection, order, page }: UrlSearch, today: number) {
  const isPastLast = page > MAX_PAGES
  return {
    ...selection,
    order,
    offset: isPastLast ? 0 : (page - 1) * PAGE_RESULTS,
    limit: isPastLast ? 0 : PAGE_RESULTS,
    grouped: isGrouped(selection.listingClass),
    today,
  }
}

const TITLES: Readonly<Record<ListingClass, string>> = {
  For_Sale: 'Homes for Sale',
  For_Rent: 'Homes for Rent',
  Sold: 'Recently Sold Homes',
}

/** `Austin, TX Homes for Sale` */
function titleOf({ placeName, selection }: UrlSearch): string {
  return [placeName, TITLES[selection.listingClass]].filter(Boolean).join(' ')
}
