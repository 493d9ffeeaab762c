import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeSample } from '../sample/sample.ts'
import { openCatalog, openWriter } from '../src/catalog/opening/open.ts'
import type { Catalog } from '../src/catalog/ports/catalog.ts'
import type { ChangeLog } from '../src/catalog/ports/change-log.ts'
import type { Context } from '../src/catalog/ports/context.ts'
import { problemOf } from '../src/doors/http/content/failure.ts'
import { AreaDays } from '../src/doors/http/routes/area-days.ts'
import { KEPT_RUNS } from '../src/doors/http/routes/kept.ts'
import type { RoutesService } from '../src/doors/http/routes/route.ts'
import { routesOf } from '../src/doors/http/routes/routes.ts'
import { tileJson } from '../src/doors/http/routes/tile-json.ts'
import { operationId } from '../src/doors/openapi/document.ts'
import { endpointName } from '../src/doors/openapi/endpoint.ts'
import { EXAMPLES_FILE } from '../src/doors/openapi/examples.ts'
import { KEPT } from '../src/doors/openapi/kept-endpoints.ts'
import { openSubscriptions } from '../src/guard/subscriptions/index.ts'
import { writeJson } from '../src/kit/answers/index.ts'
import { DAY_MS, fixedClock } from '../src/kit/base/clock.ts'
import { FAILURES, type FailureCode, Fault } from '../src/kit/base/failure.ts'
import { silentLog } from '../src/kit/base/log.ts'
import { portalWords } from '../src/kit/base/words.ts'
import { parse } from '../src/kit/params/index.ts'
import type { Home } from '../src/model/home.ts'
import { exampleHome } from '../src/running/serving/example-home.ts'
import { OPERATIONS } from '../src/service/operations/index.ts'
import { EncodedAnswer, type Operation } from '../src/service/operations/operation.ts'
import { cardMaker } from '../src/service/rendering/card-maker.ts'
import { PORTAL_KEYS } from '../src/service/rendering/portal-keys.ts'
import { askedSearch, hearTiles, indexOf, type TileSearch, tokenOf } from '../src/service/tiles/tile-search.ts'
import { NaiveLog } from '../test/catalog/naive-log.ts'
import { exampleQueryOf, exampleRecords } from '../test/example-queries.ts'
import { TrialAccess } from '../test/http/trial.ts'
import { shortened } from './shortened.ts'

/**
 * Writes the examples of the OpenAPI documents. It calls each operation on a small sample, once with success and once
 * with a value that does not exist. A line of the file changes only if the answer or the sample changes.
 */

const NOW_MS = Date.UTC(2026, 10, 1, 12)
const HOMES = 500
const SEED = 1

/** Made-up words that occur nowhere else in answers. The service's own words replace them later. */
const WORDS = {
  Portal: 'Qportalword',
  portal: 'qportalword',
  portalOrigin: 'https://portal.example',
  mediaOrigin: 'http://127.0.0.1:8080',
}
const PLACEHOLDERS: readonly (readonly [string, string])[] = [
  ...Object.values(PORTAL_KEYS).map((key) => [portalWords(WORDS)(key), key] as const),
  [WORDS.Portal, '{Portal}'],
  [WORDS.portal, '{portal}'],
]

/** For some parameters, a value that no catalog contains. */
const UNKNOWN: Readonly<Record<string, string>> = {
  zpid: '1',
  byzpid: '1',
  url: 'https://portal.example/homedetails/x/1_zpid/',
  byurl: 'https://portal.example/homedetails/x/1_zpid/',
  propertyaddress: '1 Nowhere Street, Austin, TX 78701',
  byaddress: '1 Nowhere Street, Austin, TX 78701',
  bylotid: 'nowhere',
  encodedZuid: 'nobody',
  agent_link: 'https://portal.example/profile/nobody/',
  peo_id: 'nobody',
  mlsid: 'none',
  search_query: 'Nowhere At All, ZZ',
}

type Query = Readonly<Record<string, string>>

export async function examplesPage(): Promise<{ readonly path: string; readonly text: string }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-examples-'))
  try {
    const lines = await examples(dataDir)
    const path = relative('.', fileURLToPath(EXAMPLES_FILE))
    return { path, text: lines.map((line) => `${placeholders(JSON.stringify(line))}\n`).join('') }
  } finally {
    rmSync(dataDir, { recursive: true })
  }
}

