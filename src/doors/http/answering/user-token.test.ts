import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { inject } from '../../../../test/http/inject.ts'
import { serveKept } from '../../../../test/http/kept-service.ts'
import { TRIAL_KEY } from '../../../../test/http/trial.ts'
import { HOMES } from '../../../../test/operations/made-homes.ts'
import { readLimits } from '../../../guard/access/index.ts'
import type { WrittenLimits } from '../../../guard/access/key-limits.ts'
import { Fault } from '../../../kit/base/failure.ts'
import { OPERATIONS } from '../../../service/operations/index.ts'

const LOCATION = 'location=Austin%2C%20TX&listingStatus=For_Sale'
const CHEAP = { location: 'Austin, TX', listingStatus: 'For_Sale', listPriceRange: 'max:800000' }

/** Starts a server with real searches. The returned function `token` creates a token, by default for cheap homes. */
async function served(context: TestContext) {
  const { access, server, clock, call } = await serveKept(context, { operations: OPERATIONS })
  const ask = async (key: string, url: string, body?: object) => {
    const headers = {
      'x-service-key': key,
      ...(body && { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }),
    }
    const payload = body && { payload: JSON.stringify(body) }
    const answer = await inject(server, { url, method: body ? 'POST' : 'GET', headers, ...payload })
    return { status: answer.statusCode, code: /"code":"([a-z._]+)"/.exec(answer.payload)?.[1], ...answer }
  }
  const token = async (body: object = { parameters: CHEAP }): Promise<string> => {
    const made = await call('POST', '/token', body)
    assert.equal(made.status, 200, JSON.stringify(made.body))
    return made.body.token
  }
  const zpids = async (key: string, url = `/search/byaddress?${LOCATION}`) =>
    [...(await ask(key, url)).payload.matchAll(/"zpid":(\d+)/g)].map(([, zpid]) => Number(zpid))
  const limit = (written: WrittenLimits) => Object.assign(access.account, { limits: readLimits(written) })
  return { access, clock, call, ask, token, zpids, limit }
}

test('a token shows only the results of its search, and its calls are charged to the key', async (context) => {
  const { access, ask, token, zpids } = await served(context)
  const all = await zpids(TRIAL_KEY)
  const key = await token()
  const cheap = await zpids(key)
  assert.ok(cheap.length > 0 && cheap.length < all.length, `${cheap.join()} of ${all.join()}`)
  assert.deepEqual(await zpids(TRIAL_KEY), all, 'answers of the key and of the token are cached separately')
  assert.deepEqual(await zpids(key), cheap)
  assert.deepEqual(await zpids(key, `/search/byaddress?${LOCATION}&listPriceRange=min:1`), cheap)
  assert.deepEqual(await zpids(key, '/search/byaddress?location=Austin%2C%20TX&listingStatus=Sold'), [])
  for (const { zpid } of HOMES) {
    const { status } = await ask(key, `/byzpid?zpid=${zpid}`)
    assert.equal(status, cheap.includes(zpid) ? 200 : 404, String(zpid))
  }
  assert.ok(access.events.includes('settled /search/byaddress 1'))
  const [first, ...others] = await Promise.all(
    [TRIAL_KEY, key].map(async (each) => (await ask(each, `/search/byaddress?${LOCATION}`)).headers.etag),
  )
  assert.ok(first !== undefined && !others.includes(first))
})

test('a token opens nothing that cannot be limited to its search, free of charge', async (context) => {
  const { access, ask, token, call } = await served(context)
  const { searchId } = (await call('POST', '/searches', { path: '/search/byaddress', parameters: CHEAP })).body.search
  const key = await token()
  for (const url of [
    '/',
    '/usage',
    '/searches',
    `/searches/${searchId}`,
    `/searches/${searchId}/changes`,
    '/webhooks',
    '/odata/Property',
    '/odata/$metadata',
    '/tiles/For_Sale',
    `/tiles/${searchId}`,
    `/tiles?path=/search/byaddress`,
    '/autocomplete?query=Aus',
    '/agent/search?location=Austin',
    '/changes',
    '/housing_market?search_query=TX',
    '/apartment_details?bylotid=x',
    '/search/bylocation?location=x',
    '/layers',
    '/current_mortgage_rates',
    '/skip/byaddress?street=1%20Elm&citystatezip=Austin%2C%20TX',
  ]) {
    const { status, code, payload } = await ask(key, url)
    assert.deepEqual([status, code], [403, 'key.limited'], url)
    if (!url.startsWith('/odata')) assert.match(payload, /sees only the results of its search/)
  }
  for (const path of ['/token', '/searches', '/webhooks'])
    assert.deepEqual((await ask(key, path, { parameters: CHEAP })).code, 'key.limited', path)
  assert.deepEqual(access.events, [])
})

