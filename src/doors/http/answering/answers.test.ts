import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { inject } from '../../../../test/http/inject.ts'
import { TRIAL_KEY, trial } from '../../../../test/http/trial.ts'
import { number, object, text as saidText } from '../../../kit/answers/index.ts'
import { type Clock, DAY_MS, dayOf, fixedClock } from '../../../kit/base/clock.ts'
import { optional, personal, text, wholeNumber } from '../../../kit/params/index.ts'
import { operation } from '../../../service/operations/operation.ts'
import { buildServer } from '../listening/server.ts'

type Parts = Parameters<typeof trial>[0]

/** Makes a service that numbers its answers, so that a test recognizes a cached answer. */
function serve(parts: Parts = {}) {
  let runs = 0
  let meanwhile = () => {}
  const run = async ({ times = 1 }: { readonly times?: number | undefined }) => {
    runs += 1
    meanwhile()
    return { runs, filler: 'x'.repeat(times) }
  }
  const declared = { summary: 'Counts.', group: 'Trial', answer: object({ runs: number(), filler: saidText() }) }
  const parameters = { times: optional(wholeNumber(1, 200_000), 'How often.') }
  const operations = [
    operation({ ...declared, path: '/count', parameters, run }),
    operation({
      ...declared,
      path: '/skip/count',
      credits: 6,
      skip: true,
      parameters: { whom: personal(optional(text(9, 'Ann'), 'Who.')) },
      subject: ({ whom }) => String(whom),
      run: () => run({}),
    }),
  ]
  const made = trial({ operations, plan: { skip: true, ...parts?.plan }, ...parts })
  const server = buildServer(made.service)
  const get = (url: string, headers: Record<string, string | undefined> = {}, method = 'GET') =>
    inject(server, { url, method, headers: { 'x-service-key': TRIAL_KEY, ...headers } })
  return {
    ...made,
    get,
    runs: () => runs,
    duringRuns: (act: () => void) => {
      meanwhile = act
    },
  }
}

test('a 304 is sent before an operation runs or credits are reserved, even if no credits are left', async () => {
  const { get, runs, access } = serve({ plan: { credits: 1 } })
  const { etag } = (await get('/count?x=1')).headers
  const again = await get('/count?x=1', { 'if-none-match': `"other", W/${etag}` })
  assert.deepEqual([again.statusCode, again.headers.etag, again.payload], [304, etag, ''])
  assert.equal(again.headers['x-credits-cost'], '0')
  assert.equal(again.headers['x-ignored-parameters'], 'x')
  assert.deepEqual([runs(), access.idempotencyKeys.length], [1, 1])
  assert.equal((await get('/count?x=1')).statusCode, 402)
})

test('the third request gets the cached second answer, at the normal price', async () => {
  const { get, runs, access } = serve()
  const [, second, third, head] = [
    await get('/count?tims=1'),
    await get('/count?tims=1'),
    await get('/count?tims=1'),
    await get('/count?tims=1', {}, 'HEAD'),
  ]
  assert.equal(runs(), 2)
  assert.equal(third.payload, second.payload)
  for (const name of ['etag', 'content-length', 'content-type', 'cache-control', 'x-ignored-parameters', 'vary']) {
    assert.equal(third.headers[name], second.headers[name], name)
    assert.equal(head.headers[name], second.headers[name], name)
  }
  assert.equal(head.payload, '')
  assert.deepEqual(access.events, Array(4).fill('settled /count 1'))
  assert.equal(third.headers['x-credits-remaining'], '97')
  assert.notEqual(third.headers['x-request-id'], second.headers['x-request-id'])
})

test('an answer is cached for each requested encoding, with separate tags', async () => {
  const { get, runs } = serve()
  const ask = (encoding?: string) => get('/count?times=5000', { 'accept-encoding': encoding })
  for (const encoding of [undefined, undefined, 'gzip', 'gzip', 'x-gzip']) await ask(encoding)
  const before = runs()
  const [plain, zipped, alias] = [await ask(), await ask('gzip'), await ask('x-gzip')]
  assert.equal(runs(), before)
  assert.equal(zipped.headers['content-encoding'], 'gzip')
  assert.equal(gunzipSync(zipped.rawPayload).length, plain.rawPayload.length)
  assert.equal(alias.headers.etag, zipped.headers.etag)
  assert.notEqual(zipped.headers.etag, plain.headers.etag)
})

test('a tag of an encoding that the client does not accept does not lead to a 304', async () => {
  const { get } = serve()
  const { etag } = (await get('/count?times=5000', { 'accept-encoding': 'gzip' })).headers
  const asked = { 'if-none-match': etag }
  assert.equal((await get('/count?times=5000', asked)).statusCode, 200)
  assert.equal((await get('/count?times=5000', { ...asked, 'accept-encoding': 'gzip;q=0, br' })).statusCode, 200)
  assert.equal((await get('/count?times=5000', { ...asked, 'accept-encoding': 'br, gzip' })).statusCode, 304)
})

