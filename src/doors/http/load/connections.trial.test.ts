import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { afterEach, mock, test } from 'node:test'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { inject } from '../../../../test/http/inject.ts'
import { TRIAL_KEY, TRIAL_OPERATIONS, trial } from '../../../../test/http/trial.ts'
import { bytesBody } from '../../../../test/operations/bytes-body.ts'
import { object } from '../../../kit/answers/index.ts'
import type { Log } from '../../../kit/base/log.ts'
import { silentLog } from '../../../kit/base/log.ts'
import { readSettings } from '../../../kit/base/settings.ts'
import { EncodedAnswer, operation } from '../../../service/operations/operation.ts'
import { listen } from '../listening/listen.ts'
import { buildServer } from '../listening/server.ts'
import { type Bounds, Connections } from './connections.ts'
import { makeLane } from './service-lane.ts'

const HUGE = Buffer.alloc(32 * 1024 * 1024, ' ')
const KEY = { 'x-service-key': TRIAL_KEY }
const WORDS = { serviceWord: 'service', corsOrigins: '*', portalWord: 'Portal' }

let servers: Server[] = []
let sockets: Socket[] = []

afterEach(() => {
  mock.timers.reset()
  for (const socket of sockets) socket.destroy()
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  sockets = []
  servers = []
})

/** Makes a server with two answers: one is too large to be sent in one write, the other waits for `gate`. */
async function start(bounds: Partial<Bounds> = {}) {
  const gate = Promise.withResolvers<object>()
  const huge = { ran: 0, released: 0 }
  const declared = { summary: '', group: '', parameters: {}, answer: object({}) }
  const operations = [
    ...TRIAL_OPERATIONS,
    operation({ ...declared, path: '/gated', run: () => gate.promise }),
    operation({
      ...declared,
      path: '/huge',
      run: async () => {
        huge.ran += 1
        const body = bytesBody(HUGE, () => {
          huge.released += 1
        })
        return new EncodedAnswer(body, 'v1')
      },
    }),
  ]
  const warnings: string[] = []
  const log: Log = { ...silentLog, warn: (_fields, message) => warnings.push(message) }
  const made = trial({ operations, log, settings: { ...WORDS, ...bounds } })
  const server = buildServer(made.service)
  servers.push(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { ...made, server, port: (server.address() as AddressInfo).port, gate, huge, warnings }
}

function line(path: string, more = ''): string {
  return `GET ${path} HTTP/1.1\r\nHost: x\r\nx-service-key: ${TRIAL_KEY}\r\n${more}\r\n`
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => {}) // the server closes some connections on purpose
  await once(socket, 'connect')
  return socket
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await turnOfTheLoop()
}

async function readToEnd(socket: Socket): Promise<string> {
  let text = ''
  socket.setEncoding('latin1').on('data', (part: string) => {
    text += part
  })
  await once(socket, 'close')
  return text
}

/** Opens a connection, requests the huge answer and never reads it. */
async function neverRead(port: number, huge: { readonly ran: number }): Promise<Socket> {
  const socket = await open(port)
  socket.pause()
  const before = huge.ran
  socket.write(line('/huge'))
  await until(() => huge.ran > before)
  await turnOfTheLoop() // waits until the answer is written
  return socket
}

const statuses = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map((match) => Number(match[1]))

test('two Host headers are a 400, even with equal values or in other letter case', async () => {
  const { port } = await start()
  for (const second of ['Host: x', 'host: y']) {
    const socket = await open(port)
    socket.write(line('/pro/echo?say=hi', `${second}\r\nConnection: close\r\n`))
    const text = await readToEnd(socket)
    assert.deepEqual(statuses(text), [400])
    assert.match(text, /The request has 2 Host headers/)
  }
})

test('earlier answers arrive completely before the 400 for a malformed pipelined request', async () => {
  const { port, gate } = await start()
  const socket = await open(port)
  socket.write(`${line('/gated')}${line('/pro/echo?say=hi')}HELLO\r\n\r\n${line('/pro/echo?say=never')}`)
  const text = readToEnd(socket)
  await turnOfTheLoop()
  gate.resolve({ gate: 'open' })
  assert.deepEqual(statuses(await text), [200, 200, 400])
  assert.match(await text, /\{"gate":"open"\}.*\{"said":\["hi"\]\}.*"code":"request\.malformed"/s)
})

test('an unreadable request after a running call is refused when that call is answered', async () => {
  const { port, gate } = await start()
  const socket = await open(port)
  socket.write(line('/gated'))
  await inject(servers[0] as Server, { url: '/health/live' }) // is answered after the first request was parsed
  socket.write(Buffer.from(line('/pro/echo?say=\xc3\xa9'), 'latin1'))
  const text = readToEnd(socket)
  await inject(servers[0] as Server, { url: '/health/live' })
  gate.resolve({ gate: 'open' })
  assert.deepEqual(statuses(await text), [200, 400])
  assert.match(await text, /\{"gate":"open"\}.*%C3%A9/s)
})

test('a pipelined call runs only after the previous answer is sent', async () => {
  const { port, huge, server } = await start()
  const socket = await neverRead(port, huge)
  socket.write(line('/huge').repeat(5))
  for (let i = 0; i < 20; i++) await inject(server, { url: '/health/live' })
  assert.equal(huge.ran, 1)
  socket.resume()
  await until(() => huge.ran === 6)
})

