import assert from 'node:assert/strict'
import type { Server } from 'node:http'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { inject } from '../../../../test/http/inject.ts'
import { TRIAL_KEY, trial } from '../../../../test/http/trial.ts'
import { Random } from '../../../kit/algorithms/random.ts'
import { object } from '../../../kit/answers/index.ts'
import type { Log } from '../../../kit/base/log.ts'
import { nextSlot } from '../../../kit/base/slots.ts'
import { optional, personal, text, unlogged } from '../../../kit/params/index.ts'
import { operation } from '../../../service/operations/operation.ts'
import { buildServer } from '../listening/server.ts'
import { CallLog } from './call-log.ts'
import { RequestContext } from './request-context.ts'

interface Line {
  readonly message: string
  readonly [field: string]: unknown
}

/** Makes a log that collects its lines. */
function kept(): { readonly log: Log; readonly lines: Line[] } {
  const lines: Line[] = []
  const info = (fields: object, message: string) => lines.push({ ...fields, message })
  return { log: { info, warn() {}, error() {} }, lines }
}

const SETTINGS = { serviceWord: 'service', corsOrigins: '*', portalWord: 'Portal' }
const KEY = { 'x-service-key': TRIAL_KEY }

/** An operation that waits or works, as the test wants. */
const slowly = operation({
  path: '/slowly',
  summary: 'Takes its time.',
  group: 'Trial',
  parameters: {
    id: optional(text(500, 'b-17'), 'Which one.'),
    place: unlogged(optional(text(500, 'Austin, TX'), 'Where.')),
    agentName: unlogged(optional(text(100, 'Ann'), 'Who sells it.')),
    owner: personal(optional(text(100, 'Bob'), 'Whose it is.')),
  },
  answer: object({}),
  run: async () => ({}),
})

const LATER_MS = 30

/** An operation that works in a later turn of the event loop. */
const later = operation({
  ...slowly,
  path: '/later',
  parameters: {},
  answer: object({}),
  run: async () => {
    await nextTurn()
    await nextSlot()
    const sinceMs = performance.now()
    while (performance.now() - sinceMs < LATER_MS);
    return {}
  },
})

const aboutSomebody = operation({
  ...slowly,
  path: '/skip/slowly',
  skip: true,
  answer: object({}),
  subject: () => 'somebody',
  run: async () => ({}),
})

async function asked(server: Server, url: string, more: Readonly<Record<string, string>> = {}, method = 'GET') {
  return inject(server, { url, method, headers: { ...KEY, ...more } })
}

test('with the call log on, each call has one line with its operation and without its parameters', async () => {
  const { log, lines } = kept()
  const { service } = trial({ log, settings: { ...SETTINGS, accessLog: 1, slowMs: 0 } })
  const server = buildServer(service)
  const answer = await asked(server, '/pro/echo?say=hello&times=2000', {
    'x-request-id': 'r1',
    'accept-encoding': 'gzip',
  })
  await asked(server, '/nobody/12-elm-street?name=Ann')
  await inject(server, { url: '/pro/echo?say=secret', headers: { 'x-service-key': 'plat_placeholder' } })
  await asked(server, '/pro/echo?say=hello', {}, 'HEAD')
  await asked(server, '/pro/echo?say=hello', {
    'if-none-match': (await asked(server, '/pro/echo?say=hello')).headers.etag ?? '',
  })
  await asked(server, '/pro/echo?say=hello')
  await asked(server, '/pro/echo?say=hello')
  server.close()
  const [first] = lines
  assert.equal(typeof first?.ms, 'number')
  assert.equal(typeof first?.workedMs, 'number')
  assert.deepEqual(
    { ...first, ms: 0, queuedMs: 0, workedMs: 0 },
    {
      message: 'A call',
      requestId: 'r1',
      keyId: 'k1',
      method: 'GET',
      operation: '/pro/Echo',
      status: 200,
      credits: 1,
      ms: 0,
      queuedMs: 0,
      workedMs: 0,
      bytes: answer.rawPayload.length,
      encoding: 'gzip',
      from: 'made',
    },
  )
  assert.deepEqual(
    lines.map(({ operation: path, status, code, from, credits, method }) => [
      path,
      status,
      code,
      from,
      credits,
      method,
    ]),
    [
      ['/pro/Echo', 200, undefined, 'made', 1, 'GET'],
      ['unknown', 404, 'route.unknown', 'made', 0, 'GET'],
      ['/pro/Echo', 401, 'key.unknown', 'made', 0, 'GET'],
      ['/pro/Echo', 200, undefined, 'made', 1, 'HEAD'],
      ['/pro/Echo', 200, undefined, 'made', 1, 'GET'],
      ['/pro/Echo', 304, undefined, 'caller', 0, 'GET'],
      ['/pro/Echo', 200, undefined, 'kept', 1, 'GET'],
      ['/pro/Echo', 200, undefined, 'kept', 1, 'GET'],
    ],
  )
  assert.equal(lines.find(({ method }) => method === 'HEAD')?.bytes, 0)
  for (const secret of ['hello', 'secret', 'elm', 'Ann', 'plat_'])
    assert.equal(JSON.stringify(lines).includes(secret), false)
})

test('the work of a call in later turns of the event loop counts as its work', async () => {
  const { log, lines } = kept()
  const { service } = trial({ log, settings: { ...SETTINGS, accessLog: 1, slowMs: 0 }, operations: [later] })
  const server = buildServer(service)
  await asked(server, '/later')
  server.close()
  const workedMs = Number(lines[0]?.workedMs)
  assert.ok(workedMs >= LATER_MS && workedMs <= Number(lines[0]?.ms), `${workedMs} ms`)
})

