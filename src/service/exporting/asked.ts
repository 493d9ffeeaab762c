import type { Catalog } from '../../catalog/ports/catalog.ts'
import type { Context } from '../../catalog/ports/context.ts'
import type { Searches } from '../../catalog/ports/noun-search.ts'
import type { KeyPage, Query } from '../../catalog/ports/query.ts'
import type { Clock } from '../../kit/base/clock.ts'
import { Fault } from '../../kit/base/failure.ts'
import { nearestName, quote } from '../../kit/base/sentence.ts'
import { type Handling, invalidParameters, parse, type QueryPairs } from '../../kit/params/index.ts'
import type { SearchedNoun } from '../../model/searched.ts'
import { OPERATIONS, worded } from '../operations/index.ts'
import type { Area } from '../operations/operation.ts'
import { EncodedAnswer } from '../operations/operation.ts'
import type { ShownLocation } from '../rendering/shown-location.ts'

/** A search as a caller would ask it over HTTP: a path and a query. */
export interface SearchCall {
  readonly path: string
  readonly query: QueryPairs
}

/** The records that a search finds, all of them. */
export interface Asked {
  readonly noun: SearchedNoun
  /** The keys that `keyOf` of the noun makes, smallest first. */
  readonly keys: Float64Array
  /** A sentence for each part of the call that had no effect. */
  readonly notes: readonly string[]
}

/** Searches that answer cards of what they find, page by page. */
const SEARCHES: readonly string[] = [
  '/search/byaddress',
  '/search/bypolygon',
  '/search/bycoordinates',
  '/search/bymapbounds',
  '/search/byaiprompt',
  '/search/byurl',
  '/search/bylocation',
  '/search/exp/bydestination',
]

/** Parameters that say which results are shown in which order: an export has all of them, in order of id. */
const OF_PAGES: ReadonlySet<string> = new Set(['page', 'resultCount', 'nextPageCursor', 'sortOrder', 'explain'])

/**
 * Runs a search as over HTTP, and finds all of its results instead of a page. Throws the Fault that a caller would be
 * answered with. `clocks`: what time it is for the data of each area, if not what the context says.
 */
export async function ask(
  call: SearchCall,
  context: Context,
  handling: Handling,
  clocks?: Readonly<Record<Area, Clock>>,
): Promise<Asked> {
  const operation = OPERATIONS.find(({ path }) => path.toLowerCase() === call.path.toLowerCase())
  if (operation === undefined || !SEARCHES.includes(operation.path)) throw noSearch(call.path)
  const own = worded(operation, context.words)
  const read = parse(own.parameters, own.rules, call.query, handling)
  if (read.args.as_of !== undefined) throw ofToday(read.texts.get('as_of') ?? '')
  const { catalog, heard } = listening(context.catalog)
  const clock = clocks?.[operation.area] ?? context.clock
  const answer = await operation.run(read.args, { ...context, catalog, clock }, read.texts)
  const [found] = heard
  if (found === undefined) throw new Error(`${operation.path} asked for no page of results`)
  const paging = [...read.texts.keys()].filter((name) => OF_PAGES.has(name))
  return {
    noun: found.noun,
    keys: await found.keys(),
    notes: [
      ...read.warnings.map(({ detail }) => detail),
      ...(paging.length > 0 ? [`An export has all results, in order of id: ${paging.join(', ')} has no effect.`] : []),
      ...placesNotFound(answer),
    ],
  }
}

function ofToday(given: string): Fault {
  const detail = `Cannot export what was known on as_of ${quote(given)}: accepted is a search without as_of.`
  return invalidParameters([{ parameter: 'as_of', code: 'param.inapplicable', detail, given }])
}

function noSearch(path: string): Fault {
  const nearest = nearestName(path, SEARCHES)
  const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`
  return new Fault('route.unknown', `Cannot export ${quote(path)}: accepted are ${SEARCHES.join(', ')}.${hint}`)
}

interface Heard {
  readonly noun: SearchedNoun
  keys(): Promise<Float64Array>
}

/** Wraps a catalogue so that every page of cards that it is asked for is noted. */
function listening(catalog: Catalog): { readonly catalog: Catalog; readonly heard: readonly Heard[] } {
  const heard: Heard[] = []
  const search = <N extends SearchedNoun>(noun: N): Searches[N] => {
    const port = catalog.search(noun)
    const cards = (query: Query<N>) => {
      heard.push({ noun, keys: () => keysOf(noun, query, catalog) })
      return (port.cards as (query: Query<N>) => ReturnType<typeof port.cards>)(query) // the noun's own query
    }
    return { ...port, cards }
  }
  const { records, addresses, near, agents, market, estimators, pages, log } = catalog
  const heardCatalog: Catalog = {
    records,
    addresses,
    near,
    agents,
    market,
    estimators,
    pages,
    log,
    search,
    about: () => catalog.about(),
    version: () => catalog.version(),
    newestDay: (noun, last) => catalog.newestDay(noun, last),
    regions: () => catalog.regions(),
    regionIndex: () => catalog.regionIndex(),
    seal: (text) => catalog.seal(text),
    close: () => catalog.close(),
  }
  return { catalog: heardCatalog, heard }
}

async function keysOf<N extends SearchedNoun>(noun: N, query: Query<N>, catalog: Catalog): Promise<Float64Array> {
  if (noun === 'home') {
    const { zpids } = await catalog.search('home').selectAll(query as Query, []) // a query of homes
    return zpids.toSorted()
  }
  const { after: _after, ...all } = query
  const whole: Query<N> = { ...all, offset: 0, limit: catalog.about().counts[noun] }
  const port = catalog.search(noun)
  const page = await (port.page as (of: Query<N>) => Promise<KeyPage>)(whole) // of its own noun, and not of homes
  return Float64Array.from(page.keys).sort()
}

/** A place that is not found is no fault: the answer says so, and finds nothing there. */
function placesNotFound(answer: object): readonly string[] {
  if (!(answer instanceof EncodedAnswer)) return []
  const { bytes, release } = answer.body.json()
  const { locations = [] }: Located = JSON.parse(Buffer.from(bytes).toString())
  release()
  return locations.flatMap(({ query, found, why }) =>
    found ? [] : [`No place ${quote(query)} was found. ${why ?? ''}`],
  )
}

interface Located {
  readonly locations?: readonly Pick<ShownLocation, 'query' | 'found' | 'why'>[]
}
