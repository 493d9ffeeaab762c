import { bench } from './harness/bench.ts'
import { sampleFolder } from './harness/samples.ts'
import { mean, median, numbers } from './harness/timing.ts'
import { type Measured, measure, openStage, warmUp } from './service/stage.ts'

/** Maximum ratio between the time of a search with all facets and the time of the same search without facets. */
const MAX_TIMES = 2

/** What is added to a query: nothing, or a request for all facets. */
const FORMS = ['', '&facets=all'] as const
/**
 * Encodings of answers: gzip, as clients request it, and no compression, because compressing takes much of the time of
 * a search without facets.
 */
const MANNERS = [
  { form: 'gzip', connections: 1, atMost: MAX_TIMES },
  { form: 'plain', connections: 1, atMost: undefined },
] as const

/**
 * Runs searches without facets and with all facets over HTTP, alternately and without repeating a query. Options:
 * `--homes`, `--seed`, `--queries` per round, `--rounds`.
 */
export const run = bench({ homes: 1_000_000, seed: 1, queries: 300, rounds: 5 }, async (given, figures) => {
  const sample = await sampleFolder(given, figures)
  const stage = await openStage({ sample, seed: given.seed, words: [] })
  try {
    await warmUp(stage, ['searches'], Array(10).fill(MANNERS[0]))
    let failures = 0
    for (const { atMost, ...manner } of MANNERS) {
      const measured: Record<string, Measured[]> = {}
      for (const round of numbers(given.rounds + 2))
        for (const form of round % 2 === 0 ? FORMS : FORMS.toReversed()) {
          const paths = await stage.drawer.ask('draw', { name: 'searches', count: given.queries })
          const requested = paths.map((path) => path + form)
          const report = await measure(stage, requested, manner)
          failures += report.failures
          if (round > 1) measured[form] = [...(measured[form] ?? []), report] // the first two rounds only warm up
        }
      const medianMs = FORMS.map((form, i) => {
        const reports = measured[form] ?? []
        const name = `${manner.form}, ${i === 0 ? 'alone' : 'with all facets'}`
        figures.add(`${name}: median`, median(reports.map(({ p50Ms }) => p50Ms)), 'ms')
        figures.add(`${name}: 99th percentile`, median(reports.map(({ p99Ms }) => p99Ms)), 'ms')
        figures.add(`${name}: processor time, mean`, mean(reports.map(({ cpuUs }) => cpuUs)), 'µs')
        return median(reports.map(({ p50Ms }) => p50Ms))
      })
      const [alone = Number.NaN, faceted = Number.NaN] = medianMs
      const bound = atMost === undefined ? undefined : { atMost }
      figures.add(`${manner.form}, with all facets beside alone: median`, faceted / alone, 'times', bound)
    }
    figures.add('answers other than 200', failures, '', { atMost: 0 })
  } finally {
    await stage.end()
  }
})
