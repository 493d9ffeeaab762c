import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { NaiveLog } from '../../../../test/catalog/naive-log.ts'
import { inject } from '../../../../test/http/inject.ts'
import { TRIAL_KEY, TrialAccess, TrialAudit, trialKept } from '../../../../test/http/trial.ts'
import { AGENTS, HOMES, NOW_MS, RICH } from '../../../../test/operations/made-homes.ts'
import { smallContext } from '../../../../test/operations/small-catalog.ts'
import type { Plan } from '../../../guard/access/access.ts'
import { silentLog } from '../../../kit/base/log.ts'
import type { Home } from '../../../model/home.ts'
import { homeChanges } from '../../../service/operations/changes.ts'
import { buildServer } from '../listening/server.ts'
import { STREAMS_OF_KEY_MAX } from '../load/streams.ts'
import { Service } from './service.ts'

const KEY = { 'x-service-key': TRIAL_KEY }
const others = HOMES.filter(({ zpid }) => zpid !== RICH.zpid)

function richAt(listPrice: number): Home {
  return { ...RICH, listing: { kind: 'sale', status: 'Active', listedBy: 'agent', ...RICH.listing, listPrice } }
}

/** Makes a service with a log of changes. `commit` adds changes and creates a new version of the catalog. */
function serve(plan: Partial<Plan> = {}) {
  const log = new NaiveLog({ home: HOMES, agent: AGENTS }, NOW_MS)
  const { catalog, ...context } = smallContext()
  let commits = 0
  const about = () => ({ ...catalog.about(), dataVersion: `v${commits}` })
  const access = new TrialAccess(plan)
  const version = () => `v${commits}`
  const service = new Service({
    operations: [homeChanges],
    pictures: async () => undefined,
    settings: { serviceWord: 'service', corsOrigins: '*', portalWord: 'Portal' },
    log: silentLog,
    backend: {
      access,
      audit: new TrialAudit(),
      context: { ...context, catalog: { ...catalog, log, about, version } },
      kept: trialKept(),
    },
  })
  const server = buildServer(service)
  const commit = (home: readonly Home[]) => {
    commits += 1
    log.commit({ home }, NOW_MS + commits * 60_000)
  }
  return {
    service,
    access,
    server,
    log,
    reprice: (price: number) => commit([...others, richAt(price)]),
    commit,
    get: (query: string, headers: Record<string, string> = {}) =>
      inject(server, { url: `/changes?${query}`, headers: { ...KEY, ...headers } }),
  }
}

type Served = ReturnType<typeof serve>

/** Opens a stream and reads its messages one by one. */
async function listen({ server, get }: Served, query: string, headers: Record<string, string> = {}) {
  if (!server.listening) await get('since=now')
  const { port } = server.address() as AddressInfo // the server listens on TCP
  const asked = request({
    port,
    path: `/changes?${query}`,
    headers: { ...KEY, accept: 'text/event-stream', ...headers },
    agent: false,
  })
  asked.end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  answer.setEncoding('utf8')
  let text = ''
  const pieces = answer[Symbol.asyncIterator]()
  const message = async (): Promise<Readonly<Record<string, string>> | undefined> => {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end >= 0) {
        const lines = text.slice(0, end).split('\n')
        text = text.slice(end + 2)
        return Object.fromEntries(
          lines.map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]),
        )
      }
      const { value, done } = await pieces.next()
      if (done) return undefined
      text += value
    }
  }
  /** Returns the next message that contains an event. */
  const event = async () => {
    for (;;) {
      const read = await message()
      if (read === undefined || read.data !== undefined) return read
    }
  }
  return { answer, message, event, end: () => asked.destroy() }
}

test('a waiting call is answered when a matching change is committed, and counts as in flight until then', async () => {
  const { get, reprice, access, service } = serve()
  const waiting = get('since=now&wait=60')
  while (access.inFlight === 0) await new Promise((resolve) => setImmediate(resolve))
  const meanwhile = await get('since=now')
  assert.deepEqual([meanwhile.statusCode, meanwhile.json().events], [200, []])
  reprice(940_000)
  const { events, more } = (await waiting).json()
  assert.deepEqual([events.length, events[0].price, more], [1, 940_000, false])
  assert.equal(access.inFlight, 0)
  assert.equal(service.queue.size, 0)
})

test('a waiting call ignores changes that do not match, and gets an empty answer when its time is up', async () => {
  const { get, reprice, commit } = serve()
  const waiting = get('since=now&wait=60&kinds=gone')
  await new Promise((resolve) => setTimeout(resolve, 60))
  reprice(940_000)
  await new Promise((resolve) => setTimeout(resolve, 60))
  commit(others)
  assert.deepEqual(
    (await waiting).json().events.map(({ kinds }: { kinds: string[] }) => kinds.join()),
    ['gone'],
  )
  const { events, more } = (await get('since=now&wait=1')).json()
  assert.deepEqual([events, more], [[], false])
})

test('an answer costs the price of its events, and an empty answer is free', async () => {
  const { get, reprice, access } = serve({ rowsPerCredit: 2, credits: 3 })
  assert.equal((await get('since=now')).headers['x-credits-cost'], '0')
  for (const price of [1, 2, 3, 4, 5]) reprice(price)
  const short = await get('resultCount=50&kinds=price')
  assert.equal(short.headers['x-credits-cost'], '3')
  const refused = await get('resultCount=4')
  assert.equal(refused.statusCode, 402)
  assert.deepEqual(access.events, ['settled /changes 3'])
})

