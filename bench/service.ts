import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { beAlone } from './alone.ts'
import { sampleFolder } from './catalogues.ts'
import { Figures } from './figures.ts'
import { someOf, wholeNumber } from './options.ts'
import type { ServiceBench } from './service/bench.ts'
import { CALLED, OPERATION_NAMES } from './service/operations.ts'
import { benchServiceGrowth } from './service/part-growth.ts'
import { benchWithoutHttp } from './service/part-in-process.ts'
import { benchOperations } from './service/part-operations.ts'
import { benchPostgres } from './service/part-postgres.ts'
import { benchTail } from './service/part-tail.ts'
import { benchWorkers } from './service/part-workers.ts'
import { knowsOption } from './service/program.ts'

/** In the order in which they run. */
const PARTS = {
  http: benchOperations,
  postgres: benchPostgres,
  process: benchWithoutHttp,
  tail: benchTail,
  workers: benchWorkers,
} as const satisfies Readonly<Record<string, (bench: ServiceBench) => Promise<void>>>
type Part = keyof typeof PARTS
const PART_NAMES = Object.keys(PARTS) as Part[] // they are the keys of the table

/**
 * The real program over HTTP: `--homes N`, `--seed N` of sample and questions, `--rounds N`, `--connections` and
 * `--operations` by comma, `--parts` of http, postgres, process, tail, workers by comma, `--growth` for the table of
 * sizes instead, `--workers N` for the program, `--json`. Samples stay in bench/data for the next run.
 */
export async function benchService(args: readonly string[]): Promise<void> {
  const { values: options } = parseArgs({
    args: [...args],
    options: {
      homes: { type: 'string', default: '1000000' },
      seed: { type: 'string', default: '1' },
      rounds: { type: 'string', default: '5' },
      connections: { type: 'string', default: '1,16,256' },
      operations: { type: 'string', default: OPERATION_NAMES.join(',') },
      parts: { type: 'string', default: PART_NAMES.join(',') },
      growth: { type: 'boolean', default: false },
      workers: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  })
  const homes = wholeNumber('homes', options.homes)
  const seed = wholeNumber('seed', options.seed)
  const rounds = wholeNumber('rounds', options.rounds)
  const connections = options.connections.split(',').map((text) => wholeNumber('connections', text))
  const names = new Set(someOf('operation', options.operations, OPERATION_NAMES))
  const parts = new Set(someOf('part', options.parts, PART_NAMES))
  const words = options.workers === undefined ? [] : workerWords(wholeNumber('workers', options.workers))
  beAlone()
  const figures = new Figures(options.json)
  const sample = await sampleFolder(homes, seed, (text) => figures.note(text))
  const operations = CALLED.filter(({ name }) => names.has(name))
  const bench: ServiceBench = { sample, seed, rounds, operations, connections, words, figures }
  figures.add('load of the machine before the bench, one minute', loadavg()[0] ?? Number.NaN, '')
  if (options.growth) await benchServiceGrowth(bench)
  else for (const part of PART_NAMES) if (parts.has(part)) await PARTS[part](bench)
  figures.add('load of the machine after the bench, its own part included', loadavg()[0] ?? Number.NaN, '')
  figures.end()
}

function workerWords(workers: number): string[] {
  if (knowsOption('--workers')) return ['--workers', String(workers)]
  throw new RangeError('This program has no --workers: measure it without.')
}
