import { createHash } from 'node:crypto'
import { catalogAsOf } from '../../src/catalog/dated/catalog-as-of.ts'
import { openCatalog } from '../../src/catalog/opening/open.ts'
import type { Catalog } from '../../src/catalog/ports/catalog.ts'
import type { Query } from '../../src/catalog/ports/query.ts'
import { Content } from '../../src/doors/http/content/content.ts'
import { decodeQuery } from '../../src/doors/http/request/query.ts'
import { Fault } from '../../src/kit/base/failure.ts'
import { parse } from '../../src/kit/params/index.ts'
import { OPERATIONS, worded } from '../../src/service/operations/index.ts'
import { answerQuestions } from '../harness/pinned.ts'
import { benchLog, CARDS, contextOf, TODAY, WORDS } from '../harness/setting.ts'
import { SqliteSearch } from '../sqlite/sqlite.ts'
import type { Draw } from './mix.ts'
import { QuestionDrawer } from './questions.ts'

/** A hash of an answer. Equal hashes mean equal bytes. */
export interface Digest {
  readonly total: number
  readonly ungrouped: number
  readonly cardBytes: number
  readonly sha1: string
}

/** A process that answers queries without HTTP, from a catalog or from SQLite tables with the same listings. */
export interface QueryProcess {
  /** Opens the catalog. Returns the milliseconds until the first search is answered. */
  open(order: { readonly dataDir: string; readonly seed: number }): Promise<number>
  openSqlite(path: string): void
  /** Draws questions that this process has not drawn yet. */
  draw(order: { readonly name: string; readonly count: number }): Promise<string[]>
  searches(count: number): Promise<Draw[]>
  digests(queries: readonly Query[]): Promise<Digest[]>
  /** Runs searches one after another. Returns the milliseconds that each took. */
  round(queries: readonly Query[]): Promise<Float64Array>
  /** Prepares searches of past days. Returns the milliseconds until the first can be answered. */
  openAsOf(none: undefined): Promise<number>
  /**
   * Runs searches one after another. Each search is of the next day in `days` (day numbers), which starts again at its
   * end. Returns the milliseconds that each search took.
   */
  roundAsOf(order: { readonly queries: readonly Query[]; readonly days: readonly number[] }): Promise<Float64Array>
  /**
   * Runs calls one after another. Returns the milliseconds that each took, from its parameters to the bytes of its
   * answer.
   */
  times(paths: readonly string[]): Promise<Float64Array>
}

interface Page {
  readonly total: number
  readonly ungrouped: number
  readonly cards: Uint8Array
  readonly release?: () => void
}

/** Finds a page of search results, as bytes of JSON. */
type Search = (query: Query) => Page | Promise<Page>

const OFFERED = OPERATIONS.map((operation) => worded(operation, WORDS))

let catalog: Catalog | undefined
let drawer: QuestionDrawer | undefined
let search: Search | undefined
let close: () => void = () => {}

function opened<T>(what: T | undefined): T {
  if (what === undefined) throw new Error('open the catalog before you query it')
  return what
}

async function open({ dataDir, seed }: Parameters<QueryProcess['open']>[0]): Promise<number> {
  const start = performance.now()
  const own = openCatalog(dataDir, benchLog, CARDS)
  const searched = own.search('home')
  const first = { order: 'Newest', offset: 0, limit: 1, grouped: false, today: TODAY } as const
  await searched.cards({ listingClass: 'For_Sale', where: [], ...first })
  const tookMs = performance.now() - start
  catalog = own
  drawer = new QuestionDrawer(seed, contextOf(own))
  search = async (query) => {
    const page = await searched.cards(query)
    const { bytes, release } = page.json('', '')
    return { total: page.total, ungrouped: page.ungrouped, cards: bytes, release }
  }
  close = () => own.close()
  return tookMs
}

function openSqlite(path: string): void {
  const sqlite = new SqliteSearch(path)
  search = (query) => {
    const { cards, ...counts } = sqlite.searchCards(query)
    return { ...counts, cards: Buffer.from(cards) }
  }
  close = () => sqlite.close()
}

async function digestOf(query: Query): Promise<Digest> {
  const { total, ungrouped, cards } = await opened(search)(query)
  return { total, ungrouped, cardBytes: cards.length, sha1: createHash('sha1').update(cards).digest('base64url') }
}

async function answer(url: string, queried: Catalog): Promise<void> {
  const [path = '', rawQuery = ''] = url.split('?')
  const operation = OFFERED.find((each) => each.path === path)
  if (operation === undefined) throw new Error(`there is no operation ${path}`)
  const { args, texts } = parse(operation.parameters, operation.rules, decodeQuery(rawQuery))
  const result = await operation.run(args, contextOf(queried), texts)
  const content = Content.answer(result, [], undefined, (text) => queried.seal(text))
  if (typeof content.body === 'string') Buffer.from(content.body)
  content.release()
}

async function openAsOf(_none: undefined): Promise<number> {
  const start = performance.now()
  const newest = { order: 'Newest', offset: 0, limit: 1, grouped: false, today: TODAY } as const
  const dated = catalogAsOf(opened(catalog), TODAY, () => CARDS)
  const isReady = () =>
    dated
      .search('home')
      .page({ listingClass: 'Sold', where: [], ...newest })
      .then(() => true, isBusy)
  while (!(await isReady()));
  return performance.now() - start
}

/** Returns false if the catalog is still being loaded. Throws any other error. */
function isBusy(error: unknown): false {
  if (error instanceof Fault && error.code === 'server.busy') return false
  throw error
}

function roundAsOf({ queries, days }: Parameters<QueryProcess['roundAsOf']>[0]): Promise<Float64Array> {
  const own = opened(catalog)
  return timesOf([...queries.entries()], async ([i, query]) => {
    const day = days[i % days.length] ?? TODAY
    const { json } = await catalogAsOf(own, day, () => CARDS)
      .search('home')
      .cards({ ...query, today: day })
    json('', '').release()
  })
}

async function timesOf<T>(all: readonly T[], ask: (one: T) => unknown): Promise<Float64Array> {
  const times = new Float64Array(all.length)
  for (const [i, one] of all.entries()) {
    const start = performance.now()
    const outcome = ask(one)
    if (outcome instanceof Promise) await outcome
    times[i] = performance.now() - start
  }
  return times
}

const questions: QueryProcess = {
  open,
  openSqlite,
  draw: ({ name, count }) => opened(drawer).draw(name, count),
  searches: (count) => opened(drawer).searches(count),
  digests: async (queries) => {
    const digests: Digest[] = []
    for (const query of queries) digests.push(await digestOf(query))
    return digests
  },
  round: (queries) => {
    const find = opened(search)
    return timesOf(queries, (query) => {
      const page = find(query)
      if (!(page instanceof Promise)) return page.release?.()
      return page.then(({ release }) => release?.()) // as the server does after it has sent an answer
    })
  },
  openAsOf,
  roundAsOf,
  times: (paths) => timesOf(paths, (path) => answer(path, opened(catalog))),
}
answerQuestions({ ...questions }, () => close())
