import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect, createServer } from 'node:net'
import { after, before, test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { schemaProblem } from '../operations/openapi-schema.ts'
import { newKey, type Served, scratch, serve } from './program.ts'

const folder = scratch()
let served: Served

before(async () => {
  served = await serve(folder.path, { PLAT_KEY_HEADERS: 'x-old-key' }, ['--port', '0'])
})

after(async () => {
  await served.stop()
  folder.remove()
})

test('the three curl commands of the start page work when pasted', () => {
  const commands = served.program.stdout.match(/^ {2}curl .*$/gm) ?? []
  assert.equal(commands.length, 3)
  for (const command of commands) {
    const answer = execFileSync('sh', ['-c', `${command} --silent --show-error --fail`], { encoding: 'utf8' })
    assert.equal(typeof JSON.parse(answer), 'object')
  }
})

test('every port answers calls of all areas, and paths that belong to no area', async () => {
  const paths = [
    '/',
    served.homePath,
    '/search/bylocation?location=Polska',
    '/search/exp/bydestination?searchDestinations=USA',
  ]
  assert.equal(served.ports.length, 2)
  for (const port of served.ports) {
    const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'x-service-key': served.key } })
    for (const path of [...paths, '/health/live', '/health/ready']) assert.equal((await get(path)).status, 200, path)
    for (const [query, areas] of [
      ['', 3],
      ['?area=B', 1],
    ] as const) {
      const document = (await (await get(`/openapi.json${query}`)).json()) as { readonly tags: readonly object[] }
      const { valid, errors } = await new Validator().validate({ ...document })
      assert(valid, JSON.stringify(errors))
      assert.equal(document.tags.length, areas)
    }
    const unknown = (await (await get('/search/bylocatoin')).json()) as { readonly detail: string }
    assert.match(unknown.detail, /Did you mean \/search\/bylocation\?/)
  }
})

test('searches of all areas are listed side by side, each with its area', async () => {
  const headers = { 'x-service-key': served.key, 'content-type': 'application/json' }
  for (const [path, parameters] of [
    ['/search/byaddress', { location: 'USA', listingStatus: 'For_Sale' }],
    ['/search/bylocation', { location: 'Polska' }],
    ['/search/exp/bydestination', { searchDestinations: 'USA' }],
  ] as const) {
    const made = await fetch(`${served.a}/searches`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ path, parameters }),
    })
    assert.equal(made.status, 200, await made.text())
  }
  const { searches } = (await (await served.get('/searches')).json()) as { searches: readonly { area: string }[] }
  assert.deepEqual(
    searches.map(({ area }) => area),
    ['A', 'B', 'C'],
  )
})

test('paths that are not operations answer as the OpenAPI document says', async () => {
  for (const path of ['/', '/usage', '/myping', '/api_reqcount', '/openapi.json', '/health/live', '/health/ready']) {
    const answer: unknown = await (await served.get(path)).json()
    assert.equal(schemaProblem(path, answer, { Portal: 'Portal', portal: 'portal' }), undefined)
  }
})

test('a call costs one credit, and so does HEAD; a 304 or a refusal costs nothing', async () => {
  const first = await served.get(served.homePath)
  assert.equal(first.status, 200)
  const left = Number(first.headers.get('x-credits-remaining'))
  const head = await served.get(served.homePath, { 'x-service-key': served.key }, 'HEAD')
  assert.equal(head.status, 200)
  assert.equal(await head.text(), '')
  assert.equal(Number(head.headers.get('x-credits-remaining')), left - 1)
  const etag = head.headers.get('etag') ?? ''
  const unchanged = await served.get(served.homePath, { 'x-service-key': served.key, 'if-none-match': etag })
  assert.equal(unchanged.status, 304)
  assert.equal(Number(unchanged.headers.get('x-credits-remaining')), left - 1)
  const refused = await served.get('/pro/byzpid')
  assert.equal(refused.status, 400)
  assert.equal(Number(refused.headers.get('x-credits-remaining')), left - 1)
  const usage = (await (await served.get('/usage')).json()) as { creditsRemaining: number }
  assert.equal(usage.creditsRemaining, left - 1)
  const sums = async () => (await (await served.get('/api_reqcount')).json()) as Record<string, number>
  const before = await sums()
  assert.equal(before.remaining, left - 1)
  assert.equal((before.used ?? 0) + (before.remaining ?? 0), before.limit)
  await served.get(served.homePath)
  const after = await sums()
  assert.deepEqual(after, {
    ...before,
    used: (before.used ?? 0) + 1,
    remaining: left - 2,
    requests: (before.requests ?? 0) + 1,
  })
})

test('a page with seven concurrent calls, repeated once after a reload, stays within the rate limit of the plan basic', async () => {
  const { key } = await newKey(folder.path, 'basic')
  for (const page of [1, 2]) {
    const calls = Array.from({ length: 7 }, (_, call) =>
      served.get(`/search/byaddress?location=USA&listingStatus=Sold&price_min=${page}${call}`, {
        'x-service-key': key,
        'accept-encoding': 'br', // answers are compressed while other calls run
      }),
    )
    assert.deepEqual(
      (await Promise.all(calls)).map(({ status }) => status),
      Array(7).fill(200),
    )
  }
})

