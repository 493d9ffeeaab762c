import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { inject } from '../../../../test/http/inject.ts'
import { trial } from '../../../../test/http/trial.ts'
import { Fault } from '../../../kit/base/failure.ts'
import { silentLog } from '../../../kit/base/log.ts'
import { buildServer } from '../listening/server.ts'
import type { IdentityProvider, OperatorPages } from '../routes/operator-gate.ts'

/** The real provider and all of its wrong answers are in `test/openid`. */

const HOUR_MS = 3_600_000

/** Makes a service whose provider lets everybody in. `isHttps`: whether a trusted proxy reports https. */
function opened({ fingerprint = 'one', isOn = true, isHttps = false, openPerSecond = 50 } = {}) {
  const clock = { nowMs: 0, now: () => clock.nowMs }
  const lines: object[] = []
  const operators: OperatorPages = {
    openHere: false,
    changesHere: () => false,
    page: async (_path, _query, caller, change) => JSON.stringify(change ?? caller),
  }
  const identity: IdentityProvider = {
    issuer: 'https://login.example',
    fingerprint,
    begin: async (returnUrl, { state }) => `https://login.example/?back=${returnUrl}&state=${state}`,
    finish: async (answer, { state }) => {
      if (answer.searchParams.get('state') !== state) throw new Fault('grant.invalid')
      return { person: 'ann@homes.example', isOperator: true, claims: [] }
    },
  }
  const log = { ...silentLog, info: (fields: object) => lines.push(fields) }
  const server = buildServer(
    trial({ clock, log, operators, ...(isOn && { identity }), settings: { trustProxy: isHttps, openPerSecond } })
      .service,
  )
  after(() => server.close())
  const host = isHttps ? { host: 'homes.example', 'x-forwarded-proto': 'https' } : { host: '127.0.0.1' }
  const ask = (url: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
    inject(server, { url, method, headers: { ...host, ...headers } })
  /** Signs in, and returns the header Cookie of the session. */
  const signIn = async (url = '/operator/sign-in') => {
    const begun = await ask(url)
    const query = new URL(begun.headers.location ?? '').searchParams
    const answer = await ask(`/operator/signed-in?state=${query.get('state')}`, { cookie: cookieOf(begun) })
    assert.equal(answer.statusCode, 303)
    return { begun, answer, cookie: cookieOf(answer), back: query.get('back') }
  }
  return { ask, signIn, clock, lines }
}

function cookieOf({ headers }: { headers: { 'set-cookie'?: string[] | undefined } }): string {
  return headers['set-cookie']?.[0]?.split(';', 1)[0] ?? ''
}

test('behind https, the cookie is secure and only for this host, and the provider leads back to https', async () => {
  const { signIn, ask } = opened({ isHttps: true })
  const { begun, answer, cookie, back } = await signIn()
  assert.equal(back, 'https://homes.example/operator/signed-in')
  for (const { headers } of [begun, answer]) {
    const [set = ''] = headers['set-cookie'] ?? []
    assert.match(set, /^__Host-plat_operator=[\w-]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax; Secure$/)
  }
  assert.equal((await ask('/operator', { cookie })).json().person, 'ann@homes.example')
  assert.equal((await ask('/operator', { cookie: cookie.replace('__Host-', '') })).statusCode, 401)
  assert.equal((await ask('/operator', { cookie: `a=b; ${cookie}; c=d` })).statusCode, 200)
})

test('a session ends after eight hours, and a sign-in after ten minutes', async () => {
  const { signIn, ask, clock } = opened()
  const { cookie, begun } = await signIn()
  assert.equal((await ask('/operator/sign-in?to=/console/key', { cookie })).headers.location, '/console/key')
  clock.nowMs = 10 * 60_000
  const late = await ask('/operator/signed-in', { cookie: cookieOf(begun) })
  assert.deepEqual([late.statusCode, cookieOf(late)], [400, ''])
  assert.match(late.payload, /more than ten minutes/)
  clock.nowMs = 8 * HOUR_MS - 1
  assert.equal((await ask('/operator', { cookie })).statusCode, 200)
  clock.nowMs += 1
  const ended = await ask('/operator', { cookie })
  assert.deepEqual([ended.statusCode, ended.json().code], [401, 'key.missing'])
  assert.match(ended.json().detail, /^Sign in at \/operator\/sign-in/)
  assert.match((await ask('/operator/sign-in', { cookie })).headers.location ?? '', /^https:\/\/login\.example/)
})

test('a page of another origin, even on the same host, cannot use a session or end it', async () => {
  const { signIn, ask, lines } = opened()
  const { cookie } = await signIn()
  const own = { cookie, origin: 'http://127.0.0.1', 'sec-fetch-site': 'same-origin' }
  assert.equal((await ask('/operator/keys', own, 'POST')).json().by, 'ann@homes.example (127.0.0.1)')
  for (const foreign of [
    { origin: 'https://evil.example' },
    { origin: 'http://127.0.0.1:81', 'sec-fetch-site': 'same-site' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
  ]) {
    const headers = { cookie, ...foreign }
    assert.equal((await ask('/operator/keys', headers, 'POST')).statusCode, 401, JSON.stringify(foreign))
    assert.equal((await ask('/operator/sign-out', headers, 'POST')).json().code, 'origin.refused')
    const answer = await ask('/operator/signed-in', headers)
    assert.equal(answer.headers['access-control-allow-origin'], undefined)
  }
  assert.equal((await ask('/operator/sign-out', own, 'GET')).statusCode, 405)
  assert.equal((await ask('/operator/sign-out', own, 'POST')).statusCode, 204)
  assert.deepEqual(
    lines.map((line) => ({ ...line, requestId: '' })),
    [
      { requestId: '', person: 'ann@homes.example', isOperator: true },
      { requestId: '', person: 'ann@homes.example', path: '/operator/keys' },
    ],
  )
})

test('only servers with the same settings of the provider accept a session, and it opens nothing but operator pages', async () => {
  const [one, same, other] = [opened(), opened(), opened({ fingerprint: 'two' })]
  const { cookie } = await one.signIn()
  assert.equal((await same.ask('/operator', { cookie })).statusCode, 200)
  assert.equal((await other.ask('/operator', { cookie })).statusCode, 401)
  assert.equal((await one.ask('/usage', { cookie })).json().code, 'key.missing')
  const off = opened({ isOn: false })
  const { cookie: forged } = await opened({ fingerprint: 'undefined' }).signIn()
  assert.equal((await off.ask('/operator', { cookie: forged })).statusCode, 401, 'nobody signs in without a provider')
  assert.equal((await off.ask('/operator/sign-in')).statusCode, 401)
})

test('an address that signs in again and again is soon refused with a 429', async () => {
  const { ask } = opened({ openPerSecond: 2 })
  const statuses = new Set<number>()
  for (let tries = 0; tries < 30; tries++) statuses.add((await ask('/operator/sign-in')).statusCode)
  assert.deepEqual([...statuses], [303, 429])
})
