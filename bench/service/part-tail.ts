import { rateOf } from '../harness/load.ts'
import { median, numbers } from '../harness/timing.ts'
import { CALLED, type OperationName } from '../questions/questions.ts'
import { FORM_NAMES, FORMS, type Form, measureNew, openStage, type ServiceBench, type Stage, warmUp } from './stage.ts'

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
const MEASURED = ['/byzpid', 'searches'] as const satisfies readonly OperationName[]

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
    for (const name of MEASURED) {
      for (const form of FORM_NAMES) {
        const all: Wait[] = []
        for (const round of numbers(rounds)) all.push(await tailOf(stage, name, form, seed + round))
        const waits = all.filter(({ keptUp }) => keptUp)
        if (waits.length < all.length)
          figures.note(`${all.length - waits.length} rounds do not count: the answers fell behind the requests.`)
        const what = `${name} ${form}, 70 % load`
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

async function tailOf(stage: Stage, name: OperationName, form: Form, seed: number): Promise<Wait> {
  const { asked, load, program } = stage
  const perSecond = LOAD_SHARE * rateOf(await measureNew(stage, name, form))
  const paths = await asked.ask('draw', { name, count: Math.min(MAX_QUESTIONS, Math.ceil(perSecond * SECONDS)) })
  const headers = { ...program.headers, ...FORMS[form] }
  const order = { port: program.ports[CALLED[name].area], paths, headers, connections: CONNECTIONS, seconds: 0 }
  const report = await load.ask('run', { ...order, open: { perSecond, seed } })
  return { ...report, keptUp: rateOf(report) >= KEPT_UP * perSecond }
}
