import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inject } from '../../../../test/http/inject.ts'
import { TRIAL_KEY, trial } from '../../../../test/http/trial.ts'
import { DEMO_KEY } from '../../../guard/access/index.ts'
import { Fault } from '../../../kit/base/failure.ts'
import { buildServer } from '../listening/server.ts'
import type { ConsoleParts } from './console.ts'

const PAGE = '<!doctype html><title>Console</title>'
const SCRIPT = `console.log('${'x'.repeat(3000)}')`

const PARTS: ConsoleParts = {
  files: new Map([
    ['index.html', Buffer.from(PAGE)],
    ['assets/index-AbC1.js', Buffer.from(SCRIPT)],
  ]),
  mediaOrigin: 'https://media.example',
}

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

/** Makes a service with a demo key that works on this machine. */
function served(console = PARTS) {
  const made = trial({ console })
  const asked: boolean[] = []
  const admit = made.access.admit.bind(made.access)
  made.access.admit = async (key, loopback = false) => {
    if (key !== DEMO_KEY) return admit(key)
    asked.push(loopback)
    return loopback ? made.access.account : new Fault('key.unknown')
  }
  const server = buildServer(made.service)
  const get = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
    inject(server, { url, headers, method })
  return { ...made, get, asked }
}

test('a browser gets the console at /, at /console and at every path below /console', async () => {
  const { get } = served()
  for (const path of ['/', '/console', '/console/', '/console/homes/12?tab=taxes', '/?location=TX']) {
    const answer = await get(path, BROWSER)
    assert.equal(answer.statusCode, 200, path)
    assert.equal(answer.payload, PAGE)
    assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8')
    assert.equal((await get(path, { ...BROWSER, 'if-none-match': String(answer.headers.etag) })).statusCode, 304)
    const head = await get(path, BROWSER, 'HEAD')
    assert.deepEqual([head.statusCode, head.payload, head.headers['content-length']], [200, '', String(PAGE.length)])
  }
})

test('a browser gets a page for an unknown path, and a program gets a problem document', async () => {
  const { get } = served()
  const answer = await get('/nope', BROWSER)
  assert.deepEqual([answer.statusCode, answer.headers['content-type']], [404, 'text/html; charset=utf-8'])
  assert.match(answer.payload, /There is no operation &quot;\/nope&quot;|There is no operation "\/nope"/)
  assert.equal((await get('/nope')).json().code, 'route.unknown')
})

test('at /, calls with a key and calls that do not accept HTML do not get the console', async () => {
  const { get } = served()
  assert.deepEqual((await get('/', { ...BROWSER, 'x-api-key': TRIAL_KEY })).json(), { message: 'API is running' })
  assert.deepEqual((await get('/', { 'x-api-key': TRIAL_KEY })).json(), { message: 'API is running' })
  for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json' }]) {
    assert.equal((await get('/', headers)).json().code, 'key.missing')
  }
})

test('the console is free, and does not support POST', async () => {
  const { get, access } = served()
  await get('/', BROWSER)
  assert.equal(access.inFlight, 0)
  assert.deepEqual(access.events, [])
  assert.equal((await get('/console', BROWSER, 'POST')).statusCode, 405)
})

test('the page can run and load only files of this service, and cannot be framed', async () => {
  const { get } = served()
  const { headers } = await get('/', { ...BROWSER, host: 'homes.example:9000' })
  const policy = String(headers['content-security-policy'])
  const rules = new Map(policy.split('; ').map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1).join(' ')]))
  assert.equal(rules.get('default-src'), "'none'")
  assert.equal(rules.get('script-src'), "'self'")
  assert.equal(rules.get('style-src'), "'self'")
  assert.equal(rules.get('worker-src'), "'self'")
  assert.equal(rules.get('frame-ancestors'), "'none'")
  assert.equal(rules.get('connect-src'), "'self'")
  assert.equal(rules.get('img-src'), "'self' data: blob: https://media.example")
  assert.doesNotMatch(policy, /unsafe/)
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.equal(headers['referrer-policy'], 'no-referrer')
})

test('pictures may only come from configured origins, and the console gets a list of these origins', async () => {
  const named = served({ ...PARTS, pictureOrigins: ['https://photos.example', ''] })
  const policy = String((await named.get('/', BROWSER)).headers['content-security-policy'])
  assert.match(policy, /img-src 'self' data: blob: https:\/\/media\.example https:\/\/photos\.example;/)
  assert.match(policy, /connect-src 'self';/)
  const pictureOrigins = (await named.get('/console/facts.json')).json().pictureOrigins
  assert.deepEqual(pictureOrigins, ['https://media.example', 'https://photos.example'])
  const alone = served({ ...PARTS, mediaOrigin: '' })
  assert.deepEqual((await alone.get('/console/facts.json')).json().pictureOrigins, [])
  assert.match(
    String((await alone.get('/', BROWSER)).headers['content-security-policy']),
    /img-src 'self' data: blob:;/,
  )
})

