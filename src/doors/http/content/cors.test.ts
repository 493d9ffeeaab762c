import assert from 'node:assert/strict'
import type { Server } from 'node:http'
import { test } from 'node:test'
import { inject } from '../../../../test/http/inject.ts'
import { TRIAL_KEY, type Trial, trial } from '../../../../test/http/trial.ts'
import { buildServer } from '../listening/server.ts'

const KEY = { 'x-service-key': TRIAL_KEY }
const WORDS = { serviceWord: 'homes', corsOrigins: '*', portalWord: 'Portal' }
const PREFLIGHT = { origin: 'https://a.example', 'access-control-request-method': 'GET' }

async function call(server: Server, url: string, headers: Record<string, string> = KEY, method = 'GET') {
  const answer = await inject(server, { method, url, headers })
  const json = answer.payload === '' ? undefined : answer.json()
  return { status: answer.statusCode, headers: answer.headers, json }
}

function serve(made: Trial = trial()) {
  return { ...made, server: buildServer(made.service) }
}

test('a browser may send the key and read the credits', async () => {
  const { server } = serve()
  const preflight = await call(
    server,
    '/pro/echo',
    { origin: 'https://a.example', 'access-control-request-method': 'GET' },
    'OPTIONS',
  )
  assert.equal(preflight.status, 204)
  assert.equal(preflight.headers['access-control-allow-origin'], '*')
  assert.match(String(preflight.headers['access-control-allow-headers']), /x-service-key/)
  assert.match(String(preflight.headers['access-control-allow-methods']), /GET/)
  const answer = await call(server, '/pro/echo', { origin: 'https://a.example' })
  assert.equal(answer.headers['access-control-allow-origin'], '*')
  assert.match(String(answer.headers['access-control-expose-headers']), /x-credits-remaining/)
})

test('a page may send all announced headers in any spelling, and the key headers', async () => {
  const { server } = serve(trial({ settings: { ...WORDS, keyHeaders: 'x-old-key' } }))
  const allowedFor = async (announced: string | undefined) => {
    const headers = { ...PREFLIGHT, ...(announced !== undefined && { 'access-control-request-headers': announced }) }
    const preflight = await call(server, '/pro/echo', headers, 'OPTIONS')
    assert.match(String(preflight.headers.vary), /\baccess-control-request-headers\b/)
    return String(preflight.headers['access-control-allow-headers']).split(', ')
  }
  const always = await allowedFor(undefined)
  const allowedHeaders = [
    'x-homes-key',
    'x-api-key',
    'x-old-key',
    'authorization',
    'if-none-match',
    'prefer',
    'x-request-id',
  ]
  for (const name of allowedHeaders) assert(always.includes(name), name)
  assert.deepEqual(await allowedFor('x-homes-host,Traceparent , sentry-trace,prefer'), [
    ...always,
    'x-homes-host',
    'traceparent',
    'sentry-trace',
  ])
})

test('a page may not send invalid header names, or more than a hundred headers', async () => {
  const { server } = serve()
  const odd = 'a b, *, é, x:y, , "q", (c), ok'
  const many = Array.from({ length: 300 }, (_, i) => `x-${i}`).join()
  const allowedFor = async (announced: string) => {
    const headers = { ...PREFLIGHT, 'access-control-request-headers': announced }
    const preflight = await call(server, '/pro/echo', headers, 'OPTIONS')
    assert.equal(preflight.status, 204)
    return String(preflight.headers['access-control-allow-headers']).split(', ')
  }
  const always = await allowedFor('')
  assert.deepEqual(await allowedFor(odd), [...always, 'ok'])
  assert.equal((await allowedFor(many)).length, always.length + 100)
})

test('with origins set, pages of other origins get no permission', async () => {
  const { server } = serve(
    trial({ settings: { serviceWord: 'homes', corsOrigins: 'https://a.example', portalWord: 'Portal' } }),
  )
  const allowed = await call(server, '/openapi.json', { origin: 'https://a.example' })
  assert.equal(allowed.headers['access-control-allow-origin'], 'https://a.example')
  const other = await call(server, '/openapi.json', { origin: 'https://b.example' })
  assert.equal(other.headers['access-control-allow-origin'], undefined)
  assert.match(String(other.headers.vary), /origin/)
  const empty = await call(server, '/openapi.json', { origin: '' })
  assert.equal(empty.headers['access-control-allow-origin'], undefined)
  assert.equal((await call(server, '/', { 'x-homes-key': TRIAL_KEY })).status, 200)
})

test('a page may read the 404 of a path that does not exist, because the preflight request allows the call', async () => {
  const { server } = serve()
  const preflight = await call(server, '/nowhere', PREFLIGHT, 'OPTIONS')
  assert.deepEqual([preflight.status, preflight.headers['access-control-allow-origin']], [204, '*'])
  assert.match(String(preflight.headers['access-control-allow-headers']), /x-service-key/)
  const answer = await call(server, '/nowhere', { ...KEY, origin: 'https://a.example' })
  assert.deepEqual([answer.status, answer.headers['access-control-allow-origin']], [404, '*'])
  assert.match(answer.json.detail, /There is no operation "\/nowhere"/)
  const plain = await call(server, '/nowhere', {}, 'OPTIONS')
  assert.equal(plain.status, 404)
})

test('only pages of origins configured for credentials may send credentials', async () => {
  const settings = { ...WORDS, corsCredentials: 'https://a.example,https://b.example' }
  const { server } = serve(trial({ settings }))
  for (const [origin, allowed, credentials] of [
    ['https://b.example', 'https://b.example', 'true'],
    ['https://c.example', '*', undefined],
  ] as const) {
    for (const method of ['OPTIONS', 'GET']) {
      const { headers } = await call(server, '/openapi.json', { ...PREFLIGHT, origin }, method)
      assert.equal(headers['access-control-allow-origin'], allowed)
      assert.equal(headers['access-control-allow-credentials'], credentials)
    }
  }
})
