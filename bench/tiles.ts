import assert from 'node:assert/strict'
import { Agent, get } from 'node:http'
import { openRecords } from '../src/catalog/opening/open.ts'
import { Random } from '../src/kit/algorithms/random.ts'
import type { Point } from '../src/model/home.ts'
import { listingClassOf } from '../src/model/home-columns.ts'
import { WORLD, worldX, worldY } from '../src/service/tiles/world.ts'
import { bench } from './harness/bench.ts'
import { cpuSeconds, memoryMb } from './harness/process-figures.ts'
import { PlatProgram } from './harness/program.ts'
import { sampleFolder } from './harness/samples.ts'
import { numbers } from './harness/timing.ts'

const DEFAULTS = { homes: 100_000, seed: 1, users: 40 }

/** The number of columns and rows of tiles that a map shows. */
const [COLUMNS, ROWS] = [4, 3]
const [FIRST_ZOOM, LAST_ZOOM] = [3, 17]
const WANTED_P99_MS = 5

/**
 * Simulates people who zoom from the whole country to a home, move the map twice at each zoom, and request every
 * visible tile. Calls one worker of the real program over HTTP, without cached answers. Options: `--homes` of a sample,
 * `--seed`, `--users`.
 */
export const run = bench(DEFAULTS, async (given, figures) => {
  const dataDir = await sampleFolder(given, figures)
  const places = placesIn(dataDir, given.users * 10)
  const program = await PlatProgram.start(dataDir, '0', ['--answers-mb', '0', '--workers', '1'])
  const random = new Random(given.seed, 'tiles')
  const before = memoryMb(program.pid)
  for (const { name, template, homes, firstMs } of await searchesOf(program)) {
    const times: number[] = []
    const sizes: number[] = []
    const cpuS = cpuSeconds(program.pid)
    for (const _ of numbers(given.users)) {
      const place = places[random.below(places.length)]
      for (const address of place === undefined ? [] : journey(place, random)) {
        const tile = await answerTo(program, template.replace('{z}/{x}/{y}', address))
        times.push(tile.ms)
        sizes.push(tile.body.length)
      }
    }
    const at = (share: number) => times.toSorted((one, other) => one - other)[Math.floor(times.length * share)] ?? 0
    figures.heading(`${name}: ${homes.toLocaleString('en-US')} homes, ${times.length.toLocaleString('en-US')} tiles`)
    figures.add('the first answer, with which all are put in order', firstMs, 'ms')
    figures.add('p50 of tiles', at(0.5), 'ms')
    figures.add('p99 of tiles', at(0.99), 'ms', { atMost: WANTED_P99_MS })
    figures.add('the slowest tile', at(0.9999), 'ms')
    figures.add('processor time of a tile', ((cpuSeconds(program.pid) - cpuS) / times.length) * 1e6, 'µs')
    figures.add('bytes of the largest tile, gzip', Math.max(...sizes), 'B')
  }
  figures.add('memory more at the end', memoryMb(program.pid) - before, 'MB')
  await program.end()
})

/** Returns the coordinates of homes for sale. */
function placesIn(dataDir: string, most: number): readonly Point[] {
  const records = openRecords(dataDir)
  const places: Point[] = []
  for (const home of records.each('home')) {
    const point = listingClassOf(home) === 'For_Sale' ? home.point : undefined
    if (point !== undefined) places.push(point)
    if (places.length === most) break
  }
  records.close()
  return places
}

/**
 * Yields the tiles that are visible while the map zooms in to a place. At each zoom, the map moves twice, by one tile.
 */
function* journey({ longitude, latitude }: Point, random: Random): Generator<string> {
  for (let zoom = FIRST_ZOOM; zoom <= LAST_ZOOM; zoom++) {
    const side = 2 ** zoom
    const [x, y] = [Math.floor((worldX(longitude) / WORLD) * side), Math.floor((worldY(latitude) / WORLD) * side)]
    const seen = new Set<string>()
    for (const [east, south] of [
      [0, 0],
      [random.whole(-1, 1), 0],
      [0, random.whole(-1, 1)],
    ] as const) {
      for (const i of numbers(COLUMNS * ROWS)) {
        const column = x + east + (i % COLUMNS) - 1
        const row = y + south + Math.floor(i / COLUMNS) - 1
        const address = `${zoom}/${column}/${row}`
        if (Math.min(column, row) < 0 || Math.max(column, row) >= side || seen.has(address)) continue
        seen.add(address)
        yield address
      }
    }
  }
}

const SEARCHES = {
  'all homes for sale': '/tiles/For_Sale',
  'all sold homes': '/tiles/Sold',
  'a search of the whole country':
    '/tiles?path=/search/bymapbounds&eastLongitude=-66&northLatitude=50&southLatitude=24&westLongitude=-125&listingStatus=For_Sale&bed_min=2',
}

async function searchesOf(program: PlatProgram) {
  const searches = []
  for (const [name, path] of Object.entries(SEARCHES)) {
    const { ms: firstMs, body } = await answerTo(program, path)
    const { tiles, homes }: { tiles: readonly [string]; homes: number } = JSON.parse(body.toString())
    const template = tiles[0].slice(tiles[0].indexOf('/tiles/'))
    searches.push({ name, template, homes, firstMs })
  }
  return searches
}

const agent = new Agent({ keepAlive: true })

function answerTo(program: PlatProgram, path: string): Promise<{ readonly ms: number; readonly body: Buffer }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ readonly ms: number; readonly body: Buffer }>()
  const isTile = !path.includes('?') && path.split('/').length > 3
  const headers = { ...program.headers, ...(isTile && { 'accept-encoding': 'gzip' }) }
  const startMs = performance.now()
  get({ port: program.port, path, headers, agent }, async (response) => {
    try {
      const body = Buffer.concat(await response.toArray())
      assert.equal(response.statusCode, 200, `${path}: ${body.toString('latin1', 0, 300)}`)
      resolve({ ms: performance.now() - startMs, body })
    } catch (error) {
      reject(error)
    }
  }).on('error', reject)
  return promise
}