test('requests differ by handling, query and letter case of values', async () => {
  const { get } = serve()
  const tags = new Set<unknown>()
  for (const handling of ['normal', 'handling=lenient', 'handling=strict'])
    for (const query of ['', '?times=2', '?times=3', '?times=2&times='])
      tags.add((await get(`/count${query}`, { prefer: handling })).headers.etag)
  tags.delete(undefined) // refusals have no ETag
  assert.ok(tags.size >= 9, String(tags.size))
})

test('answers about people are made and audited each time, also for a 304', async () => {
  const { get, runs, audit } = serve()
  for (let asked = 1; asked <= 4; asked++) {
    assert.equal((await get('/skip/count?whom=Ann')).json().runs, asked)
  }
  const { etag } = (await get('/skip/count?whom=Ann')).headers
  assert.equal((await get('/skip/count?whom=Ann', { 'if-none-match': etag })).statusCode, 304)
  assert.deepEqual([runs(), audit.entries.length], [5, 6])
  audit.broken = true
  assert.equal((await get('/skip/count?whom=Ann', { 'if-none-match': etag })).statusCode, 503)
})

test('another day or state of the catalog has different answers and tags', async () => {
  const clock = fixedClock(DAY_MS)
  let state = 'v1'
  const { get, runs } = serve({ clock, version: () => state })
  const asked = async () => {
    await get('/count')
    await get('/count')
    const { etag } = (await get('/count')).headers
    assert.equal((await get('/count', { 'if-none-match': etag })).statusCode, 304)
    return etag
  }
  const first = await asked()
  clock.set(2 * DAY_MS - 1)
  assert.equal((await get('/count')).headers.etag, first)
  assert.equal(runs(), 2)
  clock.set(2 * DAY_MS)
  const second = await asked()
  state = 'v2'
  const third = await asked()
  assert.equal(runs(), 6)
  assert.equal(new Set([first, second, third]).size, 3)
  for (const stale of [first, second]) assert.equal((await get('/count', { 'if-none-match': stale })).statusCode, 200)
})

test('if the catalog changes while an answer is made, it is made again, not cached, and gets another tag', async () => {
  let state = 0
  const { get, runs, duringRuns } = serve({ version: () => String(state) })
  const { etag } = (await get('/count')).headers
  duringRuns(() => {
    state = 1
  })
  const late = (await get('/count?')).headers.etag
  duringRuns(() => {})
  for (const stale of [etag, late]) {
    const { statusCode, headers } = await get('/count?', { 'if-none-match': stale })
    assert.deepEqual([statusCode, headers.etag === stale], [200, false])
  }
  assert.equal(runs(), 5)
})

test('a damaged catalog makes each answer again', async () => {
  const { get, runs } = serve({ damage: 'The catalog is damaged.' })
  for (let asked = 1; asked <= 3; asked++) assert.equal((await get('/count')).json().runs, asked)
  assert.equal(runs(), 3)
})

test('refusals are not cached', async () => {
  const { get, access } = serve()
  for (let asked = 0; asked < 3; asked++) assert.equal((await get('/count?times=0')).statusCode, 400)
  assert.equal(access.misses, 3)
})

test('an answer uses the clock of its area, names its day, and is made again when the day changes', async () => {
  const [wall, data] = [fixedClock(20_000 * DAY_MS), fixedClock(10_000 * DAY_MS)]
  const ran = async (_args: object, { clock }: { readonly clock: Clock }) => ({ day: dayOf(clock.now()) })
  const declared = { summary: 'Tells the day.', group: 'Trial', answer: object({ day: saidText() }), parameters: {} }
  const skip = { skip: true as const, credits: 6, subject: () => 'somebody' }
  const operations = [
    operation({ ...declared, path: '/day', run: ran }),
    operation({ ...declared, ...skip, path: '/skip/day', run: ran }),
    operation({ ...declared, path: '/other/day', area: 'B', run: ran }),
  ]
  const dataClocks = { A: data, B: wall, C: wall }
  const { service } = trial({ operations, clock: wall, dataClocks, plan: { skip: true, areas: ['A', 'B'] } })
  const server = buildServer(service)
  const get = async (url: string, etag?: string) => {
    const answer = await inject(server, { url, headers: { 'x-service-key': TRIAL_KEY, 'if-none-match': etag } })
    const { 'x-data-today': told, etag: tag } = answer.headers
    return { ...answer, told, etag: tag as string } // the service sends only one ETag
  }

  const first = await get('/day')
  assert.deepEqual([first.json(), first.told], [{ day: '1997-05-19' }, '1997-05-19'])
  const again = await get('/day', first.etag)
  assert.deepEqual([again.statusCode, again.told], [304, '1997-05-19'])
  data.set(10_001 * DAY_MS)
  const next = await get('/day', first.etag)
  assert.deepEqual([next.statusCode, next.json(), next.told], [200, { day: '1997-05-20' }, '1997-05-20'])

  const today = dayOf(wall.now())
  for (const url of ['/skip/day', '/other/day']) {
    const answer = await get(url)
    assert.deepEqual([answer.json(), answer.told], [{ day: today }, undefined], url)
  }
  assert.deepEqual((await get('/usage')).json().dataToday, { A: '1997-05-20', B: today, C: today })
})
