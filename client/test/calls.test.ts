import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { type Fetch, isRefusal, Plat, PlatError, RefusalError, UnreachableError } from '../src/index.ts'
import { answering, type Made, refusal } from './answering.ts'

const URL_A = 'http://plat.test:8080'

beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }))
afterEach(() => mock.timers.reset())

/** Advances the mock timers until the promise settles. Returns how many milliseconds that took. */
async function elapsed<T>(promise: Promise<T>): Promise<{ readonly ms: number; readonly outcome: unknown }> {
  let isOver = false
  const outcome = promise
    .catch((error: unknown) => error)
    .finally(() => {
      isOver = true
    })
  for (let ms = 0; ; ms += 50) {
    await new Promise((resolve) => setImmediate(resolve))
    if (isOver) return { ms, outcome: await outcome }
    mock.timers.tick(50)
  }
}

function platOf(make: Parameters<typeof answering>[0], options: Partial<ConstructorParameters<typeof Plat>[0]> = {}) {
  const { fetch, sent } = answering(make)
  return { plat: new Plat({ url: URL_A, key: 'plat_key', fetch, random: () => 0.123456789, ...options }), sent }
}

const inTurn =
  (...made: readonly (Made | Error | 'silence')[]) =>
  (_: unknown, count: number) =>
    made[Math.min(count, made.length) - 1] ?? {}

test('a result has the data, the credits, the version, the day and the id of its call', async () => {
  const body = { results: [], warnings: [{ parameter: 'x', code: 'param.unknown', detail: 'Unknown.' }] }
  const { plat, sent } = platOf(() => ({ body, headers: { 'x-ignored-parameters': 'x, %C3%A9' } }))
  const result = await plat.autocomplete({ query: 'Aus' })
  assert.deepEqual(result, {
    data: body,
    credits: { spent: 1, left: 99, limit: 100 },
    dataVersion: 'v1',
    today: '2026-11-01',
    requestId: 'r1',
    ignored: ['x', 'é'],
    warnings: body.warnings,
    attempts: 1,
  })
  assert.equal(sent[0]?.url, `${URL_A}/autocomplete?query=Aus`)
  assert.equal(sent[0]?.headers['x-api-key'], 'plat_key')
})

test('calls that were refused because there were too many at once try again one by one, so that none is lost', async () => {
  const [answer, refuse] = [
    answering(() => ({})),
    answering(() => refusal('calls.too_many', 429, { 'retry-after': '0' })),
  ]
  let inFlight = 0
  const fetch: Fetch = async (url, init) => {
    if (inFlight === 10) return refuse.fetch(url, init)
    inFlight++
    await new Promise((resolve) => setImmediate(resolve))
    inFlight--
    return answer.fetch(url, init)
  }
  const plat = new Plat({ url: URL_A, key: 'plat_key', fetch, random: () => 0 })
  const { outcome } = await elapsed(Promise.all(Array.from({ length: 60 }, () => plat.myPing())))
  assert.ok(Array.isArray(outcome), String(outcome))
  assert.equal(answer.sent.length, 60)
})

test('an answer with another word for the portal is an error, unless the word was given', async () => {
  const made = () => ({ body: { daysOnHearth: 3 } })
  await assert.rejects(platOf(made).plat.byZpid({ zpid: 1234 }), /set portalWord: 'Hearth'/)
  const { data } = await platOf(made, { portalWord: 'Hearth' }).plat.byZpid({ zpid: 1234 })
  assert.equal(data.daysOnPortal, 3)
})

test('if the data ended before the clock, today is the day from which answers count back', async () => {
  const { plat } = platOf(() => ({ headers: { 'x-data-today': '2015-05-27' } }))
  assert.equal((await plat.myPing()).today, '2015-05-27')
})

