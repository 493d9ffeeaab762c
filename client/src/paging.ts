import type {
  Agent,
  AgentSearch,
  BuildingResult,
  Experience,
  Experiences,
  HomeResult,
  Offer,
  Offers,
  SearchByPrompt,
  SearchByUrl,
} from './generated/answers.ts'
import type { Parameters } from './query.ts'

/** The size of the list that a page belongs to. */
export interface Extent {
  readonly total: number
  /** How many rows all pages together can show. */
  readonly reach: number
  /** Parameters of the next page. Undefined on the last page. */
  readonly next: Parameters | undefined
}

/** How an operation's answers form a list. */
export interface Paging<Data, Row> {
  readonly rows: (data: Data) => readonly Row[]
  readonly extentOf: (data: Data, parameters: Parameters) => Extent
  /**
   * Returns a row's id, which never changes. Undefined if each page continues after the last row of the previous page,
   * because rows then cannot move between pages.
   */
  readonly idOf: ((row: Row) => string) | undefined
  /** Returns the parameters for `/search/plan`. Present for lists whose pages do not show all rows. */
  readonly planned?: (parameters: Parameters, data: Data) => Parameters
}

interface Numbered {
  readonly page: number
  readonly pages: number
  readonly size: number
  readonly total: number
}

function numbered({ page, pages, size, total }: Numbered): Extent {
  return { total, reach: pages * size, next: page < pages ? { page: page + 1 } : undefined }
}

interface PagesInfo {
  readonly resultsCount: { readonly totalMatchingCount: number }
  readonly pagesInfo: { readonly totalPages: number; readonly currentPage: number; readonly resultsPerPage: number }
}

function byPagesInfo({ resultsCount, pagesInfo }: PagesInfo): Extent {
  const { totalPages: pages, currentPage: page, resultsPerPage: size } = pagesInfo
  return numbered({ page, pages, size, total: resultsCount.totalMatchingCount })
}

interface SearchAnswer extends PagesInfo {
  readonly searchResults: readonly (HomeResult | BuildingResult)[]
}

/** Paging for searches of area A (homes). A search has up to five pages; `/search/plan` splits larger searches. */
export function search<Data extends SearchAnswer>(): Paging<Data, HomeResult | BuildingResult> {
  return {
    rows: ({ searchResults }) => searchResults,
    extentOf: byPagesInfo,
    idOf: (row) => (row.resultType === 'property' ? String(row.property.zpid) : unitsOf(row)),
    planned: (parameters) => parameters,
  }
}

/** Returns a key for the units of a building. A building appears in every part of a search in which it has units. */
function unitsOf({ property: { lotId, matchingHomeCount, unitsGroup } }: BuildingResult): string {
  return JSON.stringify([lotId, matchingHomeCount, unitsGroup])
}

/** Paging for a search by sentence. Its answer has the parameters that the service read from the sentence. */
export function promptSearch(): Paging<SearchByPrompt, HomeResult | BuildingResult> {
  return {
    ...search<SearchByPrompt>(),
    planned: asRead,
  }
}

/**
 * Returns the parameters that the service read from a sentence, with the caller's keywords added. The caller's sort
 * order takes precedence.
 */
function asRead({ keywords, sortOrder }: Parameters, { applied }: SearchByPrompt): Parameters {
  const said: Record<string, readonly string[]> = {}
  for (const { parameter, value } of applied) said[parameter] = [...new Set([...(said[parameter] ?? []), value])]
  const words = [...(said.keywords ?? []), ...(typeof keywords === 'string' ? [keywords] : [])].join(' ')
  return {
    ...said,
    ...(words !== '' && { keywords: words }),
    ...(sortOrder !== undefined && { sortOrder }),
  }
}

export function agents(): Paging<AgentSearch, Agent> {
  return { rows: (data) => data.agents, extentOf: byPagesInfo, idOf: ({ encodedZuid }) => encodedZuid }
}

export function urlSearch(): Paging<SearchByUrl, SearchByUrl['searchResults'][number]> {
  return {
    rows: ({ searchResults }) => searchResults,
    idOf: ({ resultType, id }) => `${resultType} ${id}`,
    extentOf: ({ total_results: total, totalPages: pages, currentPage: page, resultsPerPage: size }) =>
      numbered({ page, pages, size, total }),
  }
}

export function offers(): Paging<Offers, Offer> {
  return {
    rows: ({ searchResults }) => searchResults,
    idOf: ({ id }) => String(id),
    extentOf: ({ total, totalPages: pages, page, resultCount: size }) => numbered({ page, pages, size, total }),
  }
}

export function cursors(): Paging<Experiences, Experience> {
  return {
    rows: ({ searchResults }) => searchResults,
    extentOf: ({ total, nextPageCursor }) => ({
      total,
      reach: total,
      next: nextPageCursor === null ? undefined : { nextPageCursor },
    }),
    idOf: undefined,
  }
}

/** Paging for lists with a total and pages of equal size. */
export function counted<Data, Row>(
  size: number,
  rows: (data: Data) => readonly Row[],
  total: (data: Data) => number,
  idOf: (row: Row) => string,
): Paging<Data, Row> {
  return {
    rows,
    idOf,
    extentOf: (data, { page = 1 }) =>
      numbered({ page: Number(page), pages: Math.ceil(total(data) / size), size, total: total(data) }),
  }
}
