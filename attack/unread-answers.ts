import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Served, scratch, serve } from '../test/e2e/program.ts'
import { tinyPmtiles } from '../test/http/pmtiles.ts'
import type { Attack, Measured } from './attack.ts'
import { requestFor } from './caller.ts'
import { memoryMb } from './harness.ts'

interface Size {
  readonly sockets: number
  readonly homes: number
  readonly holdMs: number
  readonly settings: Readonly<Record<string, string>>
}

const REQUESTS_A_SOCKET = 30
const SEARCH = '/search/byaddress?location=USA&listingStatus=For_Sale&resultsPerPage=200'
const TILES_MB = 8
const TILES_TURN = 3
const TILES = '/console/tiles.pmtiles'
const MAX_MEMORY_MB = 300

export const unreadAnswers: Attack = {
  name: 'unread-answers',
  promise:
    'callers that pipeline searches or ranges of map tiles and never read cost at most 300 MB, and others are served meanwhile',
  short: () => attack({ sockets: 30, homes: 3000, holdMs: 3000, settings: { PLAT_UNSENT_MB: '16' } }),
  long: 'It fills memory; src/doors/http/load/connections.trial.test.ts tests the limit of unsent bytes.',
  full: async () => {
    const measured = await attack({ sockets: 300, homes: 50_000, holdMs: 30_000, settings: {} })
    for (const name of ['most memory above before, MB', 'memory left above before, MB']) {
      assert((measured[name] ?? Infinity) <= MAX_MEMORY_MB, `${name}: ${measured[name]}`)
    }
    const { 'searches of others answered': answered = 0, 'searches of others refused': refused = 0 } = measured
    assert(answered > 9 * refused, `${refused} of ${answered + refused} searches of others were refused`)
    return measured
  },
}

async function attack({ sockets, homes, holdMs, settings }: Size): Promise<Measured> {
  const folder = scratch()
  const attackers: Socket[] = []
  try {
    const tiles = join(folder.path, 'ground.pmtiles')
    writeFileSync(tiles, Buffer.concat([tinyPmtiles(), Buffer.alloc(TILES_MB * 1024 * 1024, 7)]))
    const environment = { PLAT_MAP_TILES: tiles, PLAT_OPEN_PER_SECOND: '0', ...settings } // no rate: memory alone is bounded
    const served = await serve(folder.path, { PLAT_HOMES: String(homes), ...environment })
    await checkTiles(served)
    await askAround(served, 1000)
    const before = memoryMb(served.program)
    for (let i = 0; i < sockets; i++) {
      const request = i % TILES_TURN === 0 ? tilesRequest(served) : requestFor(SEARCH, served.key)
      attackers.push(neverRead(served, request))
    }
    const others = await askAround(served, holdMs)
    for (const socket of attackers) socket.destroy()
    await pause(Math.min(holdMs, 5000))
    const after = await askAround(served, 1000)
    const left = memoryMb(served.program) - before
    served.program.child.kill('SIGTERM')
    assert.equal(await served.program.ended(), 0)
    assert(others.answered > 0, 'nobody else was answered')
    assert.equal(after.refused, 0, 'the service did not recover')
    return {
      'most memory above before, MB': others.memoryMb - before,
      'memory left above before, MB': left,
      'searches of others answered': others.answered,
      'searches of others refused': others.refused,
      'slowest health check, ms': Math.round(others.slowestMs),
    }
  } finally {
    for (const socket of attackers) socket.destroy()
    folder.remove()
  }
}

/** Asks for as much of them as one answer holds. */
function tilesRequest({ a }: Served): string {
  return `GET ${TILES} HTTP/1.1\r\nhost: ${new URL(a).host}\r\nrange: bytes=0-\r\n\r\n`
}

async function checkTiles({ get }: Served): Promise<void> {
  const answer = await get(TILES, { range: 'bytes=0-' })
  assert.equal(answer.status, 206)
  await answer.arrayBuffer()
}

function neverRead({ a }: Served, request: string): Socket {
  const socket = connect(Number(new URL(a).port), '127.0.0.1')
  socket.on('error', () => {}) // being closed is what it is after
  socket.pause()
  socket.write(request.repeat(REQUESTS_A_SOCKET))
  return socket
}

/** Makes a search and a health check in turn, as an honest caller, for a while. */
async function askAround(served: Served, forMs: number) {
  const met = { answered: 0, refused: 0, slowestMs: 0, memoryMb: 0 }
  const endMs = performance.now() + forMs
  while (performance.now() < endMs) {
    const startMs = performance.now()
    assert.equal((await fetch(`${served.a}/health/live`)).status, 200)
    met.slowestMs = Math.max(met.slowestMs, performance.now() - startMs)
    const answer = await served.get(SEARCH)
    await answer.arrayBuffer()
    assert(answer.status === 200 || answer.status === 503, `a search of another heard ${answer.status}`)
    if (answer.status === 200) met.answered += 1
    else met.refused += 1
    met.memoryMb = Math.max(met.memoryMb, memoryMb(served.program))
    await pause(20)
  }
  return met
}