test('lists, ranges, numbers and flags are written as the service reads them, and undefined values are not sent', async () => {
  const { plat, sent } = platOf(() => ({}))
  await plat.search.byAddress({
    location: ['Austin, TX', '78703'],
    listingStatus: 'For_Sale',
    homeType: ['Houses', 'Townhomes'],
    listPriceRange: { min: 100_000, max: 400_000 },
    squareFeetRange: { min: 900 },
    bed_min: 2,
    haveGarage: true,
    keywords: undefined,
  })
  assert.deepEqual(
    [...new URL(sent[0]?.url ?? '').searchParams],
    [
      ['location', 'Austin, TX;78703'],
      ['listingStatus', 'For_Sale'],
      ['homeType', 'Houses,Townhomes'],
      ['listPriceRange', 'min:100000,max:400000'],
      ['squareFeetRange', 'min:900'],
      ['bed_min', '2'],
      ['haveGarage', 'true'],
    ],
  )
})

test('areas can have different addresses, an address can have a path, and one address is enough', async () => {
  const { plat, sent } = platOf(() => ({}), { url: { A: 'http://a.test/plat/', B: 'http://b.test' } })
  await plat.search.byLocation({ location: 'Warszawa' })
  await plat.usage()
  assert.deepEqual(
    sent.map(({ url }) => url),
    ['http://b.test/search/bylocation?location=Warszawa', 'http://a.test/plat/usage'],
  )
  const one = platOf(() => ({}), { url: 'http://one.test' })
  await one.plat.search.exp.byDestination({ searchDestinations: 'Rome' })
  assert.equal(one.sent[0]?.url, 'http://one.test/search/exp/bydestination?searchDestinations=Rome')
})

test('an invalid address or key is refused before anything is sent, and no message repeats the key', () => {
  assert.throws(() => new Plat({ url: 'plat.test', key: 'k' }), /The address must look like .*; you gave "plat.test"/)
  assert.throws(() => new Plat({ url: {}, key: 'k' }), /url is required/)
  assert.throws(
    () => new Plat({ url: URL_A, key: 'se cret' }),
    (error) => error instanceof PlatError && !error.message.includes('cret'),
  )
})

for (const code of ['rate.exceeded', 'server.busy'] as const) {
  test(`a call refused with ${code} is sent again under the same idempotency key, not before Retry-After`, async () => {
    const status = code === 'rate.exceeded' ? 429 : 503
    const { plat, sent } = platOf(inTurn(refusal(code, status, { 'retry-after': '3' }), {}))
    const { ms, outcome } = await elapsed(plat.byZpid({ zpid: 1234 }))
    assert.ok(ms >= 3000 && ms < 3500, String(ms))
    assert.equal((outcome as { attempts: number }).attempts, 2)
    const names = sent.map(({ headers }) => headers['idempotency-key'])
    assert.match(names[0] ?? '', /^[\x21-\x7e]{20,256}$/)
    assert.equal(names[0], names[1])
  })
}

test('Retry-After may be a time, by the clock of the sender', async () => {
  const later = { 'retry-after': 'Sun, 01 Nov 2026 10:00:02 GMT' }
  const { plat } = platOf(inTurn(refusal('server.busy', 503, later), {}))
  const { ms } = await elapsed(plat.byZpid({ zpid: 1234 }))
  assert.ok(ms >= 2000 && ms < 2500, String(ms))
})

test('a wait that would exceed the time limit does not begin', async () => {
  const { plat, sent } = platOf(() => refusal('rate.exceeded', 429, { 'retry-after': '61' }))
  const { ms, outcome } = await elapsed(plat.byZpid({ zpid: 1234 }))
  assert.equal(ms, 0)
  assert.ok(isRefusal(outcome, 'rate.exceeded') && outcome.retryAfterS === 61)
  assert.equal(sent.length, 1)
})

test('after the last attempt the call rejects with the refusal and the number of attempts', async () => {
  const { plat, sent } = platOf(() => refusal('calls.too_many', 429), { retry: { times: 2 } })
  const { outcome } = await elapsed(plat.byZpid({ zpid: 1234 }))
  assert.ok(isRefusal(outcome, 'calls.too_many') && outcome.attempts === 3)
  assert.equal(sent.length, 3)
})

