import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { writePlans } from '../test/access/write-plans.ts'
import { newKey, plat, type Served, scratch, serve } from '../test/e2e/program.ts'
import { beAlone } from './alone.ts'
import { Figures, type Reach } from './figures.ts'
import { writeHouseSales } from './import/house-sales.ts'
import { BENCH_PLAN } from './metering.ts'
import { someOf, wholeNumber } from './options.ts'
import { cpuSeconds, memoryMb } from './service/process-figures.ts'

const USAGE = fileURLToPath(new URL('import/usage.mjs', import.meta.url))

/** What is wanted of a change of so many rows, in seconds until it is found. */
const WANTED_S: Readonly<Record<string, number>> = { '1': 1, '1000': 2, '100000': 20 }
const WANTED_CALL_MS = 50
const WANTED_MEMORY_MB = 300

/** A service that uses less processor time in two seconds has nothing left to do. */
const QUIET_S = 0.05

/** Sales of a place are counted through the service while it changes. */
const COUNTED = '/search/byaddress?location=King County, WA&listingStatus=Sold'
/** A usual search, asked again and again to see how long any call waits. */
const USUAL = '/search/byaddress?location=98103&listingStatus=Sold'

/**
 * New rows into a large catalogue that is being served, by the real command: how long until they are found, what that
 * takes, and how long calls wait meanwhile. `--rows N` of the catalogue, `--changes` by comma, `--rounds N`, `--json`.
 */
export async function benchChanges(args: readonly string[]): Promise<void> {
  const { values: options } = parseArgs({
    args: [...args],
    options: {
      rows: { type: 'string', default: '100000' },
      changes: { type: 'string', default: '1,1000' },
      rounds: { type: 'string', default: '3' },
      json: { type: 'boolean', default: false },
    },
  })
  const rows = wholeNumber('rows', options.rows)
  const rounds = wholeNumber('rounds', options.rounds)
  const changes = someOf('changes', options.changes, Object.keys(WANTED_S))
  beAlone()
  const figures = new Figures(options.json)
  const folder = scratch()
  try {
    const data = join(folder.path, 'data')
    figures.note(`Importing ${rows.toLocaleString('en-US')} rows …`)
    await importRows(folder.path, data, rows, 1)
    writePlans(data, [BENCH_PLAN])
    const { key } = await newKey(data, BENCH_PLAN.name)
    const service = await serve(data)
    await untilQuiet(service)
    let seed = 1
    for (const change of changes) {
      figures.heading(`${change} rows into ${rows.toLocaleString('en-US')}`)
      for (let round = 0; round < rounds; round++) {
        await measureChange({ folder: folder.path, data, service, key, rows: Number(change), seed: ++seed }, figures)
      }
    }
    await service.stop()
  } finally {
    folder.remove()
  }
  figures.end()
}

interface Changing {
  readonly folder: string
  readonly data: string
  readonly service: Served
  readonly key: string
  readonly rows: number
  readonly seed: number
}

async function measureChange({ folder, data, service, key, rows, seed }: Changing, figures: Figures): Promise<void> {
  const headers = { 'x-service-key': key }
  const before = await countOf(service, headers)
  const watched = new Watched(service, headers, data)
  const { pid = 0 } = service.program.child
  const [cpuBefore, memoryBefore] = [cpuSeconds(pid), memoryMb(pid)]
  const startMs = performance.now()
  const { seconds, memory, cpuS } = await importRows(folder, data, rows, seed)
  while ((await countOf(service, headers)) === before) await later(10)
  const foundS = (performance.now() - startMs) / 1000
  await later(1000) // what follows the change belongs to it
  const { slowestMs, logBytes, calls } = await watched.end()
  const add = (name: string, value: number, unit: string, reach?: Reach) => figures.add(name, value, unit, reach)
  add('until found', foundS, 's', { atMost: WANTED_S[String(rows)] ?? Number.NaN })
  add('the command', seconds, 's')
  add('its processor time', cpuS, 's')
  add('its memory at the peak', memory, 'MB')
  add('its memory beside that of the service', memory - memoryBefore, 'MB', { atMost: WANTED_MEMORY_MB })
  add('processor time of the service', cpuSeconds(pid) - cpuBefore, 's')
  add('write-ahead log at its longest', logBytes / 1e6, 'MB')
  add(`slowest of ${calls} calls meanwhile`, slowestMs, 'ms', { atMost: WANTED_CALL_MS })
}

async function importRows(folder: string, data: string, rows: number, seed: number) {
  const file = join(folder, `sales-${seed}.csv`)
  writeHouseSales(file, rows, seed)
  const usagePath = `${file}.usage`
  const words = ['import', file, '--mapping', 'king-county', '--data', data, '--json']
  const startMs = performance.now()
  const { code, stderr } = await plat(words, { NODE_OPTIONS: `--import=${USAGE}`, BENCH_USAGE: usagePath })
  const seconds = (performance.now() - startMs) / 1000
  if (code !== 0) throw new Error(`the import ended with ${code}: ${stderr}`)
  const usage: NodeJS.ResourceUsage = JSON.parse(readFileSync(usagePath, 'utf8'))
  return { seconds, memory: usage.maxRSS / 1024, cpuS: (usage.userCPUTime + usage.systemCPUTime) / 1e6 }
}

async function countOf(service: Served, headers: Record<string, string>): Promise<number> {
  const answer = await service.get(COUNTED, headers)
  if (answer.status !== 200) throw new Error(`the search was answered with ${answer.status}: ${await answer.text()}`)
  const { resultsCount } = (await answer.json()) as { readonly resultsCount: { readonly totalMatchingCount: number } }
  return resultsCount.totalMatchingCount // as the operation declares
}

/** Until the service has read its large catalogue through, and has all cards in memory. */
async function untilQuiet(service: Served): Promise<void> {
  const { pid = 0 } = service.program.child
  for (let used = Number.POSITIVE_INFINITY; used > QUIET_S; ) {
    const before = cpuSeconds(pid)
    await later(2000)
    used = cpuSeconds(pid) - before
  }
}

/** Asks a usual search without a pause, and looks at the length of the write-ahead log. */
class Watched {
  #isOver = false
  #slowestMs = 0
  #logBytes = 0
  #calls = 0
  readonly #asking: Promise<void>

  constructor(service: Served, headers: Record<string, string>, data: string) {
    this.#asking = this.#ask(service, headers, data)
  }

  async end() {
    this.#isOver = true
    await this.#asking
    return { slowestMs: this.#slowestMs, logBytes: this.#logBytes, calls: this.#calls }
  }

  async #ask(service: Served, headers: Record<string, string>, data: string): Promise<void> {
    while (!this.#isOver) {
      const startMs = performance.now()
      await (await service.get(`${USUAL}&listPriceRange=min:${this.#calls}`, headers)).arrayBuffer() // none is asked twice
      this.#slowestMs = Math.max(this.#slowestMs, performance.now() - startMs)
      this.#calls++
      this.#logBytes = Math.max(this.#logBytes, logBytesIn(data))
      await later(5)
    }
  }
}

function logBytesIn(data: string): number {
  const logs = readdirSync(data).filter((name) => /^catalogue.*-wal$/.test(name))
  return Math.max(0, ...logs.map((name) => statSync(join(data, name), { throwIfNoEntry: false })?.size ?? 0))
}