test('the same cursor gives the same answer, which is free for clients that have it', async () => {
  const { get, reprice } = serve()
  reprice(5)
  const first = await get('')
  const again = await get('', { 'if-none-match': String(first.headers.etag) })
  assert.deepEqual([again.statusCode, again.headers['x-credits-cost']], [304, '0'])
  reprice(6)
  const { events } = (await get('')).json()
  assert.deepEqual(events.slice(0, 1), first.json().events)
})

test('a stream sends each event with its cursor, and a client that reconnects continues after its last event', async () => {
  const served = serve()
  served.reprice(1)
  const stream = await listen(served, '')
  assert.equal(stream.answer.headers['content-type'], 'text/event-stream; charset=utf-8')
  const first = await stream.event()
  assert.deepEqual([first?.event, JSON.parse(first?.data ?? '').cursor], ['change', first?.id])
  served.reprice(2)
  assert.equal(JSON.parse((await stream.event())?.data ?? '').price, 2)
  stream.end()
  served.reprice(3)
  const back = await listen(served, '', { 'last-event-id': first?.id ?? '' })
  assert.deepEqual(
    [JSON.parse((await back.event())?.data ?? '').price, JSON.parse((await back.event())?.data ?? '').price],
    [2, 3],
  )
  back.end()
  while (served.access.inFlight > 0) await new Promise((resolve) => setImmediate(resolve))
})

test('a message without data moves the cursor of a stream past events that do not match its filter', async () => {
  const served = serve()
  const stream = await listen(served, 'since=now&kinds=gone')
  const begun = await stream.message()
  served.reprice(1)
  const moved = await stream.message()
  assert.deepEqual([begun?.data, moved?.data, moved?.id === begun?.id], [undefined, undefined, false])
  assert.equal((await served.get(`since=${moved?.id}`)).json().events.length, 0)
  stream.end()
})

test('a stream debits one credit for several events in advance, and ends with the reason if no credits are left', async () => {
  const served = serve({ rowsPerCredit: 2, credits: 2 })
  const stream = await listen(served, '')
  for (const price of [1, 2, 3, 4, 5]) {
    served.reprice(price)
    const event = await stream.event()
    const sent = JSON.parse(event?.data ?? '')
    if (price < 5) assert.equal(sent.price, price)
    else assert.deepEqual([event?.event, sent.code], ['error', 'credits.exhausted'])
  }
  assert.equal(await stream.event(), undefined)
  assert.deepEqual(served.access.events, ['settled /changes 1', 'settled /changes 1'])
})

test('an invalid request, or a stream beyond the limit of a key, is refused before the stream begins', async () => {
  const served = serve({ callsInFlight: 100 })
  for (const [id, status] of [
    ['nothing', 400],
    ['AAAAAA.1', 410],
  ] as const) {
    const refused = await listen(served, '', { 'last-event-id': id })
    assert.deepEqual(
      [refused.answer.statusCode, refused.answer.headers['content-type']],
      [status, 'application/problem+json'],
    )
    refused.answer.resume()
  }
  const streams = []
  for (let open = 0; open < STREAMS_OF_KEY_MAX; open++) streams.push(await listen(served, 'since=now'))
  const refused = await listen(served, 'since=now')
  assert.equal(refused.answer.statusCode, 429)
  refused.end()
  for (const stream of streams) stream.end()
  while (served.access.inFlight > 0) await new Promise((resolve) => setImmediate(resolve))
  const last = await listen(served, 'since=now')
  assert.equal(last.answer.statusCode, 200)
  last.end()
})

test('closing ends streams and answers calls that wait', async () => {
  const served = serve()
  const stream = await listen(served, 'since=now')
  const waiting = served.get('since=now&wait=60')
  while (served.access.inFlight < 2) await new Promise((resolve) => setImmediate(resolve))
  served.service.beginClosing()
  assert.equal(await stream.event(), undefined)
  assert.deepEqual((await waiting).json().events, [])
})

test('a client that stops reading holds at most one page in memory, and later gets everything', async () => {
  const served = serve({ credits: 1_000_000 })
  const stream = await listen(served, 'resultCount=200')
  stream.answer.pause()
  const count = 1000
  for (let price = 1; price <= count; price++) served.log.commit({ home: [...others, richAt(price)] }, NOW_MS + price)
  served.reprice(0)
  let read = 0
  for (; read < count; read++) assert.equal(JSON.parse((await stream.event())?.data ?? '').price, read + 1)
  assert.equal(JSON.parse((await stream.event())?.data ?? '').price, 0)
  stream.end()
})

test('a stream lets other calls run between two pages, even if its client reads fast', async () => {
  const served = serve({ credits: 1_000_000 })
  const count = 500
  for (let price = 1; price <= count; price++) served.log.commit({ home: [...others, richAt(price)] }, NOW_MS + price)
  const stream = await listen(served, 'resultCount=1')
  let turns = 0
  const timer = setInterval(() => turns++, 0)
  for (let read = 0; read < count; read++) await stream.event()
  clearInterval(timer)
  assert.ok(turns > 10, `${turns} turns`)
  stream.end()
})
