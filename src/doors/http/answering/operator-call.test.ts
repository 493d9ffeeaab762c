import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { inject } from '../../../../test/http/inject.ts'
import { TRIAL_KEY, trial } from '../../../../test/http/trial.ts'
import type { Plan } from '../../../guard/access/access.ts'
import type { Log } from '../../../kit/base/log.ts'
import { buildServer } from '../listening/server.ts'
import type { OperatorPages } from '../routes/operator-gate.ts'

/** Makes a service with a single operators' page that shows who requested it. */
function opened(plan: Partial<Plan> = {}, openHere = true, isSample = true) {
  const lines: object[] = []
  const log: Log = { info: (fields) => lines.push(fields), warn() {}, error() {} }
  const settings = { serviceWord: 'service', corsOrigins: '*', portalWord: 'Portal', openPerSecond: 2 }
  const operators: OperatorPages = {
    openHere,
    changesHere: () => isSample,
    page: async (path, query, caller, change) => {
      if (path === '/operator/keys' && change !== undefined) return JSON.stringify(change)
      return path === '/operator/page' ? JSON.stringify({ ...caller, query }) : undefined
    },
  }
  const { service, access } = trial({ log, plan, settings, operators })
  const server = buildServer(service)
  after(() => server.close())
  const ask = async (
    headers: Readonly<Record<string, string>> = {},
    url = '/operator/page?days=3',
    method = 'GET',
    payload = '',
  ) => {
    const answer = await inject(server, { url, method, headers, ...(payload !== '' && { payload }) })
    const body = answer.payload === '' ? {} : answer.json()
    return { status: answer.statusCode, code: body.code, body, headers: answer.headers }
  }
  return { ask, access, lines }
}

const KEY = { 'x-service-key': TRIAL_KEY }

test('a program on this machine sees the pages for operators without a key', async () => {
  const { ask, access } = opened()
  const { status, body, headers } = await ask()
  assert.deepEqual([status, body], [200, { by: 'machine', keyId: null, person: null, query: 'days=3' }])
  assert.equal(headers['cache-control'], 'no-store')
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.equal((await ask(KEY)).body.by, 'machine', 'whatever key it sends along')
  assert.equal((await ask({}, '/operator/nothing')).status, 404)
  assert.equal((await ask({}, '/Operator/Page/')).status, 200)
  assert.deepEqual(access.events, [])
})

test('a page of this server sees the pages for operators, and a page of another origin does not', async () => {
  const { ask } = opened()
  const own = { host: '127.0.0.1:8080' }
  const [origin, referer] = ['http://127.0.0.1:8080', 'http://127.0.0.1:8080/console']
  for (const headers of [
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    { origin, referer, 'sec-fetch-site': 'same-origin' },
    { origin: 'http://localhost:8080', host: 'LocalHost:8080' },
  ]) {
    assert.equal((await ask({ ...own, ...headers })).status, 200, JSON.stringify(headers))
  }
  const elsewhere: readonly Readonly<Record<string, string>>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': '' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://127.0.0.1:8081' },
    { origin: 'https://127.0.0.1:8080' },
    { referer: 'https://plat.example/console' },
    { referer: 'http://127.0.0.1:80801/' },
    { host: 'evil.example', origin: 'http://evil.example', 'sec-fetch-site': 'same-origin' },
    { host: 'evil.example:8080' },
    { host: '127.0.0.1.evil.example' },
  ]
  for (const headers of elsewhere) {
    const { status, code } = await ask({ ...own, ...headers })
    assert.deepEqual([status, code], [401, 'key.missing'], JSON.stringify(headers))
  }
})

test('a call with any sign of a proxy needs a key for the pages for operators', async () => {
  const { ask } = opened()
  for (const header of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip', 'x-forwarded-proto', 'cf-ray']) {
    assert.equal((await ask({ [header]: '127.0.0.1' })).status, 401, header)
  }
  assert.equal((await ask({ host: 'plat.internal' })).status, 401)
})

test('if the pages are not open to this machine, its calls need a key too', async () => {
  const { ask } = opened({}, false)
  assert.deepEqual([(await ask()).status, (await ask()).code], [401, 'key.missing'])
  assert.deepEqual([(await ask(KEY)).status, (await ask(KEY)).code], [403, 'plan.operator'])
})

const AFAR = { 'x-forwarded-for': '203.0.113.9' }

