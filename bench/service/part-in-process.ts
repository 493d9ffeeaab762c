import { Pinned } from '../pinned.ts'
import { type AskedHandlers, numbers, SERVER_CORE } from '../search/bench.ts'
import { timePlatAlone } from '../search/part-in-process.ts'
import { median, quantile } from '../timing.ts'
import type { AskedService } from './asked-service.ts'
import type { ServiceBench } from './bench.ts'
import type { Form, OperationName } from './operations.ts'

const MAX_SEARCH_MS = 0.07
const MAX_SEARCH_P99_MS = 0.5
const SEARCHES = 500

/** What each takes at most at the median, from its parameters to the bytes of its answer. */
const REACHES: readonly { readonly name: OperationName; readonly form: Form; readonly atMostMs?: number }[] = [
  { name: '/pro/byzpid', form: 'gzip', atMostMs: 0.4 },
  { name: '/pro/byzpid', form: 'plain' },
  { name: '/similar', form: 'plain', atMostMs: 0.25 },
  { name: '/comparable_homes', form: 'plain', atMostMs: 0.25 },
]
const CALLS = 500

/** Without HTTP: the mix of searches, and operations whose answers are asked for the first time. */
export async function benchWithoutHttp({ sample, seed, rounds, figures }: ServiceBench): Promise<void> {
  figures.heading('In process, answer bytes included')
  const { p50Ms, p99Ms } = await timePlatAlone({ sample, seed, rounds, queries: SEARCHES })
  figures.add('searches plain: median', p50Ms, 'ms', { atMost: MAX_SEARCH_MS })
  figures.add('searches plain: 99th percentile', p99Ms, 'ms', { atMost: MAX_SEARCH_P99_MS })
  const asked = new Pinned<AskedHandlers<AskedService>>('./service/asked-service.ts', SERVER_CORE)
  try {
    await asked.ask('open', { dataDir: sample.path, seed })
    for (const { name, form, atMostMs } of REACHES) {
      const measured = async () => asked.ask('times', { paths: await asked.ask('draw', { name, count: CALLS }), form })
      for (const _ of numbers(3)) await measured()
      const times: number[] = []
      for (const _ of numbers(rounds)) times.push(...(await measured()))
      const reach = atMostMs === undefined ? undefined : { atMost: atMostMs }
      figures.add(`${name} ${form}, first time: median`, median(times), 'ms', reach)
      figures.add(`${name} ${form}, first time: 99th percentile`, quantile(times, 0.99), 'ms')
    }
  } finally {
    await asked.end()
  }
}
