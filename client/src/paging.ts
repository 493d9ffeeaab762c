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

/** The size of the list that an answer is a page of. */
export interface Extent {
  readonly total: number
  /** How many of them the pages show in all. */
  readonly reach: number
  /** With what the next page is asked for; undefined on the last one. */
  readonly next: Parameters | undefined
}

/** How the answers of an operation are pages of a list. */
export interface Paging<Data, Row> {
  readonly rows: (data: Data) => readonly Row[]
  readonly extentOf: (data: Data, parameters: Parameters) => Extent
  /**
   * Names a row, whatever else of it changes. Undefined where pages follow the last row, not a number: no change of the
   * data moves one of those.
   */
  readonly idOf: ((row: Row) => string) | undefined
  /** Where pages show too few: what `/search/plan` is asked to split. */
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

interface Found extends PagesInfo {
  readonly searchResults: readonly (HomeResult | BuildingResult)[]
}

/** Searches of area A: five pages, and a plan beyond them. */
export function search<Data extends Found>(): Paging<Data, HomeResult | BuildingResult> {
  return {
    rows: ({ searchResults }) => searchResults,
    extentOf: byPagesInfo,
    idOf: (row) => (row.resultType === 'property' ? String(row.property.zpid) : unitsOf(row)),
    planned: (parameters) => parameters,
  }
}

/** A building stands in each part that has some of its units: with those. */
function unitsOf({ property: { lotId, matchingHomeCount, unitsGroup } }: BuildingResult): string {
  return JSON.stringify([lotId, matchingHomeCount, unitsGroup])
}

/** Pages of a search by a sentence, whose answer says which search was understood. */
export function promptSearch(): Paging<SearchByPrompt, HomeResult | BuildingResult> {
  return {
    ...search<SearchByPrompt>(),
    planned: asRead,
  }
}

/** Each parameter with all that the sentence says of it. Given keywords must occur too; a given order goes before. */
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

/** Lists that say how long they are, on pages of one size. */
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
