import type { Context } from '../../../catalog/ports/context.ts'
import type { EncodedPage } from '../../../catalog/ports/query.ts'
import { sourceNames } from '../../../catalog/ports/source-name.ts'
import { found } from '../../../kit/answers/answer-head.ts'
import {
  type AnswerOf,
  anything,
  component,
  large,
  listOf,
  object,
  optional as optionalValue,
  Ready,
  text,
  whole,
} from '../../../kit/answers/index.ts'
import { dayNumber } from '../../../kit/base/clock.ts'
import { portalWords } from '../../../kit/base/words.ts'
import { type Args, type Handling, optional, required, unlogged, wholeNumber } from '../../../kit/params/index.ts'
import type { ListingClass } from '../../../model/home-columns.ts'
import { rate30Year } from '../../../worth/valuation/monthly-cost.ts'
import type { BUILDING_RESULT } from '../../rendering/cards/building-card.ts'
import type { HOME_RESULT } from '../../rendering/cards/home-card.ts'
import { peopleOf } from '../../rendering/people.ts'
import { buildingRow, portalRow, ROWS, ROWS_WITH_CARDS } from '../../rendering/rows/portal-row.ts'
import { type Surroundings, surroundingsOf } from '../../rendering/surroundings.ts'
import { cardsAsData } from '../encoded-search.ts'
import { operation } from '../operation.ts'
import { FACETS } from './facets/answer.ts'
import { homeFacets, homeFacetsOf } from './facets/home-facets.ts'
import { addressFilters } from './filters/index.ts'
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
    'Page of 41 results, from 1. A search has at most 20 pages; any later page is an empty list. Default: the page in the path, else pagination.currentPage, else 1.',
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
  return { noun: 'home' as const, query: { ...queryOf(search, today), ...facets?.asked }, search, facets, around }
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
          value: anything('The value in the URL; null if it is a default.'),
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
    const rows = (await Promise.all(cardsOf(page).map((card) => rowOf(card, context, around)))).filter(
      (row) => row !== undefined,
    )
    const put = portalWords(words)
    return {
      message: '200',
      source: sourceNames(catalog.about(), 'home'),
      total_results: page.total,
      resultsPerPage: PAGE_RESULTS,
      totalPages: Math.min(MAX_PAGES, Math.ceil(page.total / PAGE_RESULTS)),
      currentPage: search.page,
      listResultsTitle: titleOf(search),
      Results: Ready.list(rows.map(({ flat }) => flat)).inPlace,
      searchResults: Ready.list(rows.map(({ withCard }) => withCard)).inPlace,
      understood: search.understood.map((one) => ({ ...one, as: put(one.as) })),
      leftOut: search.leftOut.map((one) => ({ ...one, why: put(one.why) })),
      ...facets?.told(page, context),
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

type ResultCard = AnswerOf<typeof HOME_RESULT> | AnswerOf<typeof BUILDING_RESULT>

function cardsOf(page: EncodedPage): readonly ResultCard[] {
  return cardsAsData(page) as readonly ResultCard[] // the cards of this room
}

/** Returns undefined if an import has removed the home or building since the search. */
async function rowOf(card: ResultCard, { catalog, words }: Context, around: Surroundings): Promise<Row | undefined> {
  if (card.resultType === 'propertyGroup') {
    const building = await catalog.records.get('building', card.property.lotId)
    if (building === undefined) return undefined
    const flat = buildingRow(building, card.property, words)
    return rowWith(flat, card)
  }
  const home = await catalog.records.get('home', card.property.zpid)
  if (home === undefined) return undefined
  const { listOffice } = await peopleOf(home, catalog.records)
  const flat = portalRow(home, card.property, listOffice, around)
  return rowWith(flat, card)
}

interface Row {
  readonly flat: Ready<AnswerOf<typeof ROWS>[number]>
  readonly withCard: Ready<AnswerOf<typeof ROWS_WITH_CARDS>[number]>
}

/** Appends the keys of the card to the row. */
function rowWith(flat: string, card: ResultCard): Row {
  return { flat: new Ready(flat), withCard: new Ready(`${flat.slice(0, -1)},${JSON.stringify(card).slice(1)}`) }
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
