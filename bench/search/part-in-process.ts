import { sqlitePath } from '../databases.ts'
import { mean, median, quantile, WARM_ROUNDS } from '../timing.ts'
import { numbers, type SearchBench, startPlat, startSqlite } from './bench.ts'
import type { Digest } from './in-process.ts'
import type { Draw } from './mix.ts'

const MIN_TIMES_SQLITE = 25
const MAX_MEDIAN_MS = 0.08
const MAX_P99_MS = 1

/**
 * The mix through Plat and through SQLite, each in a process of its own on the same core, round after round in turn.
 */
export async function benchInProcess({ sample, seed, queries, rounds, figures }: SearchBench): Promise<void> {
  figures.heading('In process, answer bytes included')
  const [plat, sqlite] = [startPlat(), startSqlite()]
  try {
    await plat.ask('open', sample.path)
    await sqlite.ask('open', sqlitePath(sample))
    const draws = await plat.ask('draw', { seed, count: queries })
    const digests = await plat.ask('digests', draws)
    requireSame('SQLite', draws, digests, await sqlite.ask('digests', draws))
    addMix(digests, draws, figures)
    const asked = draws.map(({ query }) => query)
    for (const _ of numbers(WARM_ROUNDS)) await plat.ask('round', asked)
    await sqlite.ask('round', asked) // its statements are compiled at once
    const platRounds: Float64Array[] = []
    const sqliteRounds: Float64Array[] = []
    for (const _ of numbers(rounds)) {
      platRounds.push(await plat.ask('round', asked))
      sqliteRounds.push(await sqlite.ask('round', asked))
    }
    addTimes('Plat', platRounds, figures, true)
    addTimes('SQLite', sqliteRounds, figures, false)
    const ratios = platRounds.map((times, round) => total(sqliteRounds[round]) / total(times))
    figures.add('Plat beside SQLite: searches in the same time', median(ratios), 'times', {
      atLeast: MIN_TIMES_SQLITE,
    })
    const typical = platRounds.map((times, round) => median(sqliteRounds[round] ?? []) / median(times))
    figures.add('Plat beside SQLite: median against median', median(typical), 'times')
  } finally {
    await Promise.all([plat.end(), sqlite.end()])
  }
}

/** The mix through Plat alone, without databases to compare with: the median and the 99th percentile in milliseconds. */
export async function timePlatAlone({
  sample,
  seed,
  queries,
  rounds,
}: Omit<SearchBench, 'figures'>): Promise<{ readonly p50Ms: number; readonly p99Ms: number }> {
  const plat = startPlat()
  try {
    await plat.ask('open', sample.path)
    const asked = (await plat.ask('draw', { seed, count: queries })).map(({ query }) => query)
    for (const _ of numbers(WARM_ROUNDS)) await plat.ask('round', asked)
    const times: number[] = []
    for (const _ of numbers(rounds)) times.push(...(await plat.ask('round', asked)))
    return { p50Ms: median(times), p99Ms: quantile(times, 0.99) }
  } finally {
    await plat.end()
  }
}

/** Throws with the first search whose answers differ. */
function requireSame(name: string, draws: readonly Draw[], ours: readonly Digest[], theirs: readonly Digest[]): void {
  const differing = draws.filter((_, i) => JSON.stringify(ours[i]) !== JSON.stringify(theirs[i]))
  const [first] = differing
  if (first === undefined) return
  const at = draws.indexOf(first)
  const both = `${JSON.stringify(ours[at])}, ${name} ${JSON.stringify(theirs[at])}`
  throw new Error(`${differing.length} of ${draws.length} answers differ, the first to ${first.url}: Plat ${both}`)
}

function addMix(digests: readonly Digest[], draws: readonly Draw[], figures: SearchBench['figures']): void {
  figures.add('searches, all with the same bytes from both', draws.length, '')
  figures.add('homes that match, mean', mean(digests.map(({ ungrouped }) => ungrouped)), '')
  figures.add('homes that match, median', median(digests.map(({ ungrouped }) => ungrouped)), '')
  figures.add('searches without a result', digests.filter(({ total: found }) => found === 0).length, '')
  figures.add('bytes of cards, mean', mean(digests.map(({ cardBytes }) => cardBytes)), 'B')
}

function addTimes(name: string, all: readonly Float64Array[], figures: SearchBench['figures'], judged: boolean): void {
  const times = all.flatMap((round) => [...round])
  const reach = (atMost: number) => (judged ? { atMost } : undefined)
  figures.add(`${name}: median`, median(times), 'ms', reach(MAX_MEDIAN_MS))
  figures.add(`${name}: 99th percentile`, quantile(times, 0.99), 'ms', reach(MAX_P99_MS))
  figures.add(`${name}: mean`, mean(times), 'ms')
}

function total(times: Float64Array | undefined): number {
  return (times ?? new Float64Array()).reduce((sum, time) => sum + time, 0)
}
