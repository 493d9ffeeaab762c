import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type IssuedKey, openKeyring } from '../../src/guard/access/index.ts'
import { systemClock } from '../../src/kit/base/clock.ts'
import type { CatalogPage, KeysPage, OperatorStart, UsagePage } from '../../src/running/operating/pages.ts'
import { freePort } from '../free-port.ts'
import { type Exposition, readExposition } from '../http/read-exposition.ts'
import { ROOT, type Served, scratch, serve } from './program.ts'

const folder = scratch()
let served: Served

before(async () => {
  // the service makes the sample, so that the data are not older than the service
  const making = ['--homes', '500']
  served = await serve(folder.path, { PLAT_WORKERS: '2', PLAT_OPERATOR_PORT: '0', PLAT_SLOW_MS: '1' }, making)
})
after(() => folder.remove())

async function scrape(from = served): Promise<{ readonly page: string; readonly metrics: Exposition }> {
  const answer = await fetch(`${from.operators}/metrics`)
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8')
  const page = await answer.text()
  return { page, metrics: readExposition(page) }
}

/** Makes a call on a new connection. Any worker may get the connection. Resolves when the call is answered. */
async function call(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
  const answer = await served.get(path, { 'x-service-key': served.key, connection: 'close', ...headers }, method)
  await answer.arrayBuffer()
  return answer
}

interface Usage {
  readonly usage: readonly { readonly operation: string; readonly calls: number; readonly credits: number }[]
}

interface Found {
  readonly resultsCount: { readonly totalMatchingCount: number }
}

const SEARCH = '/search/byaddress?location=TX&listingStatus=For_Sale'

test('every call is counted once, in any thread, and the credits are those of the ledger', async () => {
  const [homePath = '', zpid = ''] = served.homePath.split('?zpid=')
  for (let time = 0; time < 12; time++) assert.equal((await call(served.homePath)).status, 200)
  const etag = (await call(served.homePath)).headers.get('etag') ?? ''
  assert.equal((await call(served.homePath, { 'if-none-match': etag })).status, 304)
  assert.equal((await call(served.homePath, {}, 'HEAD')).status, 200)
  assert.equal((await call(`${homePath}?zpid=9${zpid}`)).status, 404)
  assert.equal((await call(`${homePath}?zpid=nothing`)).status, 400)
  assert.equal((await call(served.homePath, { 'x-service-key': '' })).status, 401)
  for (let time = 0; time < 5; time++) assert.equal((await call(SEARCH)).status, 200)
  for (const path of ['/no-such-path', '/12-elm-street', '/media/nothing.svg'])
    assert.equal((await call(path)).status, 404)
  assert.equal((await fetch(`${served.a}/`, { headers: { 'x-service-key': served.key } })).status, 200)
  const { port } = new URL(served.a)
  const broken = connect(Number(port), '127.0.0.1')
  broken.write('no request\r\n\r\n')
  assert.match(await text(broken), /^HTTP\/1.1 400/)
  const { usage } = (await (await served.get('/usage')).json()) as Usage

  const { page, metrics } = await scrape()
  const requests = (operation: string, status: string) => {
    const labels = { operation, status }
    const number = metrics.value('plat_http_requests_total', labels)
    assert.equal(metrics.value('plat_http_request_duration_seconds_count', labels), number)
    return number
  }
  assert.deepEqual(
    ['2xx', '3xx', '4xx', '5xx', 'gone'].map((status) => requests(homePath, status)),
    [14, 1, 3, 0, 0],
  )
  assert.equal(requests('/search/byaddress', '2xx'), 5)
  assert.equal(requests('unknown', '4xx'), 2)
  assert.equal(requests('/media/', '4xx'), 1)
  assert.equal(requests('/usage', '2xx'), 1)
  assert.equal(requests('/', '2xx'), 1)
  assert.equal(metrics.sum('plat_http_requests_total'), 14 + 1 + 3 + 5 + 2 + 1 + 1 + 1)
  assert.equal(metrics.value('plat_http_queue_seconds_count'), metrics.sum('plat_http_requests_total'))

  for (const { operation, credits } of usage) {
    assert.equal(metrics.value('plat_credits_spent_total', { operation }), credits, operation)
  }
  assert.deepEqual(usage.map(({ operation }) => operation).sort(), [homePath, '/search/byaddress'].sort())
  assert.equal(metrics.sum('plat_credits_spent_total'), 14 + 5)

  const refusals = { 'home.unknown': 1, 'param.invalid': 1, 'key.missing': 1, 'route.unknown': 2, 'media.unknown': 1 }
  for (const [code, number] of Object.entries({ ...refusals, 'request.malformed': 1 })) {
    assert.equal(metrics.value('plat_http_refusals_total', { code }), number, code)
  }
  assert.equal(metrics.sum('plat_http_refusals_total'), 7)

  const kept = metrics.value('plat_http_kept_answers_total', { operation: '/search/byaddress' })
  assert.ok(kept >= 1 && kept <= 3, 'each thread keeps an answer once it was asked for twice')
  const worked = metrics.value('plat_http_work_seconds_total', { operation: homePath })
  const took = metrics.sum('plat_http_request_duration_seconds_sum', { operation: homePath })
  assert.ok(worked > 0 && took > 0)
  for (const secret of [served.key, 'elm', zpid, 'Sale', 'TX']) assert.equal(page.includes(secret), false, secret)
})

