import { rateOf } from '../harness/load.ts'
import { median, numbers } from '../harness/timing.ts'
import type { ServiceBench } from './part-http.ts'
import { measure, openStage, orderOf, type Stage, warmUp } from './stage.ts'

const LOAD_SHARE = 0.7
const MAX_P99_OF_P50 = 5

/** Number of connections, more than this load ever needs, so that no request waits for a connection. */
const CONNECTIONS = 128
const FULL = { form: 'gzip', connections: 16 } as const
const QUESTIONS = 300

/** Duration in seconds. A 99th percentile needs hundreds of answers. */
const SECONDS = 3
const MAX_QUESTIONS = 4000

/** The minimum ratio between the rates of answers and of requests. Below this ratio, the queue grows. */
const KEPT_UP = 0.9

/**
 * A fast and a slow operation. They are measured separately, because in a mix the slow operation alone would determine
 * the percentile.
 */
const MEASURED = ['/byzpid', 'searches']

/**
 * Measures how long calls take when they arrive at random times, at 70 % of the maximum rate that was measured before.
 */
export async function benchTail(bench: ServiceBench): Promise<void> {
  const { figures, rounds, seed } = bench
  figures.heading('At 70 % load, callers come at any moment, first time, as gzip')
  const stage = await openStage(bench)
  try {
    await warmUp(
      stage,
      MEASURED,
      numbers(5).map(() => FULL),
    )
    for (const name of MEASURED) {
      const all: Wait[] = []
      for (const round of numbers(rounds)) all.push(await tailOf(stage, name, seed + round))
      const waits = all.filter(({ keptUp }) => keptUp)
      if (waits.length < all.length)
        figures.note(`${all.length - waits.length} rounds do not count: the answers fell behind the requests.`)
      figures.add(`${name}, 70 % load: p50`, median(waits.map(({ p50Ms }) => p50Ms)), 'ms')
      figures.add(`${name}, 70 % load: p99`, median(waits.map(({ p99Ms }) => p99Ms)), 'ms')
      const ratios = waits.map(({ p50Ms, p99Ms }) => p99Ms / p50Ms)
      figures.add(`${name}, 70 % load: p99 beside p50`, median(ratios), 'times', { atMost: MAX_P99_OF_P50 })
    }
  } finally {
    await stage.end()
  }
}

interface Wait {
  readonly p50Ms: number
  readonly p99Ms: number
  /**
   * Whether the service was fast enough. If not, other programs used its core, the queue grew, and the measured times
   * mean nothing.
   */
  readonly keptUp: boolean
}

async function tailOf(stage: Stage, name: string, seed: number): Promise<Wait> {
  const { drawer, load, program } = stage
  const atOnce = await drawer.ask('draw', { name, count: QUESTIONS })
  const perSecond = LOAD_SHARE * rateOf(await measure(stage, atOnce, FULL))
  const paths = await drawer.ask('draw', { name, count: Math.min(MAX_QUESTIONS, Math.ceil(perSecond * SECONDS)) })
  const order = { ...orderOf(program, paths, FULL.form), connections: CONNECTIONS, seconds: 0 }
  const report = await load.ask('run', { ...order, open: { perSecond, seed } })
  return { ...report, keptUp: rateOf(report) >= KEPT_UP * perSecond }
}
