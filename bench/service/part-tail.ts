import { numbers } from '../search/bench.ts'
import { median } from '../timing.ts'
import { measure, openStage, rateOf, type ServiceBench, type Stage, USUAL_CONNECTIONS, warmUp } from './bench.ts'
import { CALLED, type Called, FORMS, type Form } from './operations.ts'

const LOAD_SHARE = 0.7
const MAX_P99_OF_P50 = 5

/** More than ever are under way at that load, so that no request waits for a connection. */
const CONNECTIONS = 128

/** Seconds that one measurement takes, more or less: a 99th percentile needs hundreds of answers. */
const SECONDS = 3
const MAX_QUESTIONS = 4000

/** Share of the requests' rate that answers come at, or else there is a queue that grows. */
const KEPT_UP = 0.9

/** A quick operation and a slow one: mixed, the slow one alone would make the percentile. */
const MEASURED = CALLED.filter(({ name }) => name === '/byzpid' || name === 'searches')

/**
 * How long callers wait who come at any moment, at 70 % of what the program answered just before when it was asked
 * as fast as it could answer.
 */
export async function benchTail(bench: ServiceBench): Promise<void> {
  const { figures, rounds, seed } = bench
  figures.heading('At 70 % load, callers come at any moment, first time')
  const stage = await openStage(bench)
  try {
    await warmUp(stage, MEASURED, 3)
    for (const operation of MEASURED) {
      for (const form of ['plain', 'gzip'] as const) {
        const all: Wait[] = []
        for (const round of numbers(rounds)) all.push(await tailOf(stage, operation, form, seed + round))
        const waits = all.filter(({ keptUp }) => keptUp)
        if (waits.length < all.length)
          figures.note(`${all.length - waits.length} rounds do not count: the answers fell behind the requests.`)
        const what = `${operation.name} ${form}, 70 % load`
        figures.add(`${what}: p50`, median(waits.map(({ p50Ms }) => p50Ms)), 'ms')
        figures.add(`${what}: p99`, median(waits.map(({ p99Ms }) => p99Ms)), 'ms')
        const ratios = waits.map(({ p50Ms, p99Ms }) => p99Ms / p50Ms)
        figures.add(`${what}: p99 beside p50`, median(ratios), 'times', { atMost: MAX_P99_OF_P50 })
      }
    }
  } finally {
    await stage.end()
  }
}

interface Wait {
  readonly p50Ms: number
  readonly p99Ms: number
  /** Otherwise other programs took the core, and the queue that grew says nothing of 70 % load. */
  readonly keptUp: boolean
}

async function tailOf(stage: Stage, operation: Called, form: Form, seed: number): Promise<Wait> {
  const { asked, load, program } = stage
  const { name, area, questions } = operation
  const before = await asked.ask('draw', { name, count: questions })
  const perSecond = LOAD_SHARE * rateOf(await measure(stage, operation, before, form, USUAL_CONNECTIONS))
  const paths = await asked.ask('draw', { name, count: Math.min(MAX_QUESTIONS, Math.ceil(perSecond * SECONDS)) })
  const order = { port: program.ports[area], paths, headers: { ...program.headers, ...FORMS[form] } }
  const report = await load.ask('runOpen', { ...order, connections: CONNECTIONS, perSecond, seed })
  return { ...report, keptUp: rateOf(report) >= KEPT_UP * perSecond }
}
