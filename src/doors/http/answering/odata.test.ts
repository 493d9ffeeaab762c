import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inject } from '../../../../test/http/inject.ts'
import { TRIAL_KEY, trial } from '../../../../test/http/trial.ts'
import { type FailureCode, Fault } from '../../../kit/base/failure.ts'
import type { Log } from '../../../kit/base/log.ts'
import type { ODataCall, ReadODataCall } from '../../odata/index.ts'
import { buildServer } from '../listening/server.ts'

type Parts = Parameters<typeof trial>[0]

/** The number of rows of each resource in this test. */
const ROWS = 450

const REFUSED: Readonly<Record<string, FailureCode>> = {
  '/Nothing': 'odata.unknown',
  '/Xml': 'odata.unacceptable',
  '/Expired': 'odata.link_expired',
  '/Costly': 'odata.too_costly',
  '/Apply': 'odata.unsupported',
}

const SETTINGS = { serviceWord: 'service', corsOrigins: '*', portalWord: 'Portal' }
const KEY = { 'x-service-key': TRIAL_KEY }

/** Makes a service that numbers its answers. Answers below /odata have `$top` rows. */
function serve(parts: Parts = {}) {
  const calls: ODataCall[] = []
  const lines: object[] = []
  const write = (fields: object, message: string) => lines.push({ ...fields, message })
  const log: Log = { info: write, warn: write, error: write }
  let runs = 0
  const readOData: ReadODataCall = async (call) => {
    calls.push(call)
    const { path, options, root, maxVersion } = call
    const refused = REFUSED[path]
    if (refused !== undefined) throw new Fault(refused)
    if (path === '/Broken') throw new TypeError('the secret cause')
    const top = Number(Object.fromEntries(options).$top ?? ROWS)
    if (Number.isNaN(top)) {
      const detail = 'Cannot read $top "many" at 1: it must be a whole number.'
      const errors = [{ parameter: '$top', code: 'param.invalid', detail, given: 'many' }] as const
      throw new Fault('odata.malformed', detail, { errors })
    }
    const isFree = path === '' || path === '/$metadata'
    const rows = isFree ? 0 : Math.min(top, ROWS)
    return {
      operation: isFree ? '/odata' : '/odata/Property',
      rowsMax: isFree ? 0 : top,
      isLasting: path !== '/Now',
      answer: async () => {
        runs += 1
        const body = JSON.stringify({ '@odata.context': `${root}/$metadata`, runs })
        const headers = { 'OData-Version': maxVersion === '4.01' ? '4.01' : '4.0', 'Preference-Applied': 'maxpagesize' }
        return { type: 'application/json', body, rows, headers }
      },
    }
  }
  const made = trial({ readOData, log, ...parts })
  const server = buildServer(made.service)
  const get = (url: string, headers: Record<string, string | undefined> = {}, method = 'GET') =>
    inject(server, { url, method, headers: { ...KEY, ...headers } })
  return { ...made, server, get, calls, lines, runs: () => runs }
}

function creditsOf({ headers }: { readonly headers: NodeJS.Dict<string | string[]> }) {
  return [headers['x-credits-cost'], headers['x-credits-remaining']]
}

function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
}

test('a page costs the price of its rows, after the maximum price was reserved', async () => {
  const { get, access } = serve()
  assert.deepEqual(creditsOf(await get('/odata/Property?$top=200')), ['1', '99'])
  assert.deepEqual(creditsOf(await get('/odata/Property?$top=201')), ['2', '97'])
  assert.deepEqual(creditsOf(await get('/odata/Property?$top=10000')), ['3', '94'])
  assert.deepEqual(creditsOf(await get('/odata')), ['0', '94'])
  assert.deepEqual(creditsOf(await get('/odata/$metadata')), ['0', '94'])
  assert.deepEqual(access.events, [
    'settled /odata/Property 1',
    'settled /odata/Property 2',
    'settled /odata/Property 3',
  ])
  assert.equal(access.inFlight, 0)
  const ten = serve({ plan: { rowsPerCredit: 10 } })
  assert.deepEqual(creditsOf(await ten.get('/odata/Property?$top=91')), ['10', '90'])
})

