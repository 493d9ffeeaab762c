import { loadavg } from 'node:os'
import { bench } from './harness/bench.ts'
import { sampleFolder } from './harness/samples.ts'
import { OPERATION_NAMES } from './questions/questions.ts'
import { benchOperations, type ServiceBench } from './service/part-http.ts'
import { benchWithoutHttp } from './service/part-process.ts'
import { benchTail } from './service/part-tail.ts'

/** The parts of this bench, in order. */
const PARTS: Readonly<Record<string, (service: ServiceBench) => Promise<void>>> = {
  http: benchOperations,
  process: benchWithoutHttp,
  tail: benchTail,
}

const DEFAULTS = {
  homes: 1_000_000,
  seed: 1,
  rounds: 5,
  connections: [1, 16, 256],
  operations: OPERATION_NAMES,
  parts: Object.keys(PARTS),
  workers: '',
}

/**
 * Measures the real program over HTTP. Options: `--homes`, `--seed`, `--rounds`, `--connections`, `--operations`,
 * `--parts` (http, process and tail; separated by commas), and `--workers N` for the program. Samples stay in
 * bench/data for the next run.
 */
export const run = bench(DEFAULTS, async (given, figures) => {
  const words = given.workers === '' ? [] : ['--workers', given.workers]
  const service: ServiceBench = { ...given, sample: await sampleFolder(given, figures), words, figures }
  figures.add('load of the machine before the bench, one minute', loadavg()[0] ?? Number.NaN, '')
  for (const [part, run] of Object.entries(PARTS)) if (given.parts.includes(part)) await run(service)
  figures.add('load of the machine after the bench, its own part included', loadavg()[0] ?? Number.NaN, '')
})
