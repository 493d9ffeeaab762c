import { parseArgs } from 'node:util'
import { beAlone } from './alone.ts'
import { sampleFolder } from './catalogues.ts'
import { ensureDatabases } from './databases.ts'
import { Figures } from './figures.ts'
import { someOf, wholeNumber } from './options.ts'
import { ensurePackages } from './postgres/packages.ts'
import { benchGrowth } from './search/part-growth.ts'
import { benchHttp } from './search/part-http.ts'
import { benchInProcess } from './search/part-in-process.ts'
import { benchStore } from './search/part-store.ts'

const PARTS = ['store', 'process', 'http', 'growth'] as const

const GROWTH = 10

/**
 * Searches of a sample: `--homes N`, `--seed N` of sample and searches, `--queries N`, `--rounds N`, `--parts` of
 * store, process, http, growth by comma, `--json`. Samples and databases stay in bench/data for the next run.
 */
export async function benchSearch(args: readonly string[]): Promise<void> {
  const { values: options } = parseArgs({
    args: [...args],
    options: {
      homes: { type: 'string', default: '1000000' },
      seed: { type: 'string', default: '1' },
      queries: { type: 'string', default: '500' },
      rounds: { type: 'string', default: '5' },
      parts: { type: 'string', default: PARTS.join(',') },
      json: { type: 'boolean', default: false },
    },
  })
  const homes = wholeNumber('homes', options.homes)
  const wanted = new Set(someOf('part', options.parts, PARTS))
  const seed = wholeNumber('seed', options.seed)
  beAlone()
  const figures = new Figures(options.json)
  const note = (text: string) => figures.note(text)
  const sample = await sampleFolder(homes, seed, note)
  const bench = {
    sample,
    seed,
    queries: wholeNumber('queries', options.queries),
    rounds: wholeNumber('rounds', options.rounds),
    figures,
  }
  if (wanted.has('store')) await benchStore(bench)
  if (wanted.has('process') || wanted.has('http')) {
    ensurePackages(note)
    await ensureDatabases(sample, note)
  }
  if (wanted.has('process')) await benchInProcess(bench)
  if (wanted.has('http')) await benchHttp(bench)
  if (wanted.has('growth')) {
    await benchGrowth({ ...bench, small: await sampleFolder(Math.ceil(homes / GROWTH), seed, note) })
  }
  figures.end()
}
