import type { Figures, Row } from '../harness/figures.ts'
import { rateOf } from '../harness/load.ts'
import { mean, median, numbers } from '../harness/timing.ts'
import { type Manner, type Measured, measure, openStage, type Setting, type Stage, warmUp } from './stage.ts'

/** Minimum number of requests per measurement. More connections need more requests. */
const QUESTIONS = 300
const QUESTIONS_PER_CONNECTION = 2

/** How many different requests are repeated. Their answers fit into any cache. */
const REPEATED = 50

/** The options and the sample of the service bench. */
export interface ServiceBench extends Setting {
  readonly homes: number
  readonly rounds: number
  readonly operations: readonly string[]
  readonly connections: readonly number[]
  readonly figures: Figures
}

interface Cell {
  readonly name: string
  readonly manner: Manner
}

/**
 * Measures every operation over HTTP, with each number of connections, with and without cached answers, uncompressed
 * and with gzip.
 */
export async function benchOperations(bench: ServiceBench): Promise<void> {
  const { figures, rounds, operations } = bench
  figures.heading(`Over HTTP, metered, ${bench.homes.toLocaleString('en-US')} homes`)
  const forms = ['plain', 'gzip'] as const
  const manners = bench.connections.flatMap((connections) => forms.map((form) => ({ form, connections })))
  const cells = operations.flatMap((name) => manners.map((manner): Cell => ({ name, manner })))
  const stage = await openStage(bench)
  try {
    await warmUp(stage, operations, manners)
    const measured: Measured[][][] = []
    for (const round of numbers(rounds)) {
      figures.note(`round ${round + 1} of ${rounds}`)
      const inRound: Measured[][] = []
      for (const cell of cells) inRound.push(await measureCell(stage, cell))
      measured.push(inRound)
    }
    const rows = cells.flatMap((cell, i) =>
      rowsOf(
        cell,
        measured.map((round) => round[i] ?? []),
      ),
    )
    figures.table(
      COLUMNS.map(([name, unit]) => ({ name, unit })),
      rows,
    )
    const failures = measured.flat(2).reduce((sum, each) => sum + each.failures, 0)
    figures.add('answers other than 200', failures, '', { atMost: 0 })
  } finally {
    await stage.end()
  }
}

/** Measures requests that are sent for the first time, then requests that are repeated. */
async function measureCell(stage: Stage, { name, manner }: Cell): Promise<Measured[]> {
  const count = Math.max(QUESTIONS, manner.connections * QUESTIONS_PER_CONNECTION)
  const paths = await stage.drawer.ask('draw', { name, count })
  if (paths.length === 0) return []
  const first = await measure(stage, paths, manner)
  const repeated = paths.slice(0, REPEATED)
  await measure(stage, repeated, manner)
  const often = numbers(count).map((i) => repeated[i % repeated.length] ?? '')
  return [first, await measure(stage, often, manner)]
}

const COLUMNS: readonly (readonly [name: string, unit: string, value: (measured: Measured) => number])[] = [
  ['requests', '/s', rateOf],
  ['p50', 'ms', ({ p50Ms }) => p50Ms],
  ['p99', 'ms', ({ p99Ms }) => p99Ms],
  ['CPU', 'µs', ({ cpuUs }) => cpuUs],
  ['reads', '', ({ reads }) => reads],
  ['bytes read', 'B', ({ readBytes }) => readBytes],
  ['body', 'B', ({ sizes }) => Math.round(mean([...sizes]))],
]

/** Returns the medians of all rounds: for first requests, and for repeated ones. */
function rowsOf({ name, manner: { form, connections } }: Cell, rounds: readonly (readonly Measured[])[]): Row[] {
  return ['first time', 'again'].map((time, i) => ({
    name: `${name} ${form}, ${connections} conn., ${time}`,
    values: COLUMNS.map(([, , value]) => median(rounds.flatMap((round) => round[i] ?? []).map(value))),
  }))
}
