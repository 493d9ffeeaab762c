import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { type Served, scratch, serve } from './program.ts'

const folder = scratch()
let served: Served

before(async () => {
  served = await serve(folder.path, { PLAT_HOMES: '20000', PLAT_WORKERS: '1' })
})

after(async () => {
  await served.stop()
  folder.remove()
})

const PATHS = ['For_Sale', 'For_Rent', 'Sold'].flatMap((listingStatus) =>
  ['', '&sortOrder=Newest', '&sortOrder=Price_Low_to_High', '&page=2'].map(
    (more) => `/search/byaddress?location=USA&listingStatus=${listingStatus}${more}`,
  ),
)

/** Every path twice, so that the answers exceed the buffers of the system and have to wait. */
const TWICE = [...PATHS, ...PATHS]

type Encoding = 'gzip' | 'identity'

/** Opens a connection, and sends a request for each path. The connection ends after the last answer. */
function asked(paths: readonly string[], encoding: Encoding): Socket {
  const { hostname, port } = new URL(served.a)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {}) // some of these connections break on purpose
  paths.forEach((path, at) => {
    const connection = at === paths.length - 1 ? 'close' : 'keep-alive'
    const headers = `Host: ${hostname}\r\nConnection: ${connection}\r\nx-service-key: ${served.key}\r\nAccept-Encoding: ${encoding}\r\n`
    socket.write(`GET ${path} HTTP/1.1\r\n${headers}\r\n`)
  })
  return socket
}

function bodyHash(body: Uint8Array): string {
  return hash('sha1', body)
}

/** Returns the hashes of the bodies. Reads the answers in pieces, with a pause before each piece. */
async function readSlowly(paths: readonly string[], encoding: Encoding): Promise<string[]> {
  const pieces: Buffer[] = []
  for await (const piece of asked(paths, encoding)) {
    pieces.push(piece as Buffer) // a socket without an encoding returns buffers
    await pause(1)
  }
  const answers = Buffer.concat(pieces)
  const hashes: string[] = []
  for (let at = 0; at < answers.length; ) {
    const bodyAt = answers.indexOf('\r\n\r\n', at) + 4
    const length = Number(/content-length: (\d+)/i.exec(answers.toString('latin1', at, bodyAt))?.[1])
    const body = answers.subarray(bodyAt, bodyAt + length)
    hashes.push(bodyHash(encoding === 'gzip' ? gunzipSync(body) : body))
    at = bodyAt + length
  }
  return hashes
}

/** Disconnects in the middle of the answers. */
async function leave(encoding: Encoding): Promise<void> {
  const socket = asked(TWICE, encoding)
  await once(socket, 'data')
  socket.pause()
  await pause(5)
  socket.destroy()
}

async function read(path: string, encoding: Encoding): Promise<string> {
  const response = await served.get(path, { 'x-service-key': served.key, 'accept-encoding': encoding })
  return bodyHash(new Uint8Array(await response.arrayBuffer()))
}

test('every answer is complete while other callers read slowly or disconnect', async () => {
  const wanted = new Map<string, string>()
  for (const path of PATHS) wanted.set(path, await read(path, 'identity'))
  const all = TWICE.map((path) => wanted.get(path))
  const quickly = async (encoding: Encoding) => {
    for (const path of [...TWICE, ...TWICE]) assert.equal(await read(path, encoding), wanted.get(path), path)
  }
  const slowly = async (encoding: Encoding) => assert.deepEqual(await readSlowly(TWICE, encoding), all)
  for (const [one, other] of [
    ['identity', 'gzip'],
    ['gzip', 'identity'],
    ['gzip', 'gzip'],
  ] as const) {
    await Promise.all([quickly(one), slowly(one), leave(other), slowly(other), leave(one), quickly(other), leave(one)])
  }
})
