import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { inject } from '../../../../test/http/inject.ts'
import { TRIAL_KEY, trial } from '../../../../test/http/trial.ts'
import { fixedClock } from '../../../kit/base/clock.ts'
import { buildServer } from '../listening/server.ts'

const REDIRECT = 'https://host.example/back?at=1'
const VERIFIER = 'v'.repeat(43)
const CHALLENGE = hash('sha256', VERIFIER, 'base64url')

type Fields = Readonly<Record<string, string>>

function serve(parts: Parameters<typeof trial>[0] = {}) {
  const made = trial(parts)
  const server = buildServer(made.service)
  const send = async (method: string, url: string, payload = '', type = 'application/x-www-form-urlencoded') => {
    const headers = { 'content-type': type, host: 'api.example' }
    const answer = await inject(server, { method, url, headers, payload })
    return { status: answer.statusCode, headers: answer.headers, text: answer.payload }
  }
  const register = async (fields: object) => {
    const { status, text } = await send('POST', '/oauth2/register', JSON.stringify(fields), 'application/json')
    return { status, json: JSON.parse(text) }
  }
  const form = (path: string, fields: Fields) => send('POST', path, new URLSearchParams(fields).toString())
  return { ...made, send, register, form }
}

type Served = ReturnType<typeof serve>

async function asked({ register }: Served, redirect = REDIRECT): Promise<Fields> {
  const { status, json } = await register({ client_name: '<b>Host</b>', redirect_uris: [redirect] })
  assert.equal(status, 201)
  return {
    response_type: 'code',
    client_id: json.client_id,
    redirect_uri: redirect,
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    state: 'a&b',
  }
}

/** Authorizes a program and returns the form that exchanges the authorization code for a token. */
async function codeOf(served: Served, asking: Fields): Promise<Fields> {
  const { status, headers } = await served.form('/oauth2/authorize', { ...asking, key: ` ${TRIAL_KEY} ` })
  assert.equal(status, 303)
  const code = new URL(String(headers.location)).searchParams.get('code') ?? ''
  const { client_id = '', redirect_uri = '' } = asking
  return { grant_type: 'authorization_code', code, client_id, redirect_uri, code_verifier: VERIFIER }
}

test('the refusal of a host without a key says where a person can give the host a key', async () => {
  const { send } = serve()
  const refused = await send('POST', '/mcp', '{}', 'application/json')
  const [, described = ''] = /resource_metadata="([^"]+)"/.exec(String(refused.headers['www-authenticate'])) ?? []
  assert.deepEqual([refused.status, described], [401, 'http://api.example/.well-known/oauth-protected-resource/mcp'])
  for (const path of [new URL(described).pathname, '/.well-known/oauth-protected-resource']) {
    const { resource, authorization_servers: servers } = JSON.parse((await send('GET', path)).text)
    assert.deepEqual([resource, servers], ['http://api.example/mcp', ['http://api.example']])
  }
  const server = JSON.parse((await send('GET', '/.well-known/oauth-authorization-server')).text)
  assert.equal(server.issuer, 'http://api.example')
  assert.deepEqual(server.code_challenge_methods_supported, ['S256'])
  assert.equal((await send('POST', new URL(server.token_endpoint).pathname)).status, 400)
})

test('a program exchanges a code for the key that a person entered, only with the same program id, address and verifier', async () => {
  const served = serve()
  const asking = await asked(served)
  const { status, headers, text } = await served.send(
    'GET',
    `/oauth2/authorize?${new URLSearchParams(asking).toString()}`,
  )
  assert.equal(status, 200)
  assert.match(
    String(headers['content-security-policy']),
    /form-action 'self' https:\/\/host\.example; frame-ancestors 'none'/,
  )
  assert.match(text, /&lt;b&gt;Host&lt;\/b&gt;.* at <code>host\.example<\/code>/)
  const given = await served.form('/oauth2/authorize', { ...asking, key: TRIAL_KEY })
  const location = new URL(String(given.headers.location))
  assert.equal(`${location.origin}${location.pathname}`, 'https://host.example/back')
  const { at, state, iss } = Object.fromEntries(location.searchParams)
  assert.deepEqual([at, state, iss], ['1', 'a&b', 'http://api.example'])
  assert.ok(!location.href.includes(TRIAL_KEY))
  const exchange = await codeOf(served, asking)
  const other = await asked(served)
  for (const wrong of [
    { code_verifier: 'w'.repeat(43) },
    { code_verifier: '' },
    { redirect_uri: 'https://host.example/back' },
    { client_id: other.client_id ?? '' },
    { code: `${exchange.code}A` },
    { code: asking.client_id ?? '' },
  ]) {
    const refused = await served.form('/oauth2/token', { ...exchange, ...wrong })
    assert.deepEqual([refused.status, JSON.parse(refused.text).error], [400, 'invalid_grant'], JSON.stringify(wrong))
  }
  const token = await served.form('/oauth2/token', exchange)
  assert.deepEqual(JSON.parse(token.text), { access_token: TRIAL_KEY, token_type: 'Bearer', scope: 'api' })
  const again = await served.form('/oauth2/token', exchange)
  assert.deepEqual([again.status, JSON.parse(again.text).error], [400, 'invalid_grant'], 'a code is exchanged once')
  assert.equal(served.access.inFlight, 0)
})