test('items of batches and tools of agents see only what the token shows', async (context) => {
  const { ask, token, zpids } = await served(context)
  const key = await token()
  const cheap = await zpids(key)
  const hidden = HOMES.find(({ zpid }) => !cheap.includes(zpid))?.zpid
  const { payload } = await ask(key, '/batch', { path: '/byzpid', items: [String(cheap[0]), String(hidden)] })
  assert.deepEqual(
    [...payload.matchAll(/"item":"\d+","status":(\d+)/g)].map(([, status]) => status),
    ['200', '404'],
  )
  const params = { name: 'home_details', arguments: { home: String(hidden) } }
  const tool = await ask(key, '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  assert.match(tool.payload, /no property in this catalog has the id|"isError":true/)
})

test('a token ends with its time, with the secret that made it, and if it is changed', async (context) => {
  const { access, ask, clock, token, call } = await served(context)
  const key = await token({ parameters: CHEAP, seconds: 60 })
  const url = `/search/byaddress?${LOCATION}`
  assert.equal((await ask(key, url)).status, 200)
  const broken = `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`
  assert.equal((await ask(broken, url)).code, 'key.malformed')
  assert.equal((await ask('plat_t_', url)).code, 'key.malformed')
  access.idFault = new Fault('key.revoked')
  assert.equal((await ask(key, url)).code, 'key.revoked')
  access.idFault = undefined
  clock.set(clock.now() + 59_999)
  assert.equal((await ask(key, url)).status, 200)
  clock.set(clock.now() + 1)
  assert.equal((await ask(key, url)).code, 'key.expired')
  for (const [body, code] of [
    [{}, 'param.invalid'],
    [{ parameters: CHEAP, seconds: 59 }, 'param.invalid'],
    [{ parameters: CHEAP, seconds: 86_401 }, 'param.invalid'],
    [{ parameters: { ...CHEAP, location: 'Nowhere At All, ZZ' } }, 'place.unknown'],
    [{ parameters: { ...CHEAP, bed_min: 'x' } }, 'param.invalid'],
    [{ path: '/byzpid', parameters: { zpid: '1' } }, 'route.unknown'],
    [{ path: '/search/bylocation', parameters: { location: 'Warszawa' } }, 'param.invalid'],
  ] as const)
    assert.equal((await call('POST', '/token', body)).body.code, code, JSON.stringify(body))
})

test('a token obeys the operations and places of its key, but not its origins and addresses', async (context) => {
  const { ask, token, limit, zpids } = await served(context)
  limit({ addresses: '127.0.0.1', operations: '/search' })
  const key = await token()
  limit({ addresses: '203.0.113.9', origins: 'https://homes.example', operations: '/search' })
  assert.equal((await ask(TRIAL_KEY, `/search/byaddress?${LOCATION}`)).code, 'key.limited')
  assert.equal((await ask(key, `/search/byaddress?${LOCATION}`)).status, 200)
  assert.equal((await ask(key, '/byzpid?zpid=1001')).code, 'key.limited')
  limit({ places: '78704, TX' })
  const inPlace = await zpids(TRIAL_KEY)
  const both = await zpids(key)
  limit({})
  const cheap = await zpids(key)
  assert.deepEqual(
    both,
    cheap.filter((zpid) => inPlace.includes(zpid)),
  )
})

test('a key that is limited to places sees only homes there, and opens nothing else but its usage and tokens', async (context) => {
  const { ask, limit, zpids, token } = await served(context)
  const all = await zpids(TRIAL_KEY)
  limit({ places: '78704, TX' })
  const inPlace = await zpids(TRIAL_KEY)
  assert.ok(inPlace.length < all.length, `${inPlace.join()} of ${all.join()}`)
  for (const url of ['/usage', '/', '/myping']) assert.equal((await ask(TRIAL_KEY, url)).status, 200, url)
  assert.match(await token(), /^plat_t_/)
  for (const url of ['/odata/Property', '/tiles/For_Sale', '/searches', '/agent/search?location=Austin', '/changes'])
    assert.deepEqual((await ask(TRIAL_KEY, url)).code, 'key.limited', url)
  assert.match((await ask(TRIAL_KEY, '/searches')).payload, /sees only homes in 78704, TX, and this call cannot/)
  limit({ places: 'Nowhere At All, ZZ' })
  const unknown = await ask(TRIAL_KEY, `/search/byaddress?${LOCATION}`)
  assert.equal(unknown.code, 'key.limited')
  assert.match(unknown.payload, /but these cannot be found now. No place .*Nowhere At All, ZZ.* was found/)
})
