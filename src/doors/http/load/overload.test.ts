import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { inject } from '../../../../test/http/inject.ts'
import { TRIAL_KEY, trial } from '../../../../test/http/trial.ts'
import { object } from '../../../kit/answers/index.ts'
import { silentLog } from '../../../kit/base/log.ts'
import { required, wholeNumber } from '../../../kit/params/index.ts'
import { operation } from '../../../service/operations/operation.ts'
import { buildServer } from '../listening/server.ts'

const CALLS = 500
const CALL_MS = 2

let ran = 0

/** Keeps the thread busy. Different numbers produce different answers, so that no answer comes from the cache. */
const slow = operation({
  path: '/slow',
  summary: 'Takes its time.',
  group: 'Trial',
  parameters: { number: required(wholeNumber(0, 1_000_000), 'Of the call.') },
  answer: object({}),
  run: async () => {
    ran += 1
    const endMs = performance.now() + CALL_MS
    while (performance.now() < endMs);
    return {}
  },
})

test('calls that are refused during an overload are free and unread, and may be sent again', async () => {
  const warnings: string[] = []
  const log = { ...silentLog, warn: (_fields: object, message: string) => warnings.push(message) }
  const plan = { credits: 1_000_000, callsInFlight: 1_000_000 }
  const made = trial({ operations: [slow], plan, log })
  const admit = made.access.admit.bind(made.access)
  let admitted = 0
  made.access.admit = async (key) => {
    admitted += 1
    return admit(key)
  }
  ran = 0
  const server = buildServer(made.service)
  const headers = { 'x-service-key': TRIAL_KEY, origin: 'https://page.example' }
  assert.equal((await inject(server, { url: '/health/live' })).statusCode, 200)
  const answers = await Promise.all(
    Array.from({ length: CALLS }, (_, number) => inject(server, { url: `/slow?number=${number}`, headers })),
  )
  const refused = answers.filter(({ statusCode }) => statusCode !== 200)
  assert(refused.length > 0 && refused.length < CALLS, `${refused.length} refused`)
  assert.equal(ran, CALLS - refused.length)
  assert.equal(made.access.events.length, CALLS - refused.length)
  assert.equal(admitted, CALLS - refused.length)
  const { values: shed } = await made.service.records.counts.shed.get()
  assert.equal(shed[0]?.value, refused.length)
  assert.equal(made.access.inFlight, 0)
  for (const answer of refused) {
    const { code, detail, instance } = answer.json()
    assert.deepEqual([answer.statusCode, code], [503, 'server.busy'])
    assert.match(detail, /^The service is overloaded\. This call was not processed and is free\./)
    assert.equal(answer.headers['retry-after'], '1')
    assert.equal(answer.headers['x-request-id'], instance)
    assert.equal(answer.headers['access-control-allow-origin'], '*')
    assert.equal(answer.headers['x-credits-remaining'], undefined)
  }
  assert.deepEqual(warnings, ['The service is overloaded: some calls are refused before they begin.'])
})

const CALLERS = 20
const CALLS_IN_TURN = 200

test('a client with idempotency keys, whose calls wait for another thread, gets no extra time', async () => {
  const made = trial({ operations: [slow], plan: { credits: 1_000_000, callsInFlight: 1_000_000 } })
  const { access, service } = made
  access.admit = async (key = '') => ({ ...access.account, keyId: key })
  const enter = access.enter.bind(access)
  access.enter = async (account, price) => {
    if (price?.idempotencyKey !== undefined) await nextTurn()
    return enter(account, price)
  }
  for (const key of ['named', 'plain']) service.rememberKey(key, key)
  const server = buildServer(service)
  const answered = { named: 0, plain: 0 }
  let asked = 0
  const ask = async (key: 'named' | 'plain') => {
    while (asked < CALLS_IN_TURN) {
      const number = asked++
      const name = key === 'named' ? `call-${number}` : undefined
      const headers = { 'x-service-key': key, 'x-request-id': name }
      const { statusCode } = await inject(server, { url: `/slow?number=${number}`, headers })
      assert.equal(statusCode, 200)
      answered[key] += 1
    }
  }
  await inject(server, { url: '/health/live' })
  await Promise.all(Array.from({ length: CALLERS }, () => Promise.all([ask('named'), ask('plain')])))
  assert(answered.plain > 0.4 * CALLS_IN_TURN, JSON.stringify(answered))
})

test('only the two paths of health checks bypass the queue', async () => {
  const { service } = trial()
  const add = service.queue.add.bind(service.queue)
  let lined = 0
  service.queue.add = (key, call) => {
    lined += 1
    add(key, call)
  }
  const server = buildServer(service)
  for (const path of ['/health/live', '/Health/ready/']) await inject(server, { url: path })
  assert.equal(lined, 0)
  for (const path of ['/health/whatever', '/health']) await inject(server, { url: path })
  assert.equal(lined, 2)
})

test('clients with made-up keys share the time of their address, and all secrets of a key share the time of the key', async () => {
  const { access, service } = trial()
  const add = service.queue.add.bind(service.queue)
  let names = new Set<string>()
  service.queue.add = (key, call) => {
    names.add(key)
    add(key, call)
  }
  const server = buildServer(service)
  const ask = (key: string) => inject(server, { url: '/myping', headers: { 'x-service-key': key } })
  for (let number = 0; number < 20; number++) await ask(`plat_${number}`)
  assert.deepEqual([...names], ['127.0.0.1'])
  access.admit = async () => access.account
  for (const secret of ['one', 'other']) await ask(secret)
  names = new Set()
  for (const secret of ['one', 'other']) await ask(secret)
  assert.deepEqual([...names], [access.account.keyId])
})
