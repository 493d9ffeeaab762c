import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { bench } from './harness/bench.ts'
import type { Figures, Row } from './harness/figures.ts'
import type { Load } from './harness/load.ts'
import { LOAD_CORE, Pinned, SERVER_CORE } from './harness/pinned.ts'
import { PlatProgram } from './harness/program.ts'
import { sampleFolder } from './harness/samples.ts'
import { mean } from './harness/timing.ts'
import type { QueryProcess } from './questions/query-process.ts'
import { OPERATION_NAMES } from './questions/questions.ts'
import {
  type Form,
  type Manner,
  type Measured,
  measure,
  measureServer,
  openStage,
  orderOf,
  type Setting,
  type Stage,
} from './service/stage.ts'

const DEFAULTS = { homes: 100_000, seed: 1, calls: 300, connections: 16, cold: false, operations: OPERATION_NAMES }

/** The columns. Other programs hardly affect the first figures; the others need a quiet machine. */
const COLUMNS = [
  { name: 'calls', unit: '' },
  { name: 'not 200', unit: '' },
  { name: 'reads', unit: '' },
  { name: 'bytes read', unit: 'B' },
  { name: 'CPU', unit: 'µs' },
  { name: 'calls a second', unit: '/s' },
  { name: 'p99', unit: 'ms' },
  { name: 'gzip', unit: 'B' },
  { name: 'br', unit: 'B' },
  { name: 'zstd', unit: 'B' },
]

/** How many answers to measure in each encoding except gzip. */
const WEIGHED = 50

/** Paths of calls that read only from their socket. These reads are subtracted from the reads of other calls. */
const IDLE_PATHS: readonly string[] = Array.from({ length: 2000 }, () => '/myping')

const COLD_COLUMNS = [
  { name: 'ready', unit: 's' },
  { name: 'calls', unit: '' },
  { name: 'not 200', unit: '' },
  { name: 'reads', unit: '' },
  { name: 'bytes read', unit: 'B' },
  { name: 'calls a second', unit: '/s' },
  { name: 'p50', unit: 'ms' },
  { name: 'p99', unit: 'ms' },
]
const COLD_S = 10
const COLD_QUESTIONS = 20_000

interface Calls extends Setting {
  readonly operations: readonly string[]
  readonly calls: number
  readonly manner: Manner
}

/**
 * Measures what a call of each operation costs a service with one worker on one core. No call is repeated; each is
 * about a random home or place, and is answered with gzip. Options: `--homes`, `--seed`, `--calls` per operation,
 * `--connections`, `--operations` (separated by commas). With `--cold`, a service starts for each operation, without
 * its files in the page cache, and is called for ten seconds.
 */
export const run = bench(DEFAULTS, async (given, figures) => {
  const { seed, operations, calls, connections, cold } = given
  const sample = await sampleFolder(given, figures)
  const manner: Manner = { form: 'gzip', connections }
  const options: Calls = { sample, seed, words: ['--workers', '1'], operations, calls, manner }
  figures.heading(`${given.homes.toLocaleString('en-US')} homes, ${cold ? 'cold' : 'warm'}, as gzip, first time`)
  if (cold) figures.table(COLD_COLUMNS, await measureCold(options, figures))
  else figures.table(COLUMNS, await measureWarm(options, figures))
})

async function measureWarm(options: Calls, figures: Figures): Promise<Row[]> {
  const stage = await openStage(options)
  try {
    const questions = new Map<string, string[]>()
    for (const name of options.operations)
      questions.set(name, await stage.drawer.ask('draw', { name, count: 2 * options.calls }))
    for (const paths of questions.values()) {
      const warming = paths.splice(0, Math.floor(paths.length / 2))
      if (warming.length > 0) await measure(stage, warming, options.manner)
    }
    const idleOrder = orderOf(stage.program, IDLE_PATHS, 'plain')
    const { connections } = options.manner
    const idle = await measureServer(stage.load, stage.program.pid, { ...idleOrder, connections, seconds: 0 })
    const rows: Row[] = []
    for (const [name, paths] of questions) {
      figures.note(name)
      rows.push({ name, values: await valuesOf(stage, paths, options.manner, idle) })
    }
    return rows
  } finally {
    await stage.end()
  }
}

async function valuesOf(stage: Stage, paths: readonly string[], manner: Manner, idle: Measured): Promise<number[]> {
  const measured = await measure(stage, paths, manner)
  const { requests, failures, reads, readBytes, cpuUs, seconds, p99Ms, sizes } = measured
  const bytesAs = async (form: Form) =>
    mean([...(await measure(stage, paths.slice(0, WEIGHED), { ...manner, form })).sizes])
  return [
    requests,
    failures,
    Math.max(0, reads - idle.reads),
    Math.max(0, readBytes - idle.readBytes),
    cpuUs,
    requests / seconds,
    p99Ms,
    mean([...sizes.slice(0, WEIGHED)]),
    await bytesAs('br'),
    await bytesAs('zstd'),
  ]
}

async function measureCold(options: Calls, figures: Figures): Promise<Row[]> {
  const questions = await drawn(options)
  const load = new Pinned<Load>('harness/load.ts', LOAD_CORE)
  const rows: Row[] = []
  try {
    for (const [name, paths] of questions) {
      figures.note(name)
      dropPages(options.sample)
      const program = await PlatProgram.start(options.sample, String(SERVER_CORE), options.words)
      const { form, connections } = options.manner
      const order = { ...orderOf(program, paths, form), connections, seconds: COLD_S, endsInPass: true }
      const { requests, failures, reads, readBytes, seconds, p50Ms, p99Ms } = await measureServer(
        load,
        program.pid,
        order,
      )
      rows.push({
        name,
        values: [program.openS, requests, failures, reads, readBytes, requests / seconds, p50Ms, p99Ms],
      })
      await program.end()
    }
  } finally {
    await load.end()
  }
  return rows
}

/**
 * Draws the calls of every operation in a process that then ends, because file pages that a running process maps stay
 * in the page cache.
 */
async function drawn({ sample, seed, operations }: Calls): Promise<Map<string, string[]>> {
  const drawer = new Pinned<QueryProcess>('questions/query-process.ts', LOAD_CORE)
  const questions = new Map<string, string[]>()
  try {
    await drawer.ask('open', { dataDir: sample, seed })
    for (const name of operations) questions.set(name, await drawer.ask('draw', { name, count: COLD_QUESTIONS }))
  } finally {
    await drawer.end()
  }
  return questions
}

const DROP_PAGES = `
import os, sys
for path in sys.argv[1:]:
    file = os.open(path, os.O_RDONLY)
    os.fsync(file)
    os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
    os.close(file)
`

/** Removes a folder's files from the page cache. Runs another program, because Node has no function for this. */
function dropPages(folder: string): void {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const { status, stderr } = spawnSync('python3', ['-c', DROP_PAGES, ...files], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The page cache could not be emptied: ${stderr}`)
}
