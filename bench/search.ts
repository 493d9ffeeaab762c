import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { bench } from './harness/bench.ts'
import type { Figures } from './harness/figures.ts'
import { Pinned, SERVER_CORE } from './harness/pinned.ts'
import { madeOnce, sampleFolder } from './harness/samples.ts'
import { mean, median, numbers, quantile, WARM_ROUNDS } from './harness/timing.ts'
import type { Draw } from './questions/mix.ts'
import type { Digest, QueryProcess } from './questions/query-process.ts'
import { loadSqlite } from './sqlite/sqlite.ts'

const MIN_TIMES_SQLITE = 25
const MAX_OPEN_S = 3
const MAX_MEDIAN_MS = 0.08
const MAX_P99_MS = 1

/** The code that determines the content of the SQLite file: it makes the sample, and writes listings into tables. */
const LOADED_BY = ['sample', 'src/model', 'src/catalog', 'src/service/rendering', 'bench/sqlite']

/**
 * Runs the same random searches in Plat and in SQLite, alternately, each in its own process on the same core. Options:
 * `--homes`, `--seed`, `--queries`, `--rounds`.
 */
export const run = bench({ homes: 1_000_000, seed: 1, queries: 500, rounds: 5 }, async (given, figures) => {
  const { seed, queries, rounds } = given
  const sample = await sampleFolder(given, figures)
  const sqlitePath = join(sample, 'listings.sqlite')
  await madeOnce(sample, 'sqlite', LOADED_BY, async () => {
    figures.note('Loading the sample into SQLite …')
    rmSync(sqlitePath, { force: true })
    loadSqlite(sqlitePath, sample)
  })
  figures.heading('In process, answer bytes included')
  const plat = new Pinned<QueryProcess>('questions/query-process.ts', SERVER_CORE)
  const sqlite = new Pinned<QueryProcess>('questions/query-process.ts', SERVER_CORE)
  try {
    const openMs = await plat.ask('open', { dataDir: sample, seed })
    figures.add('open the catalog and answer a first search', openMs / 1000, 's', { atMost: MAX_OPEN_S })
    await sqlite.ask('openSqlite', sqlitePath)
    const draws = await plat.ask('searches', queries)
    const searches = draws.map(({ query }) => query)
    const digests = await plat.ask('digests', searches)
    requireSame(draws, digests, await sqlite.ask('digests', searches))
    addMix(digests, figures)
    for (const _ of numbers(WARM_ROUNDS)) await plat.ask('round', searches)
    await sqlite.ask('round', searches) // a warm-up, since SQLite compiles a statement when it is first prepared
    const all: { readonly plat: Float64Array; readonly sqlite: Float64Array }[] = []
    for (const _ of numbers(rounds))
      all.push({ plat: await plat.ask('round', searches), sqlite: await sqlite.ask('round', searches) })
    addTimes(
      'Plat',
      all.map((round) => round.plat),
      figures,
      true,
    )
    addTimes(
      'SQLite',
      all.map((round) => round.sqlite),
      figures,
      false,
    )
    const ratio = (of: (times: Float64Array) => number) => median(all.map((round) => of(round.sqlite) / of(round.plat)))
    const atLeast = MIN_TIMES_SQLITE
    figures.add(
      'Plat beside SQLite: searches in the same time',
      ratio((times) => mean([...times])),
      'times',
      { atLeast },
    )
    figures.add('Plat beside SQLite: median against median', ratio(median), 'times')
  } finally {
    await Promise.all([plat.end(), sqlite.end()])
  }
})

/** Throws an error about the first search that Plat and SQLite answer differently. */
function requireSame(draws: readonly Draw[], ours: readonly Digest[], theirs: readonly Digest[]): void {
  const differing = draws.flatMap((_, i) => (JSON.stringify(ours[i]) === JSON.stringify(theirs[i]) ? [] : [i]))
  const [at] = differing
  if (at === undefined) return
  const both = `Plat ${JSON.stringify(ours[at])}, SQLite ${JSON.stringify(theirs[at])}`
  throw new Error(`${differing.length} of ${draws.length} answers differ, the first to ${draws[at]?.url}: ${both}`)
}

function addMix(digests: readonly Digest[], figures: Figures): void {
  figures.add('searches, all with the same bytes from both', digests.length, '')
  figures.add('homes that match, mean', mean(digests.map(({ ungrouped }) => ungrouped)), '')
  figures.add('homes that match, median', median(digests.map(({ ungrouped }) => ungrouped)), '')
  figures.add('searches without a result', digests.filter(({ total }) => total === 0).length, '')
  figures.add('bytes of cards, mean', mean(digests.map(({ cardBytes }) => cardBytes)), 'B')
}

function addTimes(name: string, rounds: readonly Float64Array[], figures: Figures, isJudged: boolean): void {
  const times = rounds.flatMap((round) => [...round])
  const reach = (atMost: number) => (isJudged ? { atMost } : undefined)
  figures.add(`${name}: median`, median(times), 'ms', reach(MAX_MEDIAN_MS))
  figures.add(`${name}: 99th percentile`, quantile(times, 0.99), 'ms', reach(MAX_P99_MS))
  figures.add(`${name}: mean`, mean(times), 'ms')
}
