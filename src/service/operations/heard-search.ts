import type { Context } from '../../catalog/ports/context.ts'
import type { Query } from '../../catalog/ports/query.ts'
import type { Clock } from '../../kit/base/clock.ts'
import { Fault } from '../../kit/base/failure.ts'
import { didYouMean } from '../../kit/base/sentence.ts'
import { type Handling, invalidParameters, parse, type QueryPairs, quote } from '../../kit/params/index.ts'
import type { SearchedNoun } from '../../model/searched.ts'
import { OPERATIONS, worded } from './index.ts'
import type { Area } from './operation.ts'

/** A search request: the path and query of an HTTP request. */
export interface SearchCall {
  readonly path: string
  readonly query: QueryPairs
}

/** A parsed search: the catalog query, which has not run yet. */
export interface HeardSearch<N extends SearchedNoun = SearchedNoun> {
  readonly area: Area
  /** The path as the operation declares it. */
  readonly path: string
  readonly noun: N
  readonly query: Query<N>
  /** The parameters as sent, without the parameters for paging and order. */
  readonly parameters: Readonly<Record<string, string>>
  /** Names of sent parameters that affect only paging and order. */
  readonly paging: readonly string[]
  /** One sentence for every other part of the request without effect. */
  readonly warnings: readonly string[]
  /** One sentence for each place that was not found. The search is still valid, but finds nothing there. */
  readonly missing: readonly string[]
}

export interface Hearing {
  readonly handling: Handling
  /** One clock for each area (homes, offers, experiences), in place of the context's clock. */
  readonly clocks?: Readonly<Record<Area, Clock>> | undefined
  /** The verb in the error for a path that is not a search: `export` makes `Cannot export "/x": …`. */
  readonly verb: string
}

/** Searches that return their results page by page. */
const SEARCHES = OPERATIONS.filter(({ ask }) => ask !== undefined)

/** Parameters for paging and order, in lower case. They do not change which records a search finds. */
const OF_PAGES: ReadonlySet<string> = new Set([
  'page',
  'pagesize',
  'resultcount',
  'nextpagecursor',
  'sortorder',
  'explain',
  'facets',
])

function isOfPages(name: string): boolean {
  return OF_PAGES.has(name.toLowerCase())
}

/** Returns the area of the search at a path; undefined if the path is not a search. */
export function areaOfSearch(path: string): Area | undefined {
  return searchAt(path)?.area
}

/** Returns the credits that the search at a path costs; 0 if the path is not a search. */
export function creditsOfSearch(path: string): number {
  return searchAt(path)?.credits ?? 0
}

/** Parses a search request as the HTTP interface does. Throws the same Fault as the search itself. */
export async function hearSearch(
  call: SearchCall,
  context: Context,
  { handling, clocks, verb }: Hearing,
): Promise<HeardSearch> {
  const operation = searchAt(call.path)
  if (operation?.ask === undefined) throw noSearch(call.path, verb)
  const own = worded(operation, context.words)
  const read = parse(own.parameters, own.rules, call.query, handling)
  if (read.args.as_of !== undefined) throw ofToday(read.texts.get('as_of') ?? '', verb)
  const clock = clocks?.[operation.area] ?? context.clock
  const { noun, query, locations = [] } = await operation.ask(read.args, { ...context, clock }, handling)
  return {
    noun,
    query,
    area: operation.area,
    path: operation.path,
    parameters: Object.fromEntries(call.query.filter(([name]) => !isOfPages(name))),
    paging: call.query.flatMap(([name, text]) => (isOfPages(name) && text.trim() !== '' ? [name] : [])),
    warnings: read.warnings.map(({ detail }) => detail),
    missing: locations.flatMap(({ query: name, found, why }) =>
      found ? [] : [`No place ${quote(name)} was found. ${why ?? ''}`],
    ),
  }
}

function searchAt(path: string) {
  return SEARCHES.find((each) => each.path.toLowerCase() === path.toLowerCase())
}

function ofToday(given: string, verb: string): Fault {
  const detail = `Cannot ${verb} a search with as_of ${quote(given)}: leave out as_of.`
  return invalidParameters([{ parameter: 'as_of', code: 'param.inapplicable', detail, given }])
}

function noSearch(path: string, verb: string): Fault {
  const paths = SEARCHES.map((each) => each.path)
  const hint = didYouMean(path, paths)
  return new Fault('route.unknown', `Cannot ${verb} ${quote(path)}. You can ${verb} ${paths.join(', ')}.${hint}`)
}
