import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { deserialize } from 'node:v8'
import { gzip } from 'node:zlib'
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
import type { Page } from '../peers/page.ts'
import { type PeerName, peerNamed } from '../peers/peer.ts'
import type { Draw } from './mix.ts'
import { QuestionDrawer } from './questions.ts'

/** A hash of an answer. Equal hashes mean equal bytes. */
export interface Digest {
  readonly total: number
  readonly ungrouped: number
  readonly cardBytes: number
  readonly sha1: string
}

/** A process that answers queries without HTTP, from a catalog or from a peer's tables with the same listings. */
export interface QueryProcess {
  /** Opens the catalog. Returns the milliseconds until the first search is answered. */
  open(order: { readonly dataDir: string; readonly seed: number }): Promise<number>
  /** Returns the milliseconds that loading took. */
  loadPeer(order: PeerOrder & { readonly dataDir: string }): Promise<number>
  openPeer(order: PeerOrder): Promise<void>
  /** Answers searches over HTTP; the path is the serialized query. Returns the port. */
  serve(none: undefined): Promise<number>
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

interface PeerOrder {
  readonly name: PeerName
  readonly folder: string
}

/** Finds a page of search results. */
type Search = (query: Query) => Page | Promise<Page>

const OFFERED = OPERATIONS.map((operation) => worded(operation, WORDS))

let catalog: Catalog | undefined
let drawer: QuestionDrawer | undefined
let search: Search | undefined
let close: () => unknown = () => {}

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
  search = (query) => searched.cards(query)
  close = () => own.close()
  return tookMs
}

async function loadPeer({ name, folder, dataDir }: Parameters<QueryProcess['loadPeer']>[0]): Promise<number> {
  return (await peerNamed(name)).load(folder, dataDir)
}

async function openPeer({ name, folder }: PeerOrder): Promise<void> {
  const peer = await (await peerNamed(name)).open(folder)
  search = (query) => peer.search(query)
  close = () => peer.close()
}

/** Starts a server as somebody would write it around a database: without keys, credits or parameters to check. */
async function serve(_none: undefined): Promise<number> {
  const find = opened(search)
  const zip = promisify(gzip)
  const server = createServer(async ({ url = '', headers }, response) => {
    const { total, json } = await find(deserialize(Buffer.from(url.slice(1), 'base64url')))
    const { bytes } = json(`{"total":${total},"rows":[`, ']}')
    const isZipped = headers['accept-encoding'] !== undefined
    const body = isZipped ? await zip(bytes, { level: 1 }) : bytes
    const encoding = isZipped && { 'content-encoding': 'gzip' }
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length, ...encoding })
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port // the server listens on a port
}

async function digestOf(query: Query): Promise<Digest> {
  const { total, ungrouped, json } = await opened(search)(query)
  const { bytes } = json('', '')
  return { total, ungrouped, cardBytes: bytes.length, sha1: createHash('sha1').update(bytes).digest('base64url') }
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
  loadPeer,
  openPeer,
  serve,
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
      if (!(page instanceof Promise)) return page.json('', '').release()
      return page.then(({ json }) => json('', '').release()) // as the server does after it has sent an answer
    })
  },
  openAsOf,
  roundAsOf,
  times: (paths) => timesOf(paths, (path) => answer(path, opened(catalog))),
}
answerQuestions({ ...questions }, () => close())
