import assert from 'node:assert/strict'
import type { Server } from 'node:http'
import { test } from 'node:test'
import { inject } from '../../../../test/http/inject.ts'
import { TRIAL_KEY, type Trial, trial } from '../../../../test/http/trial.ts'
import { Fault } from '../../../kit/base/failure.ts'
import { buildServer } from '../listening/server.ts'

const KEY = { 'x-service-key': TRIAL_KEY }
const WORDS = { serviceWord: 'homes', corsOrigins: '*', portalWord: 'Portal' }

async function call(server: Server, url: string, headers: Record<string, string> = KEY, method = 'GET') {
  const answer = await inject(server, { method, url, headers })
  const json = answer.payload === '' ? undefined : answer.json()
  return { status: answer.statusCode, headers: answer.headers, json }
}

function serve(made: Trial = trial()) {
  return { ...made, server: buildServer(made.service) }
}

test('a key is read from every header that programs send it in, with or without the word Bearer', async () => {
  const { server } = serve(trial({ settings: { ...WORDS, keyHeaders: 'x-old-key,x_older' } }))
  for (const headers of [
    { 'x-homes-key': TRIAL_KEY },
    { 'x-api-key': TRIAL_KEY },
    { 'X-Old-Key': TRIAL_KEY },
    { x_older: TRIAL_KEY },
    { authorization: `Bearer ${TRIAL_KEY}` },
    { authorization: `bearer   ${TRIAL_KEY}` },
    { authorization: TRIAL_KEY },
    { 'x-api-key': `Bearer ${TRIAL_KEY}` },
  ]) {
    assert.equal((await call(server, '/pro/echo?say=hi', headers)).status, 200, JSON.stringify(headers))
  }
  const { status, json } = await call(server, '/pro/echo?say=hi', { 'x-other-key': TRIAL_KEY })
  assert.deepEqual([status, json.code], [401, 'key.missing'])
})

test('a placeholder or an unknown key in one header does not hide the good key in another', async () => {
  const { server, access } = serve()
  for (const other of ['', 'undefined', 'Bearer', 'Bearer null', 'Bearer plat_unknown', 'Basic dTpw', 'a, b']) {
    for (const header of ['authorization', 'x-api-key']) {
      const headers = { ...KEY, [header]: other }
      assert.equal((await call(server, '/pro/echo?say=hi', headers)).status, 200, `${header}: ${other}`)
    }
    const headers = { 'x-service-key': other, authorization: `Bearer ${TRIAL_KEY}` }
    assert.equal((await call(server, '/pro/echo?say=hi', headers)).status, 200, `x-service-key: ${other}`)
  }
  assert.equal(access.events.length, 21)
})

test('of several valid keys, the service’s own header wins, then x-api-key, then configured headers', async () => {
  const { server, access } = serve(trial({ settings: { ...WORDS, keyHeaders: 'x-b,x-a' } }))
  const asked: (string | undefined)[] = []
  access.admit = async (key) => {
    asked.push(key)
    return access.account
  }
  const headers: Record<string, string> = {
    authorization: 'Bearer 5',
    'x-a': '4',
    'x-b': '3',
    'x-api-key': '2',
    'x-homes-key': '1',
  }
  for (const name of ['x-homes-key', 'x-api-key', 'x-b', 'x-a', 'authorization']) {
    await call(server, '/', headers)
    delete headers[name]
  }
  assert.deepEqual(asked, ['1', '2', '3', '4', '5'])
})

test('if no key is valid, the refusal is about the first text that looks like a key, and each key is checked once', async () => {
  const { server, access } = serve()
  const asked: (string | undefined)[] = []
  access.admit = async (key) => {
    asked.push(key)
    return new Fault(key?.startsWith('plat_') ? 'key.revoked' : 'key.malformed', `About ${key}.`)
  }
  const detailOf = async (headers: Record<string, string>) => (await call(server, '/', headers)).json.detail
  assert.equal(
    await detailOf({ 'x-service-key': 'x', 'x-api-key': 'plat_1', authorization: 'plat_2' }),
    'About plat_1.',
  )
  assert.equal(await detailOf({ 'x-service-key': 'x', authorization: 'Bearer y' }), 'About x.')
  assert.deepEqual(asked, ['x', 'plat_1', 'plat_2', 'x', 'y'])
  asked.length = 0
  await detailOf({ 'x-service-key': 'plat_1', 'x-api-key': 'plat_1', authorization: 'Bearer plat_1' })
  assert.deepEqual(asked, ['plat_1'])
})

test('credentials of other schemes do not count as a key', async () => {
  const { json } = await call(serve().server, '/', { authorization: 'Basic dXNlcjpwYXNzd29yZA==' })
  assert.equal(json.code, 'key.missing')
})

test('a key in the query is never read, because addresses end up in logs', async () => {
  for (const name of ['key', 'api_key', 'apikey', 'x-service-key', 'x-api-key', 'authorization', 'access_token']) {
    const { json } = await call(serve().server, `/pro/echo?say=hello&${name}=${TRIAL_KEY}`, {})
    assert.equal(json.code, 'key.missing', name)
  }
})

test('the refusal of a call without a key says which header to use and who provides keys', async () => {
  const { server } = serve(trial({ settings: { serviceWord: 'homes', corsOrigins: '*', portalWord: 'Portal' } }))
  for (const headers of [{}, { 'x-homes-key': '' }, { 'x-service-key': TRIAL_KEY }]) {
    const answer = await call(server, '/pro/echo', headers)
    assert.equal(answer.status, 401)
    assert.match(
      answer.json.detail,
      /in the header x-homes-key \(or in x-api-key or Authorization: Bearer\).*ask the operator/,
    )
  }
})