test('from other machines, a key whose plan allows the pages opens them for free, and each page is logged', async () => {
  const { ask, access, lines } = opened({ operator: true, credits: 0 })
  const { status, body, headers } = await ask({ ...AFAR, ...KEY })
  assert.deepEqual([status, body], [200, { by: 'key', keyId: 'k1', person: null, query: 'days=3' }])
  assert.equal(headers['x-credits-cost'], '0')
  assert.deepEqual(access.events, [])
  assert.equal(access.inFlight, 0)
  assert.deepEqual(
    lines.map((line) => ({ ...line, requestId: '' })),
    [{ requestId: '', keyId: 'k1', path: '/operator/page' }],
  )
  assert.equal((await ask({ ...AFAR, 'x-service-key': 'plat_other' })).code, 'key.unknown')
})

test('a key of another plan is refused, and does not learn which pages exist', async () => {
  for (const operator of [false, undefined]) {
    const { ask } = opened(operator === undefined ? {} : { operator })
    for (const path of ['/operator', '/operator/page', '/operator/nothing']) {
      const { status, code } = await ask({ ...AFAR, ...KEY }, path)
      assert.deepEqual([status, code], [403, 'plan.operator'])
    }
  }
})

test('the pages for operators except keys can only be read, and never by a page of another origin, even with a key', async () => {
  const { ask } = opened({ operator: true })
  assert.equal((await ask({}, '/operator/page', 'POST')).status, 405)
  assert.equal((await ask({}, '/operator/page', 'DELETE')).status, 405)
  assert.equal((await ask({}, '/operator/page', 'HEAD')).status, 200)
  const page = { origin: 'https://evil.example' }
  const answers = [
    await ask({ ...page, ...KEY }),
    await ask(page),
    await ask({ ...page, 'access-control-request-headers': 'x-service-key' }, '/operator/page', 'OPTIONS'),
  ]
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 401, 204],
  )
  for (const { headers } of answers) {
    assert.deepEqual(
      Object.keys(headers).filter((name) => name.startsWith('access-control-')),
      [],
    )
  }
  assert.equal((await ask({ ...page, ...KEY }, '/usage')).headers['access-control-allow-origin'], '*')
})

test('keys can be changed with a key whose plan allows the pages, from this machine if the catalog is a sample, and never by a page of another origin', async () => {
  const { ask, access, lines } = opened({ operator: true })
  const change = (headers: Readonly<Record<string, string>>, url = '/operator/keys', body = '{"plan":"basic"}') =>
    ask(headers, url, 'POST', body)
  const body = [['plan', 'basic']]
  const here = await change({})
  assert.deepEqual([here.status, here.body], [200, { body, by: 'this machine (127.0.0.1)' }])
  assert.equal(here.headers['cache-control'], 'no-store')
  assert.deepEqual((await change({ ...AFAR, ...KEY })).body, { body, by: 'k1 (127.0.0.1)' })
  assert.equal(lines.length, 1)
  assert.deepEqual(access.events, [])
  assert.deepEqual((await change({ origin: 'https://evil.example' })).code, 'key.missing')
  assert.deepEqual((await change({ 'sec-fetch-site': 'cross-site' })).code, 'key.missing')
  assert.equal((await change({}, '/operator/keys', '[1]')).code, 'request.malformed')
  assert.deepEqual((await change({}, '/operator/keys', '')).body.body, [], 'a change needs no body')
  assert.equal((await change({}, '/operator/keys/nothing')).status, 404)
  const own = opened({ operator: true }, true, false)
  assert.equal((await own.ask()).status, 200)
  assert.equal((await own.ask({}, '/operator/keys', 'POST', '{"plan":"basic"}')).code, 'key.missing')
  assert.equal((await own.ask(KEY, '/operator/keys', 'POST', '{"plan":"basic"}')).status, 200)
  const basic = opened({ operator: false })
  assert.equal((await basic.ask({ ...AFAR, ...KEY }, '/operator/keys', 'POST', '{}')).code, 'plan.operator')
})

test('a client that guesses keys is soon refused with a 429', async () => {
  const { ask } = opened()
  const statuses = new Set<number>()
  for (let tries = 0; tries < 30; tries++) {
    statuses.add((await ask({ ...AFAR, 'x-service-key': `plat_${tries}` })).status)
  }
  assert.deepEqual([...statuses], [401, 429])
})