test('a page that costs more than the remaining credits is a 402 that says how many rows the credits buy', async () => {
  const { get, access } = serve({ plan: { credits: 3 } })
  const short = await get('/odata/Property?$top=1000')
  assert.equal(short.statusCode, 402)
  assert.match(short.json().error.message, /cover 600 rows: set \$top=600\.$/)
  assert.deepEqual(creditsOf(await get('/odata/Property?$top=600')), ['3', '0'])
  const none = await get('/odata/Property?$top=1')
  assert.deepEqual([none.statusCode, /rows/.test(none.json().error.message)], [402, false])
  assert.deepEqual(access.events, ['settled /odata/Property 3'])
})

test('the OData reader gets the original path, the address that the client used, and the query without the key', async () => {
  const { get, calls } = serve()
  const headers = { 'x-service-key': undefined, host: 'Homes.example', prefer: 'odata.maxpagesize=5' }
  const option = `access%5Ftoken=${TRIAL_KEY}`
  await get(`/OData/Property('a%2FB')/Media?$top=3&${option}&$skip=1`, { ...headers, 'odata-maxversion': '4.01' })
  assert.deepEqual(calls, [
    {
      path: "/Property('a%2FB')/Media",
      options: [
        ['$top', '3'],
        ['$skip', '1'],
      ],
      accept: undefined,
      prefer: 'odata.maxpagesize=5',
      maxVersion: '4.01',
      root: 'http://homes.example/odata',
      keyOption: option,
      keyId: calls[0]?.keyId,
    },
  ])
})

test('a key is read from every header, from Basic as password or user, and from the query', async () => {
  const { server, access } = serve()
  const statusOf = async (url: string, headers: Record<string, string>) =>
    (await inject(server, { url, headers })).statusCode
  for (const headers of [
    KEY,
    { authorization: `Bearer ${TRIAL_KEY}` },
    { authorization: basic('anybody', TRIAL_KEY) },
    { authorization: basic(TRIAL_KEY, '') },
    { 'x-api-key': 'placeholder', authorization: basic('', TRIAL_KEY) },
  ]) {
    assert.equal(await statusOf('/odata', headers), 200, JSON.stringify(headers))
  }
  assert.equal(await statusOf(`/odata?access_token=${TRIAL_KEY}`, {}), 200)
  assert.equal(await statusOf(`/odata?access_token=${TRIAL_KEY}`, { authorization: basic('a', 'b') }), 200)
  for (const url of ['/odata?access_token=', '/odata?access_token=%ZZ', `/odata?Access_Token=${TRIAL_KEY}`])
    assert.equal(await statusOf(url, {}), 401, url)
  assert.equal(await statusOf(`/pro/echo?say=hi&access_token=${TRIAL_KEY}`, {}), 401)
  assert.equal(await statusOf('/pro/echo?say=hi', { authorization: basic('anybody', TRIAL_KEY) }), 401)
  assert.equal(access.inFlight, 0)
})

test('a 401 lets spreadsheets prompt for a password, and says where to send a key', async () => {
  const { get } = serve()
  const { statusCode, headers, payload } = await get('/odata/Property', { 'x-service-key': undefined })
  assert.equal(statusCode, 401)
  assert.match(String(headers['www-authenticate']), /^Basic realm="Plat", .*, Bearer realm="Plat"$/)
  assert.match(payload, /key\.missing.*Authorization: Basic.*access_token/)
  assert.equal((await get('/pro/echo', { 'x-service-key': undefined })).headers['www-authenticate'], undefined)
})