test('a code lasts a minute', async () => {
  let nowMs = 0
  const served = serve({ clock: { ...fixedClock(0), now: () => nowMs } })
  const asking = await asked(served)
  const [one, other] = [await codeOf(served, asking), await codeOf(served, asking)]
  nowMs = 60_000
  assert.equal((await served.form('/oauth2/token', one)).status, 200)
  nowMs = 60_001
  assert.equal((await served.form('/oauth2/token', other)).status, 400)
})

test('only a valid key redirects to the program; all errors appear on the page', async () => {
  const served = serve()
  const asking = await asked(served)
  for (const [wrong, told] of [
    [{ client_id: 'x' }, /unknown or has expired/],
    [{ redirect_uri: 'https://evil.example/' }, /has registered/],
    [{ redirect_uri: 'https://host.example/back' }, /has registered/],
    [{ response_type: 'token' }, /response_type must be code/],
    [{ code_challenge_method: 'plain' }, /S256/],
    [{ code_challenge: 'short' }, /S256/],
    [{ state: 'x'.repeat(1501) }, /at most 1500 characters/],
    [{ key: 'plat_no' }, /key is not valid here/],
    [{ key: '' }, /key is not valid here/],
  ] as const) {
    const { status, headers, text } = await served.form('/oauth2/authorize', { ...asking, ...wrong })
    assert.deepEqual([status, headers.location], [400, undefined], JSON.stringify(wrong))
    assert.match(text, told)
    assert.ok(!text.includes('plat_no'))
    assert.equal(headers['www-authenticate'], undefined)
  }
})

test('a program can register only https addresses, and http addresses of the local machine', async () => {
  const { register, send } = serve()
  for (const good of ['https://a.example/x', 'http://127.0.0.1:33418/', 'http://localhost/cb', 'http://[::1]:8/'])
    assert.equal((await register({ redirect_uris: [good] })).status, 201, good)
  for (const wrong of [
    'http://a.example/',
    'javascript:alert(1)',
    'https://a.example/#x',
    'https://me@a.example/',
    "https://a;script-src'/",
    'http://localhost.evil.example/',
    `https://a.example/${'x'.repeat(300)}`,
    7,
  ]) {
    const { status, json } = await register({ redirect_uris: [wrong] })
    assert.deepEqual([status, json.error], [400, 'invalid_redirect_uri'], String(wrong))
  }
  assert.equal((await register({ redirect_uris: Array(6).fill(REDIRECT) })).status, 400)
  assert.equal((await send('POST', '/oauth2/register', 'null', 'application/json')).status, 400)
  assert.equal((await send('POST', '/oauth2/register', 'x'.repeat(9000), 'application/json')).status, 413)
})

test('a client that tries keys on the page gets the rate limit of anonymous clients', async () => {
  const served = serve({
    settings: { serviceWord: 'service', corsOrigins: '*', portalWord: 'Portal', openPerSecond: 1 },
  })
  const asking = await asked(served)
  const statuses = []
  for (let guess = 0; guess < 11; guess++) {
    const { status, headers } = await served.form('/oauth2/authorize', { ...asking, key: `plat_${guess}` })
    statuses.push(status)
    assert.equal(headers['retry-after'] !== undefined, status === 429)
  }
  assert.deepEqual(statuses, [...Array<number>(9).fill(400), 429, 429])
})