test('the server of the background map is an allowed origin for tiles, but not for scripts', async () => {
  const tiles = { url: 'https://tiles.example/v1/{z}/{x}/{y}.png', attribution: '© Survey' }
  const { get } = served({ ...PARTS, tiles })
  const policy = String((await get('/', BROWSER)).headers['content-security-policy'])
  assert.match(policy, /connect-src 'self' https:\/\/tiles\.example;/)
  assert.match(policy, /img-src 'self' [^;]*https:\/\/tiles\.example;/)
  assert.match(policy, /script-src 'self';/)
  assert.deepEqual((await get('/console/facts.json')).json().tiles, {
    kind: 'raster',
    ...tiles,
    zooms: null,
    bounds: null,
  })
  const vector = served({ ...PARTS, tiles: { ...tiles, url: 'https://tiles.example/{z}/{x}/{y}.mvt?key=1' } })
  assert.equal((await vector.get('/console/facts.json')).json().tiles.kind, 'vector')
  const vectorPolicy = String((await vector.get('/', BROWSER)).headers['content-security-policy'])
  assert.match(vectorPolicy, /connect-src 'self' https:\/\/tiles\.example;/)
  assert.doesNotMatch(vectorPolicy, /img-src [^;]*tiles\.example/)
  assert.equal((await served().get('/console/facts.json')).json().tiles, null)
})

test('files whose names change with their content are cached forever and compressed', async () => {
  const { get } = served()
  const plain = await get('/console/assets/index-AbC1.js')
  assert.equal(plain.payload, SCRIPT)
  assert.match(String(plain.headers['cache-control']), /immutable/)
  assert.equal(plain.headers['content-type'], 'text/javascript; charset=utf-8')
  for (const encoding of ['gzip', 'br', 'zstd']) {
    const { headers, rawPayload } = await get('/console/assets/index-AbC1.js', { 'accept-encoding': encoding })
    assert.equal(headers['content-encoding'], encoding)
    assert(rawPayload.length < 500)
    assert.notEqual(headers.etag, plain.headers.etag)
  }
})

test('a file of another build is a 404, not the page', async () => {
  const { get } = served()
  for (const path of ['/console/assets/index-Old.js', '/console/assets/../index.html', '/console/assets/']) {
    assert.equal((await get(path, { accept: '*/*' })).json().code, 'route.unknown', path)
    assert.match((await get(path, BROWSER)).payload, /The console has no file|There is no operation/, path)
  }
})

test('only callers for whom the demo key works get it', async () => {
  const { get, asked } = served()
  const here = await get('/console/facts.json', { host: '127.0.0.1:8080' })
  assert.equal(here.json().demoKey, DEMO_KEY)
  assert.equal(here.headers['cache-control'], 'no-store')
  for (const headers of [
    { host: 'homes.example' },
    { host: '127.0.0.1', 'x-forwarded-for': '203.0.113.9' },
    { host: 'localhost', via: '1.1 proxy' },
    { host: 'localhost', 'sec-fetch-site': 'cross-site' },
    { host: 'localhost', origin: 'https://elsewhere.example' },
    { host: 'localhost', referer: 'https://elsewhere.example/' },
  ]) {
    assert.equal((await get('/console/facts.json', headers)).json().demoKey, null, JSON.stringify(headers))
  }
  assert.deepEqual(asked, [true, false, false, false, false, false, false])
})

test('no page of another origin reads the console or its facts, even if all origins may call', async () => {
  const { get } = served()
  for (const path of ['/console/facts.json', '/console', '/console/assets/index-AbC1.js']) {
    for (const method of ['GET', 'OPTIONS']) {
      const { headers } = await get(path, { host: 'localhost', origin: 'https://elsewhere.example' }, method)
      const corsHeaders = Object.keys(headers).filter((name) => name.startsWith('access-control-'))
      assert.deepEqual(corsHeaders, [], `${method} ${path}`)
    }
  }
})

test('the number of homes and the start places are public only for invented homes', async () => {
  const { get, service } = served()
  const { catalog } = service.backend.context
  const about = catalog.about()
  const austin = { regionId: 1, key: 'city/tx/austin', type: 'city' as const, name: 'Austin', state: 'TX', point: { latitude: 30.5, longitude: -97.5 }, west: -98, south: 30, east: -97, north: 31, homes: 9, listings: 3 } // biome-ignore format: one region
  const regions = [
    { ...austin, type: 'county' as const, listings: 9 },
    { ...austin, name: 'Elgin', listings: 0 },
    austin,
  ]
  catalog.regions = () => regions
  for (const [sample, homes] of [
    [true, about.counts.home],
    [false, null],
  ] as const) {
    catalog.about = () => ({ ...about, sample })
    const facts = (await get('/console/facts.json')).json()
    assert.deepEqual([facts.sample, facts.homes], [sample, homes])
    assert.deepEqual(facts.starts, sample ? [{ name: 'Austin, TX', bounds: [-98, 30, -97, 31] }] : [])
  }
})

test('a call with a Host that no address can have is answered', async () => {
  const { get } = served()
  for (const host of ['localhost:99999', '999.1.1.1', '1.2.3.4.5', '[::::]']) {
    for (const path of ['/', '/console', '/console/facts.json']) {
      assert.equal((await get(path, { ...BROWSER, host })).statusCode, 200, `${host} ${path}`)
    }
  }
})

test('a console that is not built says so, and links to the reference', async () => {
  const { get } = served({ ...PARTS, files: new Map() })
  const { statusCode, payload } = await get('/', BROWSER)
  assert.equal(statusCode, 200)
  assert.match(payload, /npm run build/)
  assert.match(payload, /href="\/docs"/)
})

test('without a console, / keeps its answer', async () => {
  const { service } = trial()
  const server = buildServer(service)
  assert.equal((await inject(server, { url: '/', headers: BROWSER })).json().code, 'key.missing')
  assert.equal((await inject(server, { url: '/console', headers: BROWSER })).statusCode, 404)
})
