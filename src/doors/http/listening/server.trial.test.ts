import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect, createServer } from 'node:net'
import { afterEach, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { TRIAL_KEY, TRIAL_OPERATIONS, trial } from '../../../../test/http/trial.ts'
import { needs } from '../../../../test/needs.ts'
import { object } from '../../../kit/answers/index.ts'
import { operation } from '../../../service/operations/operation.ts'
import { listen } from './listen.ts'
import { tryPorts } from './ports.ts'
import { buildServer } from './server.ts'

const KEY_LINE = `x-service-key: ${TRIAL_KEY}\r\n`
const open: Server[] = []

afterEach(async () => {
  for (const server of open.splice(0)) {
    server.closeAllConnections()
    server.close()
    if (server.listening) await once(server, 'close')
  }
})

async function start(made = trial()) {
  const server = buildServer(made.service)
  open.push(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { ...made, server, port: (server.address() as AddressInfo).port }
}

/** Sends raw bytes. Resolves with the parts of the answer when the server closes the connection. */
async function send(port: number, text: string | readonly string[], pauseMs = 20) {
  const socket = connect(port, '127.0.0.1')
  const closed = once(socket, 'close')
  let answer = ''
  socket.setEncoding('utf8').on('data', (part: string) => {
    answer += part
  })
  socket.on('error', () => {}) // the server closes the connection during a flood
  for (const part of [text].flat()) {
    socket.write(Buffer.from(part, 'latin1'))
    await pause(pauseMs)
  }
  await closed
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head, body, json: () => JSON.parse(body) }
}

const request = (target: string, more = '') => `GET ${target} HTTP/1.1\r\nHost: x\r\n${more}Connection: close\r\n\r\n`

test('unescaped characters in the request line are a 400 that names their escape', async () => {
  const { port } = await start()
  for (const [word, advice] of [
    ['Krak\u00f3w', '\u00f3 as %C3%B3'],
    ['\u6e0b\u8c37', '\u6e0b as %E6%B8%8B'],
    ['\u{1f3e0}', '\u{1f3e0} as %F0%9F%8F%A0'],
  ] as const) {
    const raw = Buffer.from(word).toString('latin1')
    const { status, json } = await send(port, request(`/pro/echo?say=${raw}`, KEY_LINE))
    assert.deepEqual([status, json().code], [400, 'request.malformed'])
    assert.equal(json().detail, `The URL must be ASCII: send ${advice}.`)
  }
  const { status, json } = await send(port, request('/pro/echo?say=\xff\xfe', KEY_LINE))
  assert.equal(status, 400)
  assert.match(json().detail, /percent-encoded UTF-8/)
})

test('invalid HTTP is a 400, too many headers are a 431, and an endless request line is a 414', async () => {
  const { port } = await start()
  const floods: [string, number, string][] = [
    ['HELLO\r\n\r\n', 400, 'request.malformed'],
    ['GET / HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n', 400, 'request.malformed'],
    ['GET /a b HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'request.malformed'],
    ['GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'request.malformed'],
    [`GET /${'a'.repeat(66_000)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, 414, 'request.too_long'],
    [`GET /?query=${'a'.repeat(70_000)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, 414, 'request.too_long'],
    [`GET /?query=${'a'.repeat(150_000)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, 414, 'request.too_long'],
    [`GET /${'a'.repeat(200_000)}`, 414, 'request.too_long'],
    [`GET / HTTP/1.1\r\nHost: x\r\n${'x-filler: 0123456789\r\n'.repeat(5000)}\r\n`, 431, 'request.headers_too_large'],
    [`GET / HTTP/1.1\r\nHost: x\r\n${'a: b\r\n'.repeat(3000)}\r\n`, 431, 'request.headers_too_large'],
    [`GET / HTTP/1.1\r\nHost: x\r\nx-filler: ${'a'.repeat(85_000)}\r\n\r\n`, 431, 'request.headers_too_large'],
    [
      `GET /${'a'.repeat(60_000)} HTTP/1.1\r\nHost: x\r\nx-filler: ${'a'.repeat(25_000)}\r\n\r\n`,
      431,
      'request.headers_too_large',
    ],
  ]
  for (const [bytes, status, code] of floods) {
    const answer = await send(port, bytes)
    assert.equal(answer.status, status, bytes.slice(0, 40))
    assert.equal(answer.json().code, code)
    assert.equal(answer.json().error, answer.json().detail)
    assert.match(answer.head, /content-type: application\/problem\+json/i)
    assert.match(answer.head, /x-request-id: \S+/i)
  }
})

test('headers that arrive byte by byte, or not at all, are a 408 after 15 seconds', async () => {
  const { port } = await start()
  const begun = 'GET / HTTP/1.1\r\nHost: x\r\nx-slow: '
  const startMs = performance.now()
  const slow = [send(port, [begun, ...Array.from({ length: 30 }, () => 'a')], 500), send(port, begun), send(port, '')]
  for (const { status } of await Promise.all(slow)) assert.equal(status, 408)
  const tookMs = performance.now() - startMs
  assert.ok(tookMs >= 15_000 && tookMs < 25_000, `${tookMs} ms`)
})

test('targets in absolute form, OPTIONS * and HTTP/1.0 are understood', async () => {
  const { port } = await start()
  assert.equal((await send(port, request('http://other.example/pro/echo?say=hi', KEY_LINE))).status, 200)
  assert.equal((await send(port, request('http://other.example//pro/echo?say=hi', KEY_LINE))).status, 200)
  assert.equal((await send(port, request('http://other.example', KEY_LINE))).status, 200)
  assert.equal((await send(port, 'OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).status, 204)
  assert.equal((await send(port, `GET /pro/echo?say=hi HTTP/1.0\r\n${KEY_LINE}\r\n`)).status, 200)
})

test('a POST with a large body to a GET path is still a 405', async () => {
  const { port } = await start()
  const answer = await fetch(`http://127.0.0.1:${port}/pro/echo`, { method: 'POST', body: 'x'.repeat(3_000_000) })
  assert.equal(answer.status, 405)
})

test('a call whose client has disconnected is not charged', async () => {
  const gate = Promise.withResolvers<object>()
  const called = Promise.withResolvers<void>()
  const slow = operation({
    path: '/slow',
    summary: 'Waits.',
    group: 'Trial',
    credits: 3,
    parameters: {},
    answer: object({}),
    run: () => {
      called.resolve()
      return gate.promise
    },
  })
  const { port, access, server } = await start(trial({ operations: [...TRIAL_OPERATIONS, slow] }))
  const socket = connect(port, '127.0.0.1')
  socket.write(request('/slow', KEY_LINE))
  await called.promise
  assert.equal(access.inFlight, 1)
  socket.destroy()
  await new Promise<void>((resolve) => {
    const look = () => server.getConnections((_error, count) => (count === 0 ? resolve() : setImmediate(look)))
    look()
  })
  gate.resolve({})
  while (access.events.length === 0) await pause(5)
  assert.deepEqual(access.events, ['refunded /slow 3'])
  assert.equal(access.inFlight, 0)
})

/** Sends requests, and returns for each whether it counted as coming from this machine. */
async function fromThisMachine(requests: readonly string[]): Promise<boolean[]> {
  const { port, access } = await start()
  const seen: boolean[] = []
  const admit = access.admit.bind(access)
  access.admit = (key, ...rest: boolean[]) => {
    seen.push(rest[0] ?? false)
    return admit(key)
  }
  for (const text of requests) await send(port, text)
  return seen
}

function from(host: string, more = '', target = '/', version = '1.1'): string {
  return `GET ${target} HTTP/${version}\r\nHost: ${host}\r\n${KEY_LINE}${more}Connection: close\r\n\r\n`
}

test('a key counts as used on this machine if the Host is a loopback name', async () => {
  const names = ['localhost', 'LocalHost:8080', '127.0.0.1', '127.0.0.1:8080', '127.1.2.3', '[::1]', '[::1]:8080']
  assert.deepEqual(await fromThisMachine(names.map((name) => from(name))), Array(names.length).fill(true))
})

test('a key does not count as used on this machine under any other Host, nor without one', async () => {
  const names = [
    'x',
    'api.homes.example',
    'api.homes.example:8080',
    '203.0.113.9',
    'localhost.homes.example',
    '127.0.0.1.nip.io',
    '127.0.0.1:8080.homes.example',
    '0.0.0.0',
    '[::]',
    '[fe80::1]',
    '',
  ]
  const others = names.map((name) => from(name))
  assert.deepEqual(await fromThisMachine(others), Array(names.length).fill(false))
  assert.deepEqual(await fromThisMachine([`GET / HTTP/1.0\r\n${KEY_LINE}\r\n`]), [false])
})

test('a key does not count as used on this machine if a header shows a proxy', async () => {
  const signs = [
    'Forwarded: for=203.0.113.9',
    'Forwarded:',
    'X-Forwarded-For: 203.0.113.9',
    'X-Forwarded-Proto: https',
    'X-Forwarded-Host: api.homes.example',
    'X-Forwarded-Server: front',
    'X-Forwarded: yes',
    'Via: 1.1 front',
    'X-Real-IP: 203.0.113.9',
    'X-Client-IP: 203.0.113.9',
    'X-Cluster-Client-IP: 203.0.113.9',
    'True-Client-IP: 203.0.113.9',
    'WL-Proxy-Client-IP: 203.0.113.9',
    'CF-Connecting-IP: 203.0.113.9',
    'CF-Ray: 1',
    'CDN-Loop: front',
    'Fastly-Client-IP: 203.0.113.9',
    'Fastly-FF: 1',
    'Fly-Client-IP: 203.0.113.9',
    'X-Original-Forwarded-For: 203.0.113.9',
    'X-Original-Host: api.homes.example',
    'X-Envoy-External-Address: 203.0.113.9',
    'X-Amzn-Trace-Id: 1',
    'X-Amz-Cf-Id: 1',
    'X-Azure-ClientIP: 203.0.113.9',
    'X-Cloud-Trace-Context: 1',
    'X-Varnish: 1',
    'Proxy-Connection: close',
  ]
  const proxied = signs.map((line) => from('localhost', `${line}\r\n`))
  assert.deepEqual(await fromThisMachine(proxied), Array(signs.length).fill(false))
  assert.deepEqual(await fromThisMachine([from('localhost', '', '/', '1.0')]), [false], 'nginx asks like this')
})

const LISTEN = { host: '127.0.0.1', port: [0] }

test('every port answers all areas', async () => {
  const { ports, close } = await listen(trial().service, { ...LISTEN, port: [0, 0] })
  assert.equal(new Set(ports).size, 2)
  const statusOf = async (port: number, path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status
  for (const port of ports) {
    const statuses = await Promise.all(['/pro/echo', '/faraway', '/', '/farway'].map((path) => statusOf(port, path)))
    assert.deepEqual(statuses, [401, 401, 401, 404])
  }
  await close(1)
})

test('a port in use is reported in one sentence with the port and its option', async () => {
  const { port } = await start()
  await assert.rejects(listen(trial().service, { ...LISTEN, port: [0, port] }), {
    message: `Cannot listen on port ${port} of 127.0.0.1: another program uses this port; choose another with --port or PLAT_PORT.`,
    exitCode: 75,
  })
})

test('a port that the system chose stays reserved until the service uses it', needs('Linux'), async () => {
  const { ports, release } = await tryPorts(LISTEN)
  const [port = 0] = ports
  const other = createServer().listen(port, '127.0.0.1')
  const [refusal] = (await once(other, 'error')) as [NodeJS.ErrnoException] // `listen` emits this error
  assert.equal(refusal.code, 'EADDRINUSE')
  const { close } = await listen(trial().service, { ...LISTEN, port: ports }, { reusePort: true })
  await release()
  assert.equal((await fetch(`http://127.0.0.1:${port}/pro/echo`)).status, 401)
  await close(1)
})

test('a port that two settings name is not blamed on another program', async () => {
  const { port } = await start() // this server takes the role of the operators' server, which opens first
  await assert.rejects(tryPorts({ ...LISTEN, port: [0, port], operatorPort: port }), {
    message: `Cannot listen on port ${port} twice: --operator-port and --port both say ${port}; choose another with --port or PLAT_PORT.`,
    exitCode: 64,
  })
})

/** Makes a service with a slow operation. `called` resolves when `/slow` begins; `/slow` waits for `gate`. */
async function listenSlowly() {
  const gate = Promise.withResolvers<object>()
  const called = Promise.withResolvers<void>()
  const run = () => {
    called.resolve()
    return gate.promise
  }
  const slow = operation({ path: '/slow', summary: '', group: '', parameters: {}, answer: object({}), run })
  const { service, access } = trial({ operations: [slow] })
  const { ports, close } = await listen(service, LISTEN)
  return { gate, called, service, access, port: ports[0] ?? 0, close }
}

test('closing lets a call in flight finish, and closes other connections when the time is up', async () => {
  const { gate, called, service, access, port, close } = await listenSlowly()
  const answer = fetch(`http://127.0.0.1:${port}/slow`, { headers: { 'x-service-key': TRIAL_KEY } })
  await called.promise
  service.beginClosing()
  const closed = close(10)
  gate.resolve({ done: true })
  assert.deepEqual(await (await answer).json(), { done: true })
  await closed
  assert.deepEqual(access.events, ['settled /slow 1'])
})

test('closing waits for a call whose client has disconnected, so that its credits are refunded', async () => {
  const { gate, called, service, access, port, close } = await listenSlowly()
  const socket = connect(port, '127.0.0.1')
  socket.write(request('/slow', KEY_LINE))
  await called.promise
  socket.destroy()
  service.beginClosing()
  setTimeout(() => gate.resolve({}), 1000)
  await close(10)
  assert.deepEqual(access.events, ['refunded /slow 1'])
})

test('a fault after an answer is logged and counted, and the connection and the thread go on', async () => {
  const { port, access, errors, service } = await start()
  access.leave = () => {
    throw new Error('leave without enter')
  }
  const one = `GET /pro/echo?say=a HTTP/1.1\r\nHost: x\r\n${KEY_LINE}\r\n`
  await send(port, [one, one, request('/pro/echo?say=last', KEY_LINE)])
  assert.deepEqual(access.events, Array(3).fill('settled /pro/Echo 1'))
  assert.deepEqual(errors, Array(3).fill('Work after an answer failed because of a bug in Plat'))
  const { values } = await service.records.counts.failedAfterAnswer.get()
  assert.equal(values[0]?.value, 3)
})
