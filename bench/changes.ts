import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import { writePlans } from '../test/access/write-plans.ts'
import { newKey, type Served, scratch, serve } from '../test/e2e/program.ts'
import { bench } from './harness/bench.ts'
import type { Figures } from './harness/figures.ts'
import { cpuSeconds, memoryMb } from './harness/process-figures.ts'
import { BENCH_PLAN } from './harness/program.ts'
import { numbers } from './harness/timing.ts'
import { writeHouseSales } from './import/house-sales.ts'
import { importSales } from './import/import-sales.ts'

/** Maximum seconds until a change is visible, by the number of changed rows. */
const WANTED_S: Readonly<Record<number, number>> = { 1: 1, 1000: 2, 100000: 20 }
const WANTED_CALL_MS = 50
const WANTED_MEMORY_MB = 300

/** The service is idle if it uses less processor time than this (in seconds) during two seconds. */
const QUIET_S = 0.05

/** A search for sales. How many it finds changes with each import. */
const COUNTED = '/search/byaddress?location=King County, WA&listingStatus=Sold'
/** A typical search. It is repeated to measure the longest wait of any call. */
const USUAL = '/search/byaddress?location=98103&listingStatus=Sold'

const DEFAULTS = { rows: 100_000, changes: [1, 1000], rounds: 3 } as const

/**
 * Runs `plat import` on a large catalog while a service serves the catalog. Measures the time until new rows are found,
 * the resources used, and how long calls wait. Options: `--rows` of the catalog, `--changes` (separated by commas),
 * `--rounds`.
 */
export const run = bench(DEFAULTS, async ({ rows, changes, rounds }, figures) => {
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
      for (const _ of numbers(rounds))
        await measureChange({ folder: folder.path, data, service, key, rows: change, seed: ++seed }, figures)
    }
    await service.stop()
  } finally {
    folder.remove()
  }
})

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
  const { seconds, usage } = await importRows(folder, data, rows, seed)
  while ((await countOf(service, headers)) === before) await later(10)
  const foundS = (performance.now() - startMs) / 1000
  await later(1000) // so that the service's work after the change is part of the cost
  const { slowestMs, logBytes, calls } = await watched.end()
  const memory = usage.maxRSS / 1024
  figures.add('until found', foundS, 's', { atMost: WANTED_S[rows] ?? Number.POSITIVE_INFINITY })
  figures.add('the command', seconds, 's')
  figures.add('its processor time', (usage.userCPUTime + usage.systemCPUTime) / 1e6, 's')
  figures.add('its memory at the peak', memory, 'MB')
  figures.add('its memory beside that of the service', memory - memoryBefore, 'MB', { atMost: WANTED_MEMORY_MB })
  figures.add('processor time of the service', cpuSeconds(pid) - cpuBefore, 's')
  figures.add('write-ahead log at its longest', logBytes / 1e6, 'MB')
  figures.add(`slowest of ${calls} calls meanwhile`, slowestMs, 'ms', { atMost: WANTED_CALL_MS })
}

function importRows(folder: string, data: string, rows: number, seed: number) {
  const file = join(folder, `sales-${seed}.csv`)
  writeHouseSales(file, rows, seed)
  return importSales(file, data)
}

async function countOf(service: Served, headers: Record<string, string>): Promise<number> {
  const answer = await service.get(COUNTED, headers)
  if (answer.status !== 200) throw new Error(`the search was answered with ${answer.status}: ${await answer.text()}`)
  const { resultsCount } = (await answer.json()) as { readonly resultsCount: { readonly totalMatchingCount: number } }
  return resultsCount.totalMatchingCount // the operation declares this type
}

/** Waits until the service has loaded its large catalog, and has all search results (JSON) in memory. */
async function untilQuiet(service: Served): Promise<void> {
  const { pid = 0 } = service.program.child
  for (let used = Number.POSITIVE_INFINITY; used > QUIET_S; ) {
    const before = cpuSeconds(pid)
    await later(2000)
    used = cpuSeconds(pid) - before
  }
}

/** Repeats a typical search without pauses. Records how long the write-ahead log becomes. */
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
      // a different query each time, so that no answer is cached
      await (await service.get(`${USUAL}&listPriceRange=min:${this.#calls}`, headers)).arrayBuffer()
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
