import { ensureDatabases } from './databases/databases.ts'
import { bench } from './harness/bench.ts'
import { sampleFolder } from './harness/catalogues.ts'
import { benchHttp } from './search/part-http.ts'
import { benchInProcess } from './search/part-in-process.ts'

const DEFAULTS = { homes: 1_000_000, seed: 1, queries: 500, rounds: 5, parts: ['process', 'http'] } as const

/** Searches of a sample: `--homes`, `--seed`, `--queries`, `--rounds`, `--parts` of process and http by comma. */
export const run = bench(DEFAULTS, async (given, figures) => {
  const sample = await sampleFolder(given, figures)
  await ensureDatabases(sample, figures)
  const search = { ...given, sample, figures }
  if (given.parts.includes('process')) await benchInProcess(search)
  if (given.parts.includes('http')) await benchHttp(search)
})