test('a connection with more than a hundred waiting requests is closed', async () => {
  const { port, access, warnings } = await start()
  const socket = await open(port)
  const text = readToEnd(socket)
  socket.write(line('/gated') + line('/pro/echo?say=hi').repeat(101))
  assert.equal(await text, '')
  assert.deepEqual(access.events, [])
  assert.equal(warnings.length, 1)
})

test('a call counts as in flight, and its memory as in use, until its answer is sent', async () => {
  const { port, huge, access } = await start()
  const socket = await neverRead(port, huge)
  assert.deepEqual([access.inFlight, huge.released], [1, 0])
  let bytes = 0
  socket.on('data', (part) => {
    bytes += part.length
  })
  socket.resume()
  await until(() => bytes > HUGE.length)
  await until(() => access.inFlight === 0)
  assert.equal(huge.released, 1)
})

test('the memory of an answer is released once if its client disconnects in the middle', async () => {
  const { port, huge, access } = await start()
  const socket = await neverRead(port, huge)
  socket.resetAndDestroy()
  await until(() => access.inFlight === 0)
  assert.equal(huge.released, 1)
})

test('a client that does not read an answer in time is disconnected', async () => {
  const { port, huge, access } = await start({ sendS: 5 })
  mock.timers.enable({ apis: ['setTimeout'] })
  const socket = await neverRead(port, huge)
  mock.timers.tick(5000)
  await turnOfTheLoop()
  assert.equal(access.inFlight, 1, 'a second for every 16 KB comes on top')
  mock.timers.tick(HUGE.length / 16)
  await until(() => access.inFlight === 0)
  assert.equal(huge.released, 1)
  socket.resume()
  await once(socket, 'close')
})

test('if unread answers fill the memory, calls are a 503 before they run, but health checks work', async () => {
  const { port, server, huge, warnings } = await start({ unsentMb: 16 })
  await neverRead(port, huge)
  for (let i = 0; i < 3; i++) {
    const refused = await inject(server, { url: '/huge', headers: KEY })
    assert.equal(refused.statusCode, 503)
    assert.equal(refused.headers['retry-after'], '1')
  }
  assert.equal(huge.ran, 1)
  assert.equal((await inject(server, { url: '/health/live' })).statusCode, 200)
  assert.equal(warnings.length, 1)
})

test('an answer that has waited for long is dropped to make room for others', async () => {
  const { port, server, huge } = await start({ unsentMb: 16 })
  mock.timers.enable({ apis: ['setTimeout'] })
  await neverRead(port, huge)
  mock.timers.tick(2000)
  assert.equal((await inject(server, { url: '/pro/echo?say=hi', headers: KEY })).statusCode, 200)
  await until(() => huge.released === 1)
})

test('connections beyond the limit get a 503 until one closes, and one log line says so', async () => {
  const { port, warnings, service } = await start({ connections: 2 })
  const [first] = [await open(port), await open(port)]
  for (let i = 0; i < 3; i++) {
    const text = await readToEnd(await open(port))
    assert.deepEqual(statuses(text), [503])
    assert.match(text, /retry-after: 1\r\n/)
  }
  assert.deepEqual(warnings, ['All 2 connections of PLAT_CONNECTIONS are in use.'])
  first?.destroy()
  await until(() => service.connections.count === 1)
  const socket = await open(port)
  socket.write(line('/pro/echo?say=hi', 'Connection: close\r\n'))
  assert.deepEqual(statuses(await readToEnd(socket)), [200])
})

test('connections are counted by address, or by network for IPv6; connections from this machine are not counted', () => {
  const connections = new Connections({ ...readSettings({}), connectionsPerAddress: 1 }, silentLog, makeLane())
  const admits = (remoteAddress: string) => {
    const socket = Object.assign(new PassThrough(), { remoteAddress })
    // the test uses only this part of a socket
    return connections.admit(socket as unknown as Socket, () => 'id')
  }
  assert(admits('203.0.113.9') && !admits('203.0.113.9') && !admits('::ffff:203.0.113.9'))
  assert(admits('203.0.113.10'))
  assert(admits('2001:db8:1:2::3') && !admits('2001:db8:1:2:a:b:c:d') && admits('2001:db8:1:3::3'))
  assert(admits('2001:db8::1') && !admits('2001:db8:0:0:9::'))
  for (let i = 0; i < 3; i++) assert(admits('127.0.0.1') && admits('::1') && admits('::ffff:127.0.0.1'))
})

const LISTEN = { host: '127.0.0.1', port: [0] }

test('closing answers requests on open connections, marks them as last, and loses no waiting request', async () => {
  const { service } = trial()
  const { ports, close } = await listen(service, LISTEN)
  const socket = await open(ports[0] ?? 0)
  socket.write(line('/pro/echo?say=first'))
  await once(socket, 'data')
  service.beginClosing()
  const closed = close(10)
  const text = readToEnd(socket)
  socket.write(line('/pro/echo?say=second') + line('/pro/echo?say=third'))
  assert.match(await text, /"second".*connection: close.*"third"/s)
  assert.deepEqual(statuses(await text), [200, 200])
  await closed
})

test('closing ends connections without requests long before the time is up', async () => {
  const { service } = trial()
  const { ports, close } = await listen(service, LISTEN)
  const [port = 0] = ports
  const silent = await open(port)
  const rested = await open(port)
  rested.write(line('/pro/echo?say=hi'))
  await once(rested, 'data')
  service.beginClosing()
  const ends = Promise.all([once(silent.resume(), 'close'), once(rested.resume(), 'close')])
  await close(3600)
  await ends
})