test('a key in a query or in Basic never appears in a log line, a refusal or a label', async () => {
  const { server, lines, service } = serve({ settings: { ...SETTINGS, accessLog: 1, slowMs: 0.000_001 } })
  const [refusals, named] = [[] as string[], [] as string[]]
  const add = service.queue.add.bind(service.queue)
  service.queue.add = (key, each) => {
    named.push(key)
    add(key, each)
  }
  const wrong = TRIAL_KEY.replace('trial', 'secret')
  for (const key of [TRIAL_KEY, wrong])
    for (const path of ['/Property', '/Property?$top=many', '/Broken', '/Nothing', '/Apply', '/Costly']) {
      const url = `/odata${path}${path.includes('?') ? '&' : '?'}access_token=${key}`
      const headers = { authorization: basic(key, ''), 'idempotency-key': 'i1' }
      for (const each of [{}, headers]) refusals.push((await inject(server, { url, headers: each })).payload)
      refusals.push((await inject(server, { url, method: 'DELETE' })).payload)
    }
  const encoded = Buffer.from(`${TRIAL_KEY}:`).toString('base64').replace(/=+$/, '')
  const written = JSON.stringify([lines, refusals])
  for (const secret of [TRIAL_KEY, wrong, encoded.slice(0, 12)]) assert.ok(!written.includes(secret), secret)
  assert.ok(lines.some((line) => 'operation' in line && line.operation === '/odata/Property'))
  assert.deepEqual([named[0], named[1]], ['127.0.0.1', 'k1'], 'once a key is known, time counts for the key')
})

test('refusals of any cause are OData errors with the OData version', async () => {
  const { get, access } = serve()
  const causes: readonly (readonly [path: string, status: number, code: FailureCode])[] = [
    ['/odata/Property?$top=many', 400, 'odata.malformed'],
    ['/odata/Nothing', 404, 'odata.unknown'],
    ['/odata/Xml', 406, 'odata.unacceptable'],
    ['/odata/Expired', 410, 'odata.link_expired'],
    ['/odata/Costly', 413, 'odata.too_costly'],
    ['/odata/Broken', 500, 'server.failed'],
    ['/odata/Apply', 501, 'odata.unsupported'],
    [`/odata/${'x'.repeat(70_000)}`, 414, 'request.too_long'],
  ]
  const check = async (path: string, status: number, code: FailureCode, method = 'GET', key?: string) => {
    const answer = await get(path, key === undefined ? {} : { 'x-service-key': key }, method)
    const { error } = answer.json()
    assert.deepEqual([answer.statusCode, error.code], [status, code], path)
    assert.deepEqual([answer.headers['content-type'], answer.headers['odata-version']], ['application/json', '4.0'])
    assert.equal(typeof error.message, 'string')
    return answer
  }
  for (const [path, status, code] of causes) await check(path, status, code)
  assert.equal(access.misses, 6, 'all that tells something, and neither our fault nor a long line')
  await check('/odata/Property', 401, 'key.unknown', 'GET', 'plat_no')
  const { headers } = await check("/odata/Property('1')", 405, 'method.unsupported', 'PATCH', 'plat_no')
  assert.equal(headers.allow, 'GET, HEAD, OPTIONS')
  access.rateFault = new Fault('rate.exceeded', undefined, { retryAfterS: 2 })
  assert.equal((await check('/odata', 429, 'rate.exceeded')).headers['retry-after'], '2')
  assert.equal(access.inFlight, 0)
  const { error } = (await get('/odata/Property?$top=many')).json()
  assert.equal(error.code, 'rate.exceeded', 'a question is not read before its turn in the rate')
  const none = serve({ plan: { areas: ['B'] } })
  assert.equal((await none.get('/odata')).json().error.code, 'plan.area')
})

test('a refusal names the invalid option and the reason', async () => {
  const message = 'Cannot read $top "many" at 1: it must be a whole number.'
  assert.deepEqual((await serve().get('/odata/Property?$top=many', { 'odata-maxversion': '4.01' })).json(), {
    error: {
      code: 'odata.malformed',
      message,
      target: '$top',
      details: [{ code: 'param.invalid', message, target: '$top' }],
    },
  })
})

test('every answer has the OData version, 4.01 if the client accepts it', async () => {
  const { get } = serve()
  for (const [maxVersion, version] of [
    [undefined, '4.0'],
    ['4.0', '4.0'],
    ['4.01', '4.01'],
  ] as const) {
    const asked = { 'odata-maxversion': maxVersion }
    const answer = await get('/odata/Property', asked)
    const had = await get('/odata/Property', { ...asked, 'if-none-match': String(answer.headers.etag) })
    for (const each of [answer, had, await get('/odata/Nothing', asked), await get('/odata', asked, 'OPTIONS')])
      assert.equal(each.headers['odata-version'], version)
    assert.equal(had.statusCode, 304)
  }
  assert.equal((await get('/usage')).headers['odata-version'], undefined)
})