test('other refusals, and a damaged catalog, are not retried', async () => {
  for (const [code, status] of [
    ['home.unknown', 404],
    ['credits.exhausted', 402],
    ['catalogue.damaged', 503],
  ] as const) {
    const { plat, sent } = platOf(() => refusal(code, status, { 'retry-after': '1' }))
    const { outcome } = await elapsed(plat.byZpid({ zpid: 1234 }))
    assert.ok(outcome instanceof RefusalError && outcome.code === code && outcome.status === status)
    assert.equal(outcome.message, `It is ${code}.`)
    assert.equal(sent.length, 1)
  }
})

test('an answer that was lost or cut short is requested again under the same key', async () => {
  const reset = new TypeError('fetch failed', { cause: new Error('read ECONNRESET') })
  const { plat, sent } = platOf(inTurn(reset, 'silence', {}))
  const { outcome } = await elapsed(plat.byZpid({ zpid: 1234 }, { timeoutMs: 1000 }))
  assert.equal((outcome as { attempts: number }).attempts, 3)
  assert.equal(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size, 1)
})

test('each call has its own idempotency key, or no key if it is never sent again', async () => {
  const { plat, sent } = platOf(() => ({}), { random: Math.random })
  await plat.myPing()
  await plat.myPing()
  await plat.myPing({}, { retry: { times: 0 } })
  await plat.myPing({}, { idempotencyKey: 'mine' })
  const names = sent.map(({ headers }) => headers['idempotency-key'])
  assert.notEqual(names[0], names[1])
  assert.deepEqual(names.slice(2), [undefined, 'mine'])
})

test('unreachable services, timeouts and answers not from Plat are distinguished', async () => {
  const gone = new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') })
  const cases: readonly (readonly [Made | Error | 'silence', RegExp])[] = [
    [gone, /^Cannot reach http:\/\/plat.test:8080\/byzpid: connect ECONNREFUSED\.$/],
    ['silence', /no complete answer within 500 ms/],
    [{ status: 200, body: '<html>' }, /^Cannot read the answer .*status 200/],
    [{ status: 404, body: '<html>' }, /status 404 and is not from Plat/],
  ]
  for (const [made, sentence] of cases) {
    const { plat } = platOf(() => made)
    const { outcome } = await elapsed(plat.byZpid({ zpid: 1234 }, { timeoutMs: 500, retry: { times: 0 } }))
    assert.ok(outcome instanceof UnreachableError)
    assert.match(outcome.message, sentence)
  }
})

test('a signal aborts a call while it is sent and while it waits, with the reason of the signal', async () => {
  const cases: readonly (Made | 'silence')[] = ['silence', refusal('server.busy', 503, { 'retry-after': '5' })]
  for (const made of cases) {
    const { plat, sent } = platOf(() => made)
    const ending = new AbortController()
    const reason = new Error('enough')
    setTimeout(() => ending.abort(reason), 200)
    const { ms, outcome } = await elapsed(plat.byZpid({ zpid: 1234 }, { signal: ending.signal }))
    assert.equal(outcome, reason)
    assert.ok(ms <= 300, String(ms))
    assert.equal(sent.length, 1)
  }
})

test('cached answers are revalidated by their tag, and an unchanged one is returned for free', async () => {
  const made = ({ headers }: { readonly headers: Readonly<Record<string, string>> }): Made =>
    headers['if-none-match'] === '"t1"'
      ? { status: 304, headers: { 'x-credits-cost': '0' } }
      : { body: { results: [1] }, headers: { etag: '"t1"' } }
  const { plat, sent } = platOf(made, { keep: 1 })
  const ask = async (query: string) => (await plat.autocomplete({ query })).credits.spent
  assert.deepEqual([await ask('A'), await ask('A'), await ask('B'), await ask('A')], [1, 0, 1, 1])
  assert.deepEqual((await plat.autocomplete({ query: 'A' })).data, { results: [1] })
  assert.equal(sent.length, 5)
})

