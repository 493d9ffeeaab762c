import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inject } from '../../../../test/http/inject.ts'
import { TRIAL_KEY, trial } from '../../../../test/http/trial.ts'
import { buildServer } from '../listening/server.ts'

const headers = { 'x-service-key': TRIAL_KEY }

function serve(plan: NonNullable<Parameters<typeof trial>[0]>['plan'] = { skip: true }) {
  const made = trial({ plan })
  const server = buildServer(made.service)
  return { ...made, get: (url: string, more = {}) => inject(server, { url, headers: { ...headers, ...more } }) }
}

test('a call about people is recorded with its key and its subject each time it runs', async () => {
  const { audit, get } = serve()
  assert.equal((await get('/skip/trace?whom=3')).statusCode, 200)
  const { etag } = (await get('/skip/trace')).headers
  assert.equal((await get('/skip/trace', { 'if-none-match': etag })).statusCode, 304) // a 304 also reveals something about a person
  assert.deepEqual(audit.entries, [
    'k1 /skip/trace number 3',
    'k1 /skip/trace number none',
    'k1 /skip/trace number none',
  ])
})

test('a call that was refused before it ran is not recorded, because nobody was looked up', async () => {
  const refused = serve({ skip: false })
  assert.equal((await refused.get('/skip/trace?whom=3')).statusCode, 403)
  const poor = serve({ skip: true, credits: 5 })
  assert.equal((await poor.get('/skip/trace?whom=3')).statusCode, 402)
  const { audit, get } = serve()
  assert.equal((await get('/skip/trace?whom=x')).statusCode, 400)
  assert.equal((await get('/pro/echo?say=hi')).statusCode, 200)
  assert.deepEqual([...refused.audit.entries, ...poor.audit.entries, ...audit.entries], [])
})

test('a call that cannot be audited is not answered and not charged, and calls have no separate log lines', async () => {
  const { audit, access, errors, get } = serve()
  audit.broken = true
  const answer = await get('/skip/trace?whom=3')
  assert.equal(answer.statusCode, 503)
  assert.equal(answer.headers['retry-after'], '5')
  assert.deepEqual(access.events, ['refunded /skip/trace 6'])
  assert.deepEqual(errors, []) // the audit log itself reports its failure, in one line
  audit.broken = false
  assert.equal((await get('/skip/trace?whom=3')).statusCode, 200)
})

test('a refusal of a call about people does not repeat the parameters', async () => {
  const { get } = serve()
  for (const query of ['whom=Jane+Doe', 'whom=1&whom=Jane+Doe']) {
    const { statusCode, payload } = await get(`/skip/trace?${query}`)
    assert.equal(statusCode, 400)
    assert.equal(payload.includes('Jane'), false, payload)
  }
})