test('a sample of calls is logged, and all calls that fail with a 5xx, up to a limit', async () => {
  const { log, lines } = kept()
  const calls = new CallLog(log, { accessLog: 0.2, slowMs: 0 }, new Random(1, 'test'))
  const { service } = trial({ log, settings: { ...SETTINGS, slowMs: 0 } })
  const server = buildServer(service)
  const tell = (status: number) =>
    calls.log(
      { requestId: 'r', method: 'GET', gone: false } as Parameters<CallLog['log']>[0], // the log line uses only these fields
      new RequestContext(),
      { status, headers: {}, body: undefined },
      { ms: 1, queuedMs: 0, workedMs: 1 },
    )
  for (let call = 0; call < 10_000; call++) tell(200)
  assert.ok(Math.abs(lines.length - 2000) < 200, `${lines.length} lines`)
  lines.length = 0
  for (let call = 0; call < 100; call++) tell(500)
  assert.equal(lines.length, 100)
  for (let call = 0; call < 10_000; call++) tell(503)
  assert.ok(lines.length < 5000, 'a flood of refusals fills the log')
  server.close()
})

test('with a sampling rate of 0, no call has a line', async () => {
  const { log, lines } = kept()
  const { service } = trial({ log, settings: { ...SETTINGS, slowMs: 0 } })
  const server = buildServer(service)
  await asked(server, '/pro/echo?say=hello')
  await asked(server, '/fail?how=badly')
  server.close()
  assert.deepEqual(lines, [])
})

test('a slow call is logged with its parameters, except people, names and addresses', async () => {
  const { log, lines } = kept()
  const settings = { ...SETTINGS, slowMs: 1 }
  const { service } = trial({ log, settings, operations: [slowly, aboutSomebody], plan: { skip: true } })
  const server = buildServer(service)
  let lateMs = 10
  const { begin } = service.records
  service.records.begin = (cameMs, nowMs) => begin.call(service.records, cameMs - lateMs, nowMs)
  const query = (values: Record<string, string>) => new URLSearchParams(values).toString()
  const many = { id: 'b-17', place: 'One Bryant Park', agentName: 'Ann Lee', owner: 'Bob Roe', surprise: 'Cy' }
  await asked(server, `/slowly?${query(many)}`)
  await asked(server, `/slowly?${query({ id: '12 Elm St, Austin' })}`)
  await asked(server, `/slowly?${query({ id: 'https://portal.example/homedetails/12-Elm-St' })}`)
  await asked(server, `/slowly?${query({ id: 'x'.repeat(500) })}`)
  await asked(server, `/skip/slowly?${query({ place: 'Dee Moe' })}`)
  lateMs = -1_000_000
  await asked(server, `/slowly?${query({ place: 'Dallas' })}`)
  server.close()
  assert.deepEqual(
    lines.map(({ message, operation: path, asked: what }) => [message, path, what]),
    [
      [
        'A slow call',
        '/slowly',
        { id: 'b-17', place: '(15 characters)', agentName: '(7 characters)', owner: '(7 characters)' },
      ],
      ['A slow call', '/slowly', { id: '(17 characters)' }],
      ['A slow call', '/slowly', { id: '(44 characters)' }],
      ['A slow call', '/slowly', { id: `${'x'.repeat(80)}…` }],
      ['A slow call', '/skip/slowly', undefined],
    ],
  )
  for (const secret of ['Ann', 'Bob', 'Cy', 'Bryant', 'Elm', 'Dee', 'somebody']) {
    assert.equal(JSON.stringify(lines).includes(secret), false, secret)
  }
})

test('a call that the queue refused has no line as a slow call, but a line in the call log', async () => {
  for (const accessLog of [0, 1]) {
    const { log, lines } = kept()
    const { service } = trial({ log, settings: { ...SETTINGS, accessLog, slowMs: 1 } })
    service.queue.add = (_key, call) => setTimeout(() => call.refuse(), 10)
    const server = buildServer(service)
    assert.equal((await asked(server, '/pro/echo?say=hello')).statusCode, 503)
    server.close()
    assert.deepEqual(
      lines.map(({ message, code }) => [message, code]),
      accessLog === 1 ? [['A call', 'server.busy']] : [],
    )
  }
})

test('a call about people has no line as a slow call if it waited for the audit log, or was refused because of it', async () => {
  const { log, lines } = kept()
  const { service, audit } = trial({ plan: { skip: true }, log, settings: { ...SETTINGS, accessLog: 0, slowMs: 1 } })
  const { record } = audit
  audit.record = async (entry) => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    return record.call(audit, entry)
  }
  const server = buildServer(service)
  const ask = async () => (await asked(server, '/skip/trace?whom=3')).statusCode
  assert.deepEqual([await ask(), lines.length], [200, 1])
  audit.waits = true
  assert.deepEqual([await ask(), lines.length], [200, 1])
  audit.broken = true
  assert.deepEqual([await ask(), lines.length], [503, 1])
  server.close()
})

test('slow calls have a limited number of log lines per second, and one line counts the others', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const { log, lines } = kept()
  const calls = new CallLog(log, { accessLog: 0, slowMs: 250 }, new Random(1, 'test'))
  const tell = () =>
    calls.log(
      { requestId: 'r', method: 'GET', gone: false } as Parameters<CallLog['log']>[0], // the log line uses only these fields
      new RequestContext(),
      { status: 200, headers: {}, body: undefined },
      { ms: 251, queuedMs: 250, workedMs: 1 },
    )
  for (let round = 0; round < 2; round++) {
    lines.length = 0
    for (let call = 0; call < 10_000; call++) tell()
    const written = lines.length
    assert.ok(written <= 100, `${written} lines`)
    context.mock.timers.tick(1000)
    assert.deepEqual(lines.slice(written), [
      { message: 'More slow calls, which were not logged', calls: 10_000 - written },
    ])
  }
})