/** Returns the Prometheus queries of Plat's dashboard. */
function dashboardQueries(): readonly string[] {
  const text = readFileSync(join(ROOT, 'deploy/grafana-dashboard.json'), 'utf8')
  return [...text.matchAll(/"(?:expr|query)": ("(?:[^"\\]|\\.)*")/g)].map(
    ([, quoted = '""']) => JSON.parse(quoted) as string,
  )
}

/** Checks that the metrics page has every metric in the queries, with every label by which the queries group. */
function assertAnswered(queries: readonly string[], page: string): void {
  assert.ok(queries.length > 30)
  for (const query of queries) {
    for (const [name] of query.matchAll(/\b(?:plat|process)_[a-z_]+/g)) {
      const sample = new RegExp(`^${name}(?:\\{(.*)\\})? `, 'm').exec(page)
      assert.ok(sample !== null, `${name} is asked for in ${query}`)
      for (const [, labels = ''] of query.matchAll(/\bby \(([a-z, ]+)\)/g)) {
        for (const label of labels.split(', ')) assert.ok(sample[1]?.includes(`${label}="`), `${label} in ${query}`)
      }
    }
  }
}

test('the page has everything that the bundled dashboard queries', async () => {
  assertAnswered(dashboardQueries(), (await scrape()).page)
})

/** Requests one of the operators' pages on a new connection. */
async function operatorPage<T>(path: string, headers: Record<string, string> = {}): Promise<T> {
  const answer = await fetch(`${served.a}${path}`, { headers: { connection: 'close', ...headers } })
  assert.equal(answer.status, 200, path)
  return (await answer.json()) as T
}

test('operators on this machine see the same figures as in the ledger and the catalog', async () => {
  const { pages } = await operatorPage<OperatorStart>('/operator')
  assert.equal(pages.length, 5)
  const usage = await operatorPage<UsagePage>('/operator/usage')
  const own = ((await (await served.get('/usage/days')).json()) as { usage: object }).usage
  assert.deepEqual(usage.days, own)
  assert.deepEqual(usage.keys, [{ keyId: 'demo', calls: 19, credits: 19 }])
  const searched = usage.operations.find(({ operation }) => operation === '/search/byaddress')
  assert.partialDeepStrictEqual(searched, { requests: 5, statuses: { '2xx': 5 }, credits: 5 })
  assert.ok((searched?.latency?.p99Ms ?? 0) >= (searched?.latency?.p50Ms ?? 1))

  let catalog = await operatorPage<CatalogPage>('/operator/catalog')
  while (catalog.isCounting) {
    await pause(50)
    catalog = await operatorPage<CatalogPage>('/operator/catalog')
  }
  assert.deepEqual([catalog.kind, catalog.records.home, catalog.damage], ['sample', 500, null])
  const sum = (of: (state: CatalogPage['homes'][number]) => number) =>
    catalog.homes.reduce((total, state) => total + of(state), 0)
  assert.equal(
    sum(({ homes }) => homes),
    500,
  )
  assert.equal(
    sum(({ forSale, inactiveSales, forRent, sold, offMarket }) => forSale + inactiveSales + forRent + sold + offMarket),
    500,
  )
  const california = catalog.homes.find(({ state }) => state === 'CA')
  for (const [status, shown] of [
    ['Sold', california?.sold],
    ['For_Sale', california?.forSale],
  ] as const) {
    const path = `/search/byaddress?location=California&listingStatus=${status}`
    assert.equal(((await (await served.get(path)).json()) as Found).resultsCount.totalMatchingCount, shown, status)
  }
  const counted = catalog.sources.flatMap(({ nouns }) => nouns).filter(({ noun }) => noun === 'home')
  assert.deepEqual(
    counted.map(({ records }) => records),
    [500],
  )
  assert.equal(catalog.segments.find(({ noun }) => noun === 'home')?.homes, 500)
  const kinds = new Set(catalog.files.map(({ kind }) => kind))
  assert.deepEqual(
    ['catalogue', 'keys', 'people', 'other'].map((kind) => kinds.has(kind as 'other')),
    [true, true, true, false],
  )

  assert.deepEqual(await operatorPage('/operator/runs'), { runs: [] })
})

