import { bench } from './harness/bench.ts'
import { Pinned, SERVER_CORE } from './harness/pinned.ts'
import { sampleFolder } from './harness/samples.ts'
import { TODAY } from './harness/setting.ts'
import { mean, median, numbers, quantile, WARM_ROUNDS } from './harness/timing.ts'
import type { QueryProcess } from './questions/query-process.ts'

/** Maximum ratio between the time of a search of a past day and the time of the same search today. */
const MAX_TIMES = 3

/** Days in the last two years, some weeks apart. */
const DAYS = numbers(16).map((at) => TODAY - 7 - at * 45)

/**
 * Runs the same searches of today's data and of past days' data, alternately, in one process. Options: `--homes`,
 * `--seed`, `--queries`, `--rounds`.
 */
export const run = bench({ homes: 100_000, seed: 1, queries: 500, rounds: 5 }, async (given, figures) => {
  const { seed, queries: count, rounds } = given
  const sample = await sampleFolder(given, figures)
  const plat = new Pinned<QueryProcess>('questions/query-process.ts', SERVER_CORE)
  try {
    await plat.ask('open', { dataDir: sample, seed })
    figures.add('until the first answer as of a day', (await plat.ask('openAsOf', undefined)) / 1000, 's')
    const queries = (await plat.ask('searches', count)).map(({ query }) => query)
    const first = await plat.ask('roundAsOf', { queries, days: DAYS })
    figures.add('as of a day, asked for the first time: median', median(first), 'ms')
    for (const _ of numbers(WARM_ROUNDS)) {
      await plat.ask('round', queries)
      await plat.ask('roundAsOf', { queries, days: DAYS })
    }
    const now: number[] = []
    const then: number[] = []
    for (const _ of numbers(rounds)) {
      now.push(...(await plat.ask('round', queries)))
      then.push(...(await plat.ask('roundAsOf', { queries, days: DAYS })))
    }
    for (const [name, times] of [
      ['as of today', now],
      ['as of a day', then],
    ] as const) {
      figures.add(`${name}: median`, median(times), 'ms')
      figures.add(`${name}: 99th percentile`, quantile(times, 0.99), 'ms')
      figures.add(`${name}: mean`, mean(times), 'ms')
    }
    figures.add('as of a day beside today: median', median(then) / median(now), 'times', { atMost: MAX_TIMES })
    figures.add('as of a day beside today: mean', mean(then) / mean(now), 'times', { atMost: MAX_TIMES })
  } finally {
    await plat.end()
  }
})
