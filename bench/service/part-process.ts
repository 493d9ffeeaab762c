import { Pinned, SERVER_CORE } from '../harness/pinned.ts'
import { median, numbers, quantile, WARM_ROUNDS } from '../harness/timing.ts'
import type { QueryProcess } from '../questions/query-process.ts'
import type { ServiceBench } from './part-http.ts'

const MAX_SEARCH_MS = 0.07
const MAX_SEARCH_P99_MS = 0.5
const SEARCHES = 500

/** Maximum median time of operations in milliseconds, from their parameters to the bytes of the answer. */
const MAX_MS: Readonly<Record<string, number>> = {
  '/pro/byzpid': 0.4,
  '/similar': 0.25,
  '/comparable_homes': 0.25,
  '/nearby': 0.5,
  '/ownerinfo': 0.5,
  '/climate': 0.5,
  '/graph_charts': 0.5,
  '/search/bylocation': 0.1,
  '/search/exp/bydestination': 0.1,
}
const CALLS = 500
const WARM_PASSES = 3

/** Measures, without HTTP, searches and operations whose answers are not cached. */
export async function benchWithoutHttp({ sample, seed, rounds, operations, figures }: ServiceBench): Promise<void> {
  figures.heading('In process, answer bytes included')
  const querier = new Pinned<QueryProcess>('questions/query-process.ts', SERVER_CORE)
  const add = (name: string, times: readonly number[], medianMs?: number, p99Ms?: number) => {
    const reach = (atMost?: number) => (atMost === undefined ? undefined : { atMost })
    figures.add(`${name}: median`, median(times), 'ms', reach(medianMs))
    figures.add(`${name}: 99th percentile`, quantile(times, 0.99), 'ms', reach(p99Ms))
  }
  const timed = async (measured: () => Promise<Float64Array>, warmRounds: number) => {
    for (const _ of numbers(warmRounds)) await measured()
    const times: number[] = []
    for (const _ of numbers(rounds)) times.push(...(await measured()))
    return times
  }
  try {
    await querier.ask('open', { dataDir: sample, seed })
    const queries = (await querier.ask('searches', SEARCHES)).map(({ query }) => query)
    const searched = await timed(() => querier.ask('round', queries), WARM_ROUNDS)
    add('searches plain', searched, MAX_SEARCH_MS, MAX_SEARCH_P99_MS)
    for (const name of operations) {
      const once = async () => querier.ask('times', await querier.ask('draw', { name, count: CALLS }))
      add(`${name} plain, first time`, await timed(once, WARM_PASSES), MAX_MS[name])
    }
  } finally {
    await querier.end()
  }
}
