import { type Change, type CursorPage, type Move, moveAfter, moveOf } from '../../parts/changes/change.ts'
import { type Query, queryOf, sentParams, targetOf } from '../../service/query.ts'
import { filtersIn, searchQuery, type Where, whereIn } from './where.ts'

/** A search stored on the service for the key. */
export interface SavedSearch {
  readonly searchId: string
  readonly label: string | null
  readonly path: string
  readonly parameters: Readonly<Record<string, string>>
  /** The cursor up to which the person has seen updates. */
  readonly seen: string
  /** The feed address; null until one was created. */
  readonly feed: string | null
}

export interface SavedSearches {
  readonly searches: readonly SavedSearch[]
}

/** A page of updates of a saved search: changes among its results. */
export interface NewsPage extends CursorPage {
  readonly entered: readonly Change[]
  readonly left: readonly Change[]
  readonly changed: readonly { readonly how: string; readonly change: Change }[]
}

export const SAVED = queryOf('/searches')

/** Search parameters that affect only how results are shown. */
const SHOWING: readonly string[] = ['sortOrder', 'page', 'explain', 'part', 'facets']

/** Returns path and parameters of a search. Leaves out parameters that affect only how results are shown. */
export function storedQuery({ path, params }: Query) {
  const parameters = Object.fromEntries(sentParams(queryOf(path, params)).filter(([name]) => !SHOWING.includes(name)))
  return { path, parameters }
}

export function titleOf({ label, path, parameters }: SavedSearch): string {
  return label ?? parameters.location ?? parameters.ai_search_prompt ?? path
}

/**
 * Returns the page's address for a saved search. Undefined if this page cannot show the search, because another client
 * saved it.
 */
export function addressOf({ path, parameters }: SavedSearch): Readonly<Record<string, string>> | undefined {
  const { westLongitude, southLatitude, eastLongitude, northLatitude, latitude, longitude, radius, ...rest } =
    parameters
  switch (path) {
    case '/search/byaddress':
    case '/search/bypolygon':
      return rest
    case '/search/bymapbounds':
      return { ...rest, bounds: [westLongitude, southLatitude, eastLongitude, northLatitude].join(',') }
    case '/search/bycoordinates':
      return { ...rest, circle: [latitude, longitude, radius].join(',') }
    default:
      return undefined
  }
}

/** Whether the page's search equals a saved search. */
export function isSame(
  search: SavedSearch,
  where: Where | undefined,
  filters: Readonly<Record<string, string>>,
): boolean {
  const address = addressOf(search)
  const own = address && new URLSearchParams(address)
  const ownWhere = own && whereIn(own)
  if (ownWhere === undefined || where === undefined) return ownWhere === where
  return (
    ordered(searchQuery(ownWhere, filtersIn(own ?? new URLSearchParams()))) === ordered(searchQuery(where, filters))
  )
}

function ordered(query: Query): string {
  const { path, parameters } = storedQuery(query)
  return targetOf(queryOf(path, Object.fromEntries(Object.entries(parameters).sort(([a], [b]) => (a < b ? -1 : 1)))))
}

export function newsText(pages: readonly NewsPage[]): string {
  const sum = (of: (page: NewsPage) => readonly unknown[]) => pages.reduce((total, page) => total + of(page).length, 0)
  const counts = [
    [sum(({ entered }) => entered), 'new'],
    [sum(({ changed }) => changed), 'changed'],
    [sum(({ left }) => left), 'gone'],
  ] as const
  const text = counts.flatMap(([of, what]) => (of === 0 ? [] : `${of} ${what}`)).join(' · ')
  if (pages.at(-1)?.more) return text === '' ? 'more to check' : `at least ${text}`
  return text === '' ? 'nothing new' : text
}

export function movesOf(changes: readonly Change[]): ReadonlyMap<number, Move> {
  const moves = new Map<number, Move>()
  for (const change of changes) {
    const { zpid } = change
    const move = moveOf(change)
    if (zpid === undefined || move === undefined) continue
    const whole = moveAfter(moves.get(zpid), move)
    if (whole === undefined) moves.delete(zpid)
    else moves.set(zpid, whole)
  }
  return moves
}
