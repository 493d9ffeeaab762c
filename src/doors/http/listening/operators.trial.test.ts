import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import { CommandFault, Fault } from '../../../kit/base/failure.ts'
import { type Log, silentLog } from '../../../kit/base/log.ts'
import { programVersion } from '../../../kit/base/program.ts'
import type { Readiness } from '../counting/readiness.ts'
import { Operators, portsToTry } from './operators.ts'

/** The time limit of tests that wait for changes. */
const LIMIT = { timeout: 60_000 }

const FREE = { operatorHost: '127.0.0.1', operatorPort: 0, port: [8080] } as const

async function withOperators(act: (operators: Operators) => Promise<void>, log: Log = silentLog): Promise<void> {
  const operators = await Operators.open(FREE, log)
  try {
    await act(operators)
  } finally {
    await operators.close()
  }
}

async function answer({ origin }: Operators, path: string, method = 'GET') {
  const response = await fetch(`${origin}${path}`, { method })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text }
}

async function problem(operators: Operators, path: string, method = 'GET') {
  const { status, headers, text } = await answer(operators, path, method)
  assert.equal(headers.get('content-type'), 'application/problem+json')
  const { code } = JSON.parse(text) as { code: string }
  return { status, code, headers }
}

test('the program is live at once, and ready as long as it answers calls', LIMIT, async () => {
  await withOperators(async (operators) => {
    const live = await answer(operators, '/health/live')
    assert.deepEqual([live.status, JSON.parse(live.text)], [200, { status: 'live', version: programVersion() }])
    assert.equal((await answer(operators, '/favicon.ico')).headers.get('content-type'), 'image/svg+xml')
    const opening = await problem(operators, '/health/ready')
    assert.deepEqual([opening.status, opening.code], [503, 'server.busy'])
    assert.equal(opening.headers.get('retry-after'), '2')
    operators.showProgress(4250, 10_000)
    const { text } = await answer(operators, '/health/ready')
    assert.equal(JSON.parse(text).detail, 'The catalog is being brought up to date: 42% done.')

    let readiness: Readiness = 'ready'
    operators.follow(() => readiness)
    const ready = await answer(operators, '/health/ready?verbose')
    assert.deepEqual([ready.status, JSON.parse(ready.text)], [200, { status: 'ready' }])
    const head = await answer(operators, '/health/ready', 'HEAD')
    assert.deepEqual([head.status, head.text], [200, ''])

    readiness = 'damaged'
    assert.equal((await problem(operators, '/health/ready')).code, 'catalogue.damaged')
    assert.equal((await answer(operators, '/health/live')).status, 200)
    operators.follow(() => 'closing')
    assert.equal((await problem(operators, '/health/ready')).code, 'server.busy')
  })
})

test(
  'only a Host that no page of another site can have is answered: an address, a name of the network, the public name',
  LIMIT,
  async () => {
    const operators = await Operators.open({ ...FREE, publicName: 'API.example.com' }, silentLog)
    try {
      const { port } = new URL(operators.origin)
      const statusFor = async (host: string) => {
        const asked = request({ port, path: '/health/live', headers: { host }, agent: false }).end()
        const [answered] = (await once(asked, 'response')) as [IncomingMessage]
        answered.resume()
        return answered.statusCode
      }
      for (const host of [
        '127.0.0.1:1',
        'localhost',
        '[::1]:8083',
        '10.0.0.7:8083',
        'plat:8083',
        'api.example.com:8083',
      ])
        assert.equal(await statusFor(host), 200, host)
      for (const host of [
        'evil.example',
        '127.0.0.1.evil.example:8083',
        'localhost.',
        'b.example.com',
        'api.example.com.',
      ])
        assert.equal(await statusFor(host), 403, host)
    } finally {
      await operators.close()
    }
  },
)

test('other modules add pages; an error while a page is made is a logged 500', async () => {
  const logged: unknown[] = []
  const log = { ...silentLog, error: (fields: object) => logged.push(fields) }
  await withOperators(async (operators) => {
    operators.addPage('/metrics', 'text/plain; version=0.0.4', async () => 'plat_calls_total 7\n')
    operators.addPage('/broken', 'text/plain', () => {
      throw new Error('no figures')
    })
    const page = await answer(operators, '/metrics?x=1')
    assert.deepEqual([page.status, page.text], [200, 'plat_calls_total 7\n'])
    assert.equal(page.headers.get('content-type'), 'text/plain; version=0.0.4')
    assert.equal(page.headers.get('cache-control'), 'no-store')
    const broken = await problem(operators, '/broken')
    assert.deepEqual([broken.status, broken.code, logged.length], [500, 'server.failed', 1])
  }, log)
})

test('a page that throws a Fault answers with this Fault without a log line, until the page is replaced', async () => {
  const logged: unknown[] = []
  const log = { ...silentLog, error: (fields: object) => logged.push(fields) }
  await withOperators(async (operators) => {
    operators.addPage('/metrics', 'text/plain', () => {
      throw new Fault('server.busy', 'Not yet.', { retryAfterS: 2 })
    })
    const early = await problem(operators, '/metrics')
    assert.deepEqual([early.status, early.code, early.headers.get('retry-after')], [503, 'server.busy', '2'])
    operators.addPage('/metrics', 'text/plain', () => 'plat_calls_total 7\n')
    assert.equal((await answer(operators, '/metrics')).status, 200)
  }, log)
  assert.deepEqual(logged, [])
})

test('unknown paths and unsupported methods are refused', async () => {
  await withOperators(async (operators) => {
    const unknown = await problem(operators, '/byzpid')
    assert.deepEqual([unknown.status, unknown.code], [404, 'route.unknown'])
    const posted = await problem(operators, '/health/live', 'POST')
    assert.deepEqual([posted.status, posted.code], [405, 'method.unsupported'])
  })
})

test('a configured port must be free; the default port is replaced by a free port if it is in use', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo // the server listens on TCP
  const taken = Operators.open({ ...FREE, operatorPort: port }, silentLog)
  await assert.rejects(taken, (error) => {
    assert(error instanceof CommandFault)
    assert.match(
      error.message,
      new RegExp(`^Cannot listen on port ${port} of 127.0.0.1: another program uses this port; `),
    )
    assert.match(error.message, /--operator-port or PLAT_OPERATOR_PORT/)
    return true
  })
  other.close()
  const both = await Promise.all([1, 2].map(() => Operators.open({ ...FREE, operatorPort: '' }, silentLog)))
  assert.equal(new Set(both.map(({ origin }) => origin)).size, 2)
  for (const operators of both) {
    assert.equal((await answer(operators, '/health/live')).status, 200)
    await operators.close()
  }
})

test("the operators' pages never use their default port if --port names it", () => {
  const unchosen = { ...FREE, operatorPort: '' } as const
  assert.deepEqual(portsToTry(unchosen), [8083, 0])
  assert.deepEqual(portsToTry({ ...unchosen, port: [8080, 8083] }), [0])
  assert.deepEqual(portsToTry({ ...unchosen, operatorPort: 9000 }), [9000])
})