test('a HEAD costs the same as a GET and has the same headers, without the body', async () => {
  const { get } = serve()
  const [whole, head] = [await get('/odata/Property?$top=300'), await get('/odata/Property?$top=300', {}, 'HEAD')]
  assert.deepEqual([head.statusCode, head.payload, creditsOf(head)], [200, '', ['2', '96']])
  for (const name of ['content-type', 'content-length', 'etag', 'odata-version', 'preference-applied'])
    assert.equal(head.headers[name], whole.headers[name], name)
  assert.equal(head.headers['preference-applied'], 'maxpagesize')
})

test('a client that has the answer gets a free 304, and the third answer comes from the cache at the same price', async () => {
  const { get, runs, access } = serve({ plan: { credits: 8 } })
  const url = '/odata/Property?$top=300'
  const [first, second, third] = [await get(url), await get(url), await get(url)]
  assert.deepEqual([runs(), third.payload], [2, second.payload])
  assert.deepEqual(creditsOf(third), ['2', '2'])
  assert.equal(third.headers['odata-version'], '4.0')
  const had = await get(url, { 'if-none-match': first.headers.etag?.toString() })
  assert.deepEqual([had.statusCode, had.payload, creditsOf(had)], [304, '', ['0', '2']])
  assert.deepEqual([runs(), access.events.length], [2, 3])
})

test('requests differ by the letter case of the path, the query, the address, the key and three headers', async () => {
  const { get } = serve()
  const asks: readonly (readonly [string, Record<string, string>?])[] = [
    ["/odata/Property('a')"],
    ["/odata/Property('A')"],
    ["/odata/Property('a')?"],
    ["/odata/Property('a')?$top=1"],
    [`/odata/Property('a')?access_token=${TRIAL_KEY}`],
    ["/odata/Property('a')", { host: 'other.example' }],
    ["/odata/Property('a')", { accept: 'application/json;odata.metadata=full' }],
    ["/odata/Property('a')", { prefer: 'maxpagesize=2' }],
    ["/odata/Property('a')", { 'odata-maxversion': '4.01' }],
  ]
  const tags = []
  for (const [url, headers] of asks) tags.push((await get(url, headers)).headers.etag)
  assert.equal(new Set(tags).size, asks.length - 1, 'an empty query is none')
})

test('an answer that depends on the current time is made each time', async () => {
  const { get, runs } = serve()
  for (let asked = 1; asked <= 4; asked++) assert.equal((await get('/odata/Now')).json().runs, asked)
  assert.equal(runs(), 4)
})

test('the same request id repeats a page only if the whole call is the same', async () => {
  const { get, access } = serve()
  const id = { 'idempotency-key': 'page-7' }
  for (const [url, headers] of [
    ["/odata/Property('a')", {}],
    ["/odata/Property('A')", {}],
    ["/odata/Property('a')", { prefer: 'maxpagesize=2' }],
    ["/odata/Property('a')", {}],
  ] as const)
    await get(url, { ...id, ...headers })
  const texts = access.idempotencyKeys.map((question) => question?.text)
  assert.deepEqual([new Set(texts).size, texts[3]], [3, texts[0]])
})

test('a page of another origin may send a preflight request, and read the OData version', async () => {
  const { get } = serve()
  const headers = {
    origin: 'https://sheets.example',
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'odata-maxversion',
  }
  const asked = await get('/odata/Property', headers, 'OPTIONS')
  assert.equal(asked.statusCode, 204)
  assert.equal(asked.headers['access-control-allow-methods'], 'GET, HEAD, OPTIONS')
  assert.match(String(asked.headers['access-control-allow-headers']), /odata-maxversion/)
  const answer = await get('/odata/Property', { origin: 'https://sheets.example' })
  assert.match(String(answer.headers['access-control-expose-headers']), /odata-version/)
})
