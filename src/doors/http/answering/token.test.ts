import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inject } from '../../../../test/http/inject.ts'
import { TRIAL_KEY, trial } from '../../../../test/http/trial.ts'
import { Fault } from '../../../kit/base/failure.ts'
import type { ReadODataCall } from '../../odata/index.ts'
import { buildServer } from '../listening/server.ts'

type Parts = Parameters<typeof trial>[0]

/** Returns the same OData answer for all calls. */
const readOData: ReadODataCall = async () => ({
  operation: '/odata',
  rowsMax: 0,
  isLasting: true,
  answer: async () => ({ type: 'application/json', body: '{}', rows: 0, headers: {} }),
})

function serve(parts: Parts = {}) {
  const made = trial({ readOData, ...parts })
  const server = buildServer(made.service)
  const post = async (
    form: Readonly<Record<string, string>> | string,
    headers: Record<string, string> = {},
    method = 'POST',
  ) => {
    const payload = typeof form === 'string' ? form : new URLSearchParams(form).toString()
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await inject(server, { url: '/oauth2/token', method, headers: { ...type, ...headers }, payload })
    return {
      status: answer.statusCode,
      headers: answer.headers,
      json: answer.payload === '' ? undefined : answer.json(),
    }
  }
  return { ...made, server, post }
}

const GRANT = { grant_type: 'client_credentials' }

function basic(user: string, password: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` }
}

test('the secret of a client and its token are both its key, and the token works at once', async () => {
  const { post, server, access } = serve()
  for (const [form, headers] of [
    [{ ...GRANT, client_id: 'anything', client_secret: TRIAL_KEY }, {}],
    [{ ...GRANT, client_id: 'anything', scope: 'api' }, basic('anything', TRIAL_KEY)],
    [{ ...GRANT, client_secret: TRIAL_KEY }, basic('anything', TRIAL_KEY)],
    [GRANT, basic(TRIAL_KEY, '')],
  ] as const) {
    const { status, headers: got, json } = await post(form, headers)
    assert.equal(status, 200)
    assert.deepEqual(json, { access_token: TRIAL_KEY, token_type: 'Bearer', expires_in: 3600, scope: 'api' })
    assert.deepEqual([got['cache-control'], got['content-type']], ['no-store', 'application/json'])
    assert.deepEqual([got['x-credits-cost'], got['x-credits-remaining']], ['0', '100'])
  }
  const asked = { url: '/odata', headers: { authorization: `Bearer ${TRIAL_KEY}` } }
  assert.equal((await inject(server, asked)).statusCode, 200)
  assert.equal(access.inFlight, 0)
})

test('errors use the codes of RFC 6749 and repeat no secret', async () => {
  const { post, access } = serve()
  const good = { ...GRANT, client_secret: TRIAL_KEY }
  for (const [status, error, form, headers] of [
    [400, 'invalid_request', '', {}],
    [400, 'invalid_request', { client_secret: TRIAL_KEY }, {}],
    [400, 'invalid_request', `grant_type=client_credentials&client_secret=${TRIAL_KEY}&client_secret=plat_no`, {}],
    [400, 'invalid_request', { ...GRANT, client_secret: 'plat_no' }, basic('a', TRIAL_KEY)],
    [400, 'invalid_request', JSON.stringify(good), { 'content-type': 'application/json' }],
    [400, 'unsupported_grant_type', { ...good, grant_type: 'pass"word\n' }, {}],
    [401, 'invalid_client', GRANT, {}],
    [401, 'invalid_client', { ...GRANT, client_secret: 'plat_no' }, {}],
    [401, 'invalid_client', GRANT, basic('plat_no', '')],
    [413, 'invalid_request', { ...good, client_id: 'x'.repeat(9000) }, {}],
  ] as const) {
    const { status: got, headers: told, json } = await post(form, headers)
    assert.deepEqual([got, json.error], [status, error], JSON.stringify(form))
    assert.match(json.error_description, /^[ !#-[\]-~]+$/)
    assert.ok(!/plat_(no|trial)/.test(JSON.stringify(json)))
    assert.equal(String(told['www-authenticate']).startsWith('Basic '), status === 401)
  }
  const { status, headers, json } = await post('', {}, 'GET')
  assert.deepEqual([status, headers.allow, json.error], [405, 'POST, OPTIONS', 'invalid_request'])
  assert.deepEqual(access.events, [])
})

test('a request for a token is refused above the rate limit of the key, and above its limit of refused calls', async () => {
  const { post, access } = serve()
  const good = { ...GRANT, client_secret: TRIAL_KEY }
  access.rateFault = new Fault('rate.exceeded', undefined, { retryAfterS: 3 })
  const fast = await post(good)
  assert.deepEqual([fast.status, fast.headers['retry-after'], fast.json.error], [429, '3', 'temporarily_unavailable'])
  access.missFault = new Fault('misses.exceeded')
  assert.equal((await post(good)).status, 429)
  assert.equal(access.inFlight, 0)
})

test('a client that guesses keys gets the rate limit of anonymous clients', async () => {
  const { post } = serve({
    settings: { serviceWord: 'service', corsOrigins: '*', portalWord: 'Portal', openPerSecond: 1 },
  })
  const statuses = []
  for (let guess = 0; guess < 12; guess++)
    statuses.push((await post({ ...GRANT, client_secret: `plat_${guess}` })).status)
  assert.deepEqual(statuses, [...Array<number>(10).fill(401), 429, 429])
})