async function examples(dataDir: string): Promise<object[]> {
  const cards = cardMaker(WORDS)
  const writer = openWriter({ dataDir, kind: 'sample', replace: false, cards, newCatalogId: () => '0'.repeat(16) })
  await makeSample(writer, { homes: HOMES, seed: SEED, nowMs: NOW_MS })
  const catalog = openCatalog(dataDir, silentLog, cards)
  try {
    const records = await exampleRecords(catalog)
    const shown = await exampleHome(catalog)
    const house = shown?.facts.walkScore === undefined ? records.house : shown
    const changing = withLog(catalog, await exampleLog(house, catalog))
    const context = Object.freeze({ catalog: changing, clock: fixedClock(NOW_MS), log: silentLog, words: WORDS })
    const asked = OPERATIONS.map((operation) => ({
      operation,
      query: declaredNames(exampleQueryOf(operation, { ...records, house })),
    }))
    const calls = await Promise.all(asked.map(({ operation, query }) => answered(operation, query, context)))
    const missed = await Promise.all(asked.map(({ operation, query }) => missing(operation, query, context)))
    return [
      ...calls,
      ...(await endpoints(context)),
      ...(await keptEndpoints(context, house, dataDir)),
      ...(await tileEndpoints(context, house)),
      ...missed.flat(),
      ...refusals(missed.flat().map(({ body }) => body.code)),
    ]
  } finally {
    catalog.close()
  }
}

async function answered(operation: Operation, query: Query, context: Context): Promise<object> {
  return { path: operation.path, query, body: shortened(await bodyOf(operation, query, context)) }
}

/** Returns the operation's refusal of an unknown value; empty if it does not refuse such values. */
async function missing(operation: Operation, query: Query, context: Context) {
  const names = Object.keys(query).filter((name) => UNKNOWN[name] !== undefined)
  if (names.length === 0) return []
  const unknown = { ...query, ...Object.fromEntries(names.map((name) => [name, UNKNOWN[name] ?? ''])) }
  try {
    await bodyOf(operation, unknown, context)
    return []
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return [{ name: operationId(operation.path), body: problemOf(error, REQUEST_ID) }]
  }
}

const REQUEST_ID = 'Zm9vYmFy-1'

async function bodyOf({ parameters, rules, run }: Operation, query: Query, context: Context): Promise<object> {
  const read = parse(parameters, rules, Object.entries(query))
  const answer = await run(read.args, context, read.texts)
  // JSON.parse returns an object, because the answer is an object
  if (!(answer instanceof EncodedAnswer)) return JSON.parse(JSON.stringify(answer)) as object
  const { bytes, release } = answer.body.json()
  const body: object = JSON.parse(Buffer.from(bytes).toString())
  release()
  return body
}

/** Returns examples of endpoints without an area: real answers if they need a key, otherwise short made-up answers. */
async function endpoints(context: Context): Promise<object[]> {
  const access = new TrialAccess({ areas: ['A', 'B', 'C'] })
  const caller = { access, account: access.account, days: new AreaDays(context) }
  // The called routes do not use the service, so it can be empty.
  const routes = [...routesOf([], { keyHeaders: [], words: WORDS }, {} as RoutesService).values()]
  const keyed = routes.filter((route) => route.kind === 'keyed')
  const answers = keyed.map(
    async ({ path, run }) =>
      [
        path,
        await run({ args: {}, ignored: [], warnings: [], texts: new Map(), handling: 'normal' }, context, caller),
      ] as const,
  )
  const openapi = { openapi: '3.1.0', info: { title: 'Plat', version: '1.0.0' }, paths: {} }
  const open = {
    '/openapi.json': openapi,
    '/openapi-3.0.json': { ...openapi, openapi: '3.0.3' },
    '/health/live': { status: 'live', version: '1.0.0' },
    '/health/ready': { status: 'ready' },
  }
  const bodies = [...(await Promise.all(answers)), ...Object.entries(open)]
  return bodies.map(([path, body]) => ({ path, query: {}, body }))
}

function dearer(price: number): number {
  return Math.ceil(price * 1.05)
}

/** Returns a log of changes in which the prices of a home and an offer fell a day ago. */
async function exampleLog(home: Home, { pages }: Catalog): Promise<ChangeLog> {
  const [stamped] = await pages.between('offer', { from: 0, to: Number.MAX_SAFE_INTEGER }, 1)
  const { listing } = home
  if (listing?.listPrice === undefined || stamped?.record.price === undefined)
    throw new Error('an example lacks a price')
  const before = { ...home, listing: { ...listing, listPrice: dearer(listing.listPrice) } }
  const offer = { ...stamped.record, price: dearer(stamped.record.price) }
  const log = new NaiveLog({ home: [before], offer: [offer] }, NOW_MS - 2 * DAY_MS)
  log.commit({ home: [home], offer: [stamped.record] }, NOW_MS - DAY_MS)
  return log
}