test('operators see the keys, but on another machine only with a key whose plan allows it', async () => {
  const keyring = await openKeyring(folder.path, systemClock, randomBytes)
  const made = new Map<string, IssuedKey>()
  for (const plan of ['basic', 'operator']) made.set(plan, await keyring.create({ plan, label: `for ${plan}` }))
  await keyring.close()
  const ask = async (plan: string, path: string, headers: Record<string, string> = {}) =>
    fetch(`${served.a}${path}`, { headers: { 'x-service-key': made.get(plan)?.key ?? '', ...headers } })
  while ((await ask('basic', served.homePath)).status === 401) await pause(50)
  const afar = { 'x-forwarded-for': '203.0.113.9' }
  assert.equal((await ask('basic', '/operator/keys', afar)).status, 403)
  const answer = await ask('operator', '/operator/keys', afar)
  assert.equal(answer.status, 200)
  const text = await answer.text()
  for (const { key } of made.values()) assert.equal(text.includes(key), false)
  const { keys } = JSON.parse(text) as KeysPage
  const basic = keys.find(({ plan }) => plan === 'basic')
  assert.deepEqual([keys.length, basic?.label, basic?.state, basic?.creditsLimit], [2, 'for basic', 'good', 10_000])
  assert.equal((await ask('operator', served.homePath)).status, 402, 'it buys no calls')
  const callsToday = async () =>
    (await operatorPage<KeysPage>('/operator/keys')).keys.find(({ plan }) => plan === 'basic')?.callsToday
  while ((await callsToday()) !== 1) await pause(50)
})

test('the metrics show the state of the catalog, the ledger, the threads and the process', async () => {
  let { page, metrics } = await scrape()
  const isSettled = () =>
    ['0', '1', '2'].every((thread) => metrics.value('plat_event_loop_delay_seconds_count', { thread }) > 0)
  while (!isSettled()) {
    await pause(100)
    ;({ page, metrics } = await scrape())
  }
  assert.equal(metrics.value('plat_catalog_records', { noun: 'home' }), 500)
  assert.equal(metrics.value('plat_catalog_damaged'), 0)
  assert.equal(metrics.sum('plat_catalog_info', { kind: 'sample' }), 1)
  const started = metrics.value('process_start_time_seconds')
  const changed = metrics.value('plat_catalog_data_timestamp_seconds')
  assert.ok(changed >= started && changed < started + 3600, `${changed} after ${started}`)
  for (const thread of ['0', '1', '2']) {
    assert.ok(metrics.value('plat_event_loop_delay_seconds_count', { thread }) > 0)
    assert.ok(metrics.value('plat_heap_used_bytes', { thread }) > 1e6)
    assert.ok(metrics.value('plat_event_loop_busy_seconds_total', { thread }) > 0)
  }
  assert.ok(metrics.value('process_resident_memory_bytes') > 50e6)
  assert.ok(metrics.value('process_cpu_seconds_total') > 0)
  assert.equal(metrics.value('plat_http_connections_limit'), 2000)
  assert.match(page, /^plat_http_connections \d+$/m)
  await served.stop()
})

test('a service with one thread reports the same metrics', async () => {
  const one = await serve(folder.path, { PLAT_WORKERS: '1', PLAT_OPERATOR_PORT: '0' })
  assert.equal((await one.get(one.homePath)).status, 200)
  const { metrics } = await scrape(one)
  assert.equal(metrics.sum('plat_http_requests_total'), 1)
  assert.equal(metrics.sum('plat_credits_spent_total'), 1)
  assert.equal(metrics.value('plat_http_connections_limit'), 2000)
  await one.stop()
})

test('while the catalog is being made, the page says so', async () => {
  const port = await freePort()
  const fresh = scratch()
  const starting = serve(fresh.path, { PLAT_OPERATOR_PORT: String(port) }, ['--homes', '3000'])
  let hasFailed = false
  starting.catch(() => {
    hasFailed = true
  })
  const seen = new Set<number>()
  while (!seen.has(200) && !hasFailed) {
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`).catch(() => undefined)
    if (answer !== undefined) seen.add(answer.status)
    await pause(5)
  }
  await (await starting).stop()
  fresh.remove()
  assert.deepEqual(
    [...seen].filter((status) => status !== 503),
    [200],
  )
})