test('operators get health checks at the address on the start page', async () => {
  const health = served.program.stdout.match(/For operators +(http:\/\/\S+)/)?.[1] ?? ''
  assert.deepEqual(await (await fetch(health)).json(), { status: 'ready' })
})

test('answers are compressed if the client supports it', async () => {
  for (const encoding of ['gzip', 'br', 'zstd']) {
    const answer = await served.get(served.homePath, { 'x-service-key': served.key, 'accept-encoding': encoding })
    assert.equal(answer.headers.get('content-encoding'), encoding)
    assert.match(((await answer.json()) as { message: string }).message, /^200/)
  }
})

test('a web page in a browser may call', async () => {
  const asked = { origin: 'https://page.example', 'access-control-request-method': 'GET' }
  const preflight = await served.get(served.homePath, asked, 'OPTIONS')
  assert.equal(preflight.status, 204)
  assert.equal(preflight.headers.get('access-control-allow-origin'), '*')
  assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /x-service-key/)
})

test('a program can send its key in any supported header, even next to placeholders, and a page in a browser may announce other headers', async () => {
  for (const headers of [
    { 'x-api-key': served.key },
    { 'x-old-key': served.key, authorization: 'Bearer undefined' },
    { authorization: `Bearer ${served.key}`, 'x-service-key': 'YOUR_KEY' },
  ]) {
    assert.equal((await served.get(`/${served.homePath}`, headers)).status, 200, JSON.stringify(headers))
  }
  const asked = {
    origin: 'https://page.example',
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'authorization,x-old-host,x-old-key',
  }
  const preflight = await served.get(served.homePath, asked, 'OPTIONS')
  const allowed = (preflight.headers.get('access-control-allow-headers') ?? '').split(', ')
  for (const name of asked['access-control-request-headers'].split(',')) assert(allowed.includes(name), name)
})

test('a polygon of 1,000 points fits, with all digits and every separator percent-encoded', async () => {
  const ring = Array.from({ length: 1000 }, (_, i) => {
    const angle = (i / 1000) * 2 * Math.PI
    return [39.1 + 14 * Math.sin(angle), -96.3 + 31 * Math.cos(angle)] as const
  })
  const totalOf = async (written: (value: number) => string, blank: string, comma: string) => {
    const points = ring.map((point) => point.map(written).join(blank)).join(comma)
    const answer = await served.get(`/search/bypolygon?listingStatus=For_Sale&polygon=${points}`)
    assert.equal(answer.status, 200)
    const { resultsCount } = (await answer.json()) as { resultsCount: { totalMatchingCount: number } }
    return { total: resultsCount.totalMatchingCount, characters: points.length }
  }
  const long = await totalOf((value) => value.toFixed(18), '%20', '%2C%20')
  const short = await totalOf((value) => value.toFixed(6), '+', ',')
  assert(long.characters > 50_000 && long.total > 0)
  assert.equal(long.total, short.total)
})

test('pictures in an answer are available without a key', async () => {
  const body = (await (await served.get(served.homePath)).json()) as {
    propertyDetails: { originalPhotos: { mixedSources: { jpeg: { url: string }[] } }[]; desktopWebHdpImageLink: string }
  }
  const url =
    body.propertyDetails.originalPhotos[0]?.mixedSources.jpeg[0]?.url ?? body.propertyDetails.desktopWebHdpImageLink
  assert(url.startsWith(served.a), url)
  const picture = await fetch(url)
  assert.equal(picture.status, 200)
  assert.match(picture.headers.get('content-type') ?? '', /^image\//)
})

test('a client that disconnects during its request affects no other client', async () => {
  const { port } = new URL(served.a)
  for (const bytes of [
    '',
    'GET',
    `GET ${served.homePath} HTTP/1.1\r\nHost: x\r\nx-service-key: ${served.key}\r\n\r\n`,
  ]) {
    const socket = connect(Number(port), '127.0.0.1')
    await once(socket, 'connect')
    socket.write(bytes)
    socket.destroy()
  }
  assert.equal((await served.get('/')).status, 200)
})

test('the demo key is refused behind a proxy that adds no header of its own', async () => {
  const { port } = new URL(served.a)
  // A proxy that forwards requests unchanged, like a TCP proxy. Only the Host header shows that callers are on other
  // machines.
  const proxy = createServer((caller) => {
    const service = connect(Number(port), '127.0.0.1')
    caller.on('error', () => service.destroy())
    service.on('error', () => caller.destroy())
    caller.pipe(service).pipe(caller)
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const statusOf = async (host: string) => {
    const asked = request({
      port: (proxy.address() as AddressInfo).port, // the server listens on TCP
      path: served.homePath,
      headers: { host, 'x-service-key': served.key },
      agent: false,
    })
    const [answer] = (await once(asked.end(), 'response')) as [IncomingMessage]
    answer.resume()
    return answer.statusCode
  }
  assert.equal(await statusOf('api.homes.example'), 401)
  assert.equal(await statusOf('127.0.0.1'), 200)
  proxy.close()
})

test('the demo key is refused to callers from elsewhere', async () => {
  const keys = [
    { 'x-service-key': served.key },
    { 'x-api-key': served.key },
    { 'x-old-key': served.key },
    { authorization: `Bearer ${served.key}` },
  ]
  for (const key of keys) {
    assert.equal((await served.get('/', key)).status, 200)
    assert.equal((await served.get('/', { ...key, 'x-forwarded-for': '203.0.113.9' })).status, 401)
  }
})
