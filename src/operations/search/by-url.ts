import { dayNumber } from '../../base/clock.ts'
import type { EncodedPage } from '../../catalog/query.ts'
import type { ListingClass } from '../../model/home-columns.ts'
import { optional, required, wholeNumber } from '../../params/index.ts'
import { rate30Year } from '../monthly-cost.ts'
import { type Context, operation } from '../operation.ts'
import { peopleOf } from '../people.ts'
import { sourceName } from '../source-name.ts'
import { type Surroundings, surroundingsOf } from '../surroundings.ts'
import { portalWords } from '../worded.ts'
import { isGrouped } from './asked.ts'
import { buildingRow, type Card, portalRow } from './render-portal-row.ts'
import { readSearch, type UrlSearch } from './url/read.ts'
import { searchUrl } from './url/search-url.ts'

const PAGE_RESULTS = 41
const MOST_PAGES = 20

export const searchByUrl = operation({
  path: '/search/byurl',
  summary: 'The homes on a page of search results of a portal, given by its URL.',
  group: 'Searches',
  parameters: {
    url: required(
      searchUrl,
      'URL of a page of search results. Any host is accepted: only the path and searchQueryState matter, and where both say something, searchQueryState counts.',
    ),
    page: optional(
      wholeNumber(1, Number.MAX_SAFE_INTEGER),
      'Which page of 41 results; a search has at most 20, beyond them is an empty list. Without it: the page in the path, else pagination.currentPage, else 1.',
    ),
  },
  run: async ({ url, page }, context) => {
    const { catalog, words } = context
    const around = surroundingsOf(context)
    const today = dayNumber(around.nowMs)
    const rate = rate30Year(await catalog.latestRates())
    const search = await readSearch(url, page, catalog, { today, rate30Year: rate })
    const found = await catalog.searchCards(queryOf(search, today))
    const rows = (await Promise.all(cardsOf(found).map((card) => rowOf(card, context, around)))).filter(
      (row) => row !== undefined,
    )
    const put = portalWords(words)
    return {
      message: '200',
      source: sourceName(catalog.about()),
      total_results: found.total,
      resultsPerPage: PAGE_RESULTS,
      totalPages: Math.min(MOST_PAGES, Math.ceil(found.total / PAGE_RESULTS)),
      currentPage: search.page,
      listResultsTitle: titleOf(search),
      Results: rows.map(({ flat }) => flat),
      searchResults: rows.map(({ flat, property, resultType }) => ({ ...flat, property, resultType })),
      understood: search.understood.map((one) => ({ ...one, as: put(one.as) })),
      leftOut: search.leftOut.map((one) => ({ ...one, why: put(one.why) })),
    }
  },
})

function queryOf({ selection, order, page }: UrlSearch, today: number) {
  const beyond = page > MOST_PAGES
  return {
    ...selection,
    order,
    offset: beyond ? 0 : (page - 1) * PAGE_RESULTS,
    limit: beyond ? 0 : PAGE_RESULTS,
    grouped: isGrouped(selection.listingClass),
    today,
  }
}

interface ResultCard {
  readonly property: Card & { readonly lotId?: string }
  readonly resultType: 'property' | 'propertyGroup'
}

function cardsOf({ cards }: EncodedPage): readonly ResultCard[] {
  return JSON.parse(`[${Buffer.from(cards).toString()}]`) as readonly ResultCard[] // the operations' own cards
}

/** Undefined when the home or the building has gone with an import since the search. */
async function rowOf({ property, resultType }: ResultCard, { catalog, words }: Context, around: Surroundings) {
  if (resultType === 'propertyGroup') {
    const building = await catalog.get('building', property.lotId ?? '')
    return building && { flat: buildingRow(building, property, words), property, resultType }
  }
  const home = await catalog.get('home', property.zpid ?? 0)
  return home && { flat: portalRow(home, property, await peopleOf(home, catalog), around), property, resultType }
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