/** Makes each call about saved searches and webhooks. The price of a home fell a day before. */
async function keptEndpoints(context: Context, home: Home, dataDir: string): Promise<object[]> {
  const { clock } = context
  const { address } = home
  let calls = 0
  const randomness = (sizeBytes: number) => createHash('sha512').update(`${++calls}`).digest().subarray(0, sizeBytes)
  const { subscriptions, close } = await openSubscriptions({ dataDir, clock, randomness })
  const { account } = new TrialAccess({ areas: ['A', 'B', 'C'] })
  const given = {
    handling: 'normal',
    account,
    origin: WORDS.mediaOrigin,
    context,
    clocks: { A: clock, B: clock, C: clock },
    subscriptions,
    hooks: {
      refusalOf: async () => undefined,
      test: async () => ({ isTaken: true, sentence: 'The receiver answered 204.' }),
    },
  }
  const lines: object[] = []
  const ask = async (name: keyof typeof KEPT, more: object = {}) => {
    // each function in KEPT_RUNS declares its own type of call
    const body = JSON.parse(writeJson(await KEPT_RUNS[name]({ ...given, ...more } as never)))
    lines.push({ path: endpointName(KEPT[name]), query: {}, body: shortened(body) })
    return body
  }
  const parameters = { location: `${address.city}, ${address.state}`, listingStatus: 'For_Sale' }
  const body = { label: 'Near work', path: '/search/byaddress', parameters }
  const { searchId: id } = (await ask('makeSearch', { body })).search
  await ask('listSearches')
  await ask('showSearch', { id })
  await ask('renewFeed', { id })
  await ask('changeSearch', { id, body: { label: 'Near school' } })
  await ask('readChanges', { id, args: { since: { kind: 'moment', atMs: NOW_MS - 1.5 * DAY_MS }, resultCount: 50 } })
  const { webhookId } = (await ask('makeWebhook', { body: { url: HOOK, searchId: id } })).webhook
  await ask('listWebhooks')
  for (const name of [
    'showWebhook',
    'changeWebhook',
    'showSecrets',
    'renewSecret',
    'testWebhook',
    'endWebhook',
  ] as const)
    await ask(name, { id: webhookId, body: { url: HOOK } })
  await ask('endSearch', { id })
  await ask('makeToken', { body: { path: '/search/byaddress', parameters, seconds: 3600 }, fingerprint: '' })
  await close()
  return lines
}

async function tileEndpoints(context: Context, { address }: Home): Promise<object[]> {
  const parameters = { listingStatus: 'For_Sale', location: `${address.city}, ${address.state}` }
  const asked = askedSearch('/search/byaddress', parameters, 'normal')
  const bodyFor = async (search: TileSearch, name: string) => {
    const heard = await hearTiles(search, context, undefined)
    const index = await indexOf(heard, context)
    return tileJson(index, heard, `${WORDS.mediaOrigin}/tiles/${name}/{z}/{x}/{y}`, context.catalog.about())
  }
  const query = { path: asked.path, ...parameters }
  const { dataVersion } = context.catalog.about()
  return [
    { path: '/tiles', query, body: await bodyFor(asked, tokenOf(asked, dataVersion)) },
    { path: '/tiles/{search}', query: {}, body: await bodyFor('For_Sale', 'For_Sale') },
  ]
}

const HOOK = 'https://example.org/hook'

/**
 * Returns the catalog with another log of changes. Methods still run on the original object, because it has private
 * fields.
 */
function withLog(catalog: Catalog, log: ChangeLog): Catalog {
  return new Proxy(catalog, {
    get: (target, name) => {
      const value: unknown = name === 'log' ? log : Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** Returns an example for each failure that no other example shows. */
function refusals(shown: readonly string[]): object[] {
  const codes = Object.keys(FAILURES) as FailureCode[] // FAILURES has no other keys
  return codes
    .filter((code) => !shown.includes(code))
    .map((code) => ({ name: code, body: problemOf(new Fault(code), REQUEST_ID) }))
}

/** Returns the query with the declared parameter names. */
function declaredNames(query: Query): Query {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name.replace('Portal', '{Portal}'), value]))
}

function placeholders(text: string): string {
  return PLACEHOLDERS.reduce((put, [word, placeholder]) => put.replaceAll(word, placeholder), text)
}
