import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { inject } from '../../../../test/http/inject.ts'
import { SEARCH, serveKept } from '../../../../test/http/kept-service.ts'
import { TRIAL_KEY, trial } from '../../../../test/http/trial.ts'
import { readLimits } from '../../../guard/access/index.ts'
import type { WrittenLimits } from '../../../guard/access/key-limits.ts'
import { OPERATIONS } from '../../../service/operations/index.ts'
import { buildServer } from '../listening/server.ts'
import type { OperatorPages } from '../routes/operator-gate.ts'

/** Serves real searches for a key. `limit` sets the limits of the key. */
async function served(context: TestContext) {
  const { access, server, call } = await serveKept(context, { operations: OPERATIONS })
  const ask = async (url: string, headers: Readonly<Record<string, string>> = {}, body?: object) => {
    const method = body === undefined ? 'GET' : 'POST'
    const accept = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
    const answer = await inject(server, {
      url,
      method,
      headers: { 'x-service-key': TRIAL_KEY, ...(body && accept), ...headers },
      ...(body && { payload: JSON.stringify(body) }),
    })
    return { status: answer.statusCode, code: codeIn(answer.payload), payload: answer.payload }
  }
  const limit = (written: WrittenLimits) => Object.assign(access.account, { limits: readLimits(written) })
  return { access, ask, call, limit }
}

function codeIn(payload: string): string | undefined {
  return /"code":"([a-z._]+)"/.exec(payload)?.[1]
}

const SEARCH_URL = '/search/byaddress?location=Austin%2C%20TX'
const TOOL = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'find_place', arguments: { query: 'Austin' } },
}

test('a key that is limited to operations is refused at every other door, free of charge', async (context) => {
  const { access, ask, call, limit } = await served(context)
  const { searchId } = (await call('POST', '/searches', SEARCH)).body.search
  const { feed } = (await call('POST', `/searches/${searchId}/feed`)).body.search
  limit({ operations: '/nothing' })
  const urls = [SEARCH_URL, '/byzpid?zpid=1', '/usage', '/', '/searches', `/searches/${searchId}/changes`, '/webhooks']
  for (const url of [...urls, '/odata/Property', '/tiles/For_Sale', `/tiles?path=${SEARCH_URL.replace('?', '&')}`])
    assert.deepEqual(await statusOf(ask(url)), [403, 'key.limited'], url)
  assert.match((await ask('/odata/Property')).payload, /opens only \/nothing/)
  assert.deepEqual(await statusOf(ask(new URL(feed).pathname, { 'x-service-key': '' })), [403, 'key.limited'])
  const batch = await ask('/batch', {}, { path: '/byzpid', items: ['1', '2'] })
  assert.equal(batch.status, 200)
  assert.equal(batch.payload.match(/"status":403,"credits":0/g)?.length, 2)
  const { payload } = await ask('/mcp', {}, TOOL)
  assert.match(payload, /opens only \/nothing/)
  assert.deepEqual(access.events, [])
  limit({ operations: '/search' })
  assert.equal((await ask(SEARCH_URL)).status, 200)
  assert.equal((await ask('/searches')).status, 403)
})

test('a key that can only read changes no search, webhook or key, also not through a tool or a batch', async (context) => {
  const { ask, call, limit } = await served(context)
  limit({ readOnly: true })
  assert.equal((await ask(SEARCH_URL)).status, 200)
  assert.equal((await ask('/batch', {}, { path: '/byzpid', items: ['1'] })).status, 200)
  assert.equal((await call('GET', '/searches')).status, 200)
  for (const [method, path] of [
    ['POST', '/searches'],
    ['DELETE', '/searches/s_1'],
    ['PATCH', '/searches/s_1'],
    ['POST', '/webhooks'],
    ['POST', '/searches/s_1/feed'],
  ] as const)
    assert.equal((await call(method, path, {})).body.code, 'key.limited', `${method} ${path}`)
  const save = { name: 'saved_search', arguments: { action: 'delete', id: 's_1' } }
  assert.match((await ask('/mcp', {}, { ...TOOL, params: save })).payload, /can only read/)
  const operators: OperatorPages = { openHere: false, changesHere: () => false, page: async () => '{}' }
  const { service, access } = trial({ plan: { operator: true }, operators })
  Object.assign(access.account, { limits: readLimits({ readOnly: true }) })
  const headers = { 'x-service-key': TRIAL_KEY }
  const asked = (method: string) =>
    inject(buildServer(service), {
      url: '/operator/keys',
      method,
      headers,
      ...(method === 'POST' && { payload: '{}' }),
    })
  assert.deepEqual([(await asked('GET')).statusCode, (await asked('POST')).statusCode], [200, 403])
})

test('a key that is limited to origins or addresses works only there, and a proxy is trusted only by a setting', async (context) => {
  const { ask, limit } = await served(context)
  limit({ origins: 'https://homes.example' })
  assert.equal((await ask(SEARCH_URL)).code, 'key.limited')
  assert.equal((await ask(SEARCH_URL, { origin: 'https://homes.example' })).status, 200)
  assert.equal((await ask(SEARCH_URL, { referer: 'https://homes.example/page?x=1' })).status, 200)
  assert.equal(
    (await ask(SEARCH_URL, { origin: 'https://evil.example', referer: 'https://homes.example/' })).status,
    403,
  )
  limit({ addresses: '203.0.113.0/24' })
  assert.equal((await ask(SEARCH_URL)).code, 'key.limited')
  assert.equal((await ask(SEARCH_URL, { 'x-forwarded-for': '203.0.113.9' })).code, 'key.limited')
  limit({ addresses: '127.0.0.1' })
  assert.equal((await ask(SEARCH_URL)).status, 200)

  const { service, access } = trial({ settings: { serviceWord: 'service', trustProxy: true } })
  Object.assign(access.account, { limits: readLimits({ addresses: '203.0.113.0/24' }) })
  const via = async (forwarded: string) => {
    const headers = { 'x-service-key': TRIAL_KEY, 'x-forwarded-for': forwarded }
    return (await inject(buildServer(service), { url: '/usage', headers })).statusCode
  }
  assert.equal(await via('10.0.0.1, 203.0.113.9'), 200)
  assert.equal(await via('203.0.113.9, 10.0.0.1'), 403, 'only the last address comes from the proxy')
})

async function statusOf(asked: Promise<{ readonly status: number; readonly code: string | undefined }>) {
  const { status, code } = await asked
  return [status, code]
}