test('an unchanged answer is returned even if other calls have removed it from the cache', async () => {
  let unchanged = 0
  const made = ({ headers }: { readonly headers: Readonly<Record<string, string>> }): Made => {
    if (headers['if-none-match'] !== '"t1"') return { body: { results: [1] }, headers: { etag: '"t1"' } }
    return ++unchanged === 1 ? refusal('server.busy', 503) : { status: 304 }
  }
  const { plat } = platOf(made, { keep: 1 })
  const ask = async (query: string) => (await plat.autocomplete({ query })).data
  await ask('A')
  const { outcome } = await elapsed(Promise.all([ask('A'), ask('B')]))
  assert.deepEqual(outcome, [{ results: [1] }, { results: [1] }])
})

test('an attempt longer than the longest timer does not end at once', async () => {
  mock.timers.reset() // only real timers have a maximum delay; above it, they fire immediately
  const slow: Fetch = (_, { signal }) =>
    new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new Error('aborted')))
      setTimeout(() => resolve(new Response('{}')), 20)
    })
  for (const timeoutMs of [Number.POSITIVE_INFINITY, 2 ** 31]) {
    const plat = new Plat({ url: URL_A, key: 'plat_key', fetch: slow, timeoutMs, retry: { times: 0 } })
    assert.deepEqual((await plat.myPing()).data, {})
  }
})

test('the preferences of a call are sent to the service', async () => {
  const { plat, sent } = platOf(() => ({}), { handling: 'lenient' })
  await plat.myPing()
  await plat.myPing({}, { handling: 'strict' })
  assert.deepEqual(
    sent.map(({ headers }) => headers.prefer),
    ['handling=lenient', 'handling=strict'],
  )
})

test('a refusal reports credits if the key was known, and no credits if the key was not checked', async () => {
  const refusing = await platOf(() => refusal('home.unknown', 404))
    .plat.byZpid({ zpid: 1234 })
    .catch((error: unknown) => error)
  assert.ok(isRefusal(refusing, 'home.unknown'))
  assert.deepEqual(refusing.credits, { spent: 0, left: 99, limit: 100 })
  const { plat } = platOf(() => ({ ...refusal('server.busy', 503), isStrange: true }), { retry: { times: 0 } })
  const shed = await plat.myPing().catch((error: unknown) => error)
  assert.ok(isRefusal(shed, 'server.busy'))
  assert.equal(shed.credits, undefined)
})

test('calls to a service with its own words and its own header use the words of the types', async () => {
  const said = 'Say "daysOnHomely": yes.'
  const body = { homelyURL: 'u', propertyDetails: { daysOnHomely: 3, mortgageHHLRates: {}, description: said } }
  const { plat, sent } = platOf(() => ({ body }), { portalWord: 'Homely', keyHeader: 'x-homes-key' })
  const { data } = await plat.pro.byZpid({ zpid: 7 })
  assert.deepEqual(data, {
    portalURL: 'u',
    propertyDetails: { daysOnPortal: 3, mortgagePHLRates: {}, description: said },
  })
  const otherAmenities = ['Accepts Portal Applications', 'On-site Parking']
  await plat.search.byAddress({
    location: 'Portal, ND',
    listingStatus: 'For_Rent',
    daysOnPortal: '7_days',
    otherAmenities,
  })
  const { searchParams } = new URL(sent[1]?.url ?? '')
  assert.deepEqual(Object.fromEntries(searchParams), {
    location: 'Portal, ND',
    listingStatus: 'For_Rent',
    daysOnHomely: '7_days',
    otherAmenities: 'Accepts Homely Applications,On-site Parking',
  })
  assert.equal(sent[0]?.headers['x-homes-key'], 'plat_key')
})
