import type { BareServer } from '../harness/bare-server.ts'
import type { Figures, Row } from '../harness/figures.ts'
import { rateOf } from '../harness/load.ts'
import { Pinned, SERVER_CORE } from '../harness/pinned.ts'
import { mean, median, numbers } from '../harness/timing.ts'
import { CALLED, type OperationName } from '../questions/questions.ts'
import {
  FORM_NAMES,
  type Form,
  type Measured,
  measure,
  measureServer,
  openStage,
  type ServiceBench,
  type Stage,
  USUAL_CONNECTIONS,
  warmUp,
} from './stage.ts'

/** Passes over the questions of every operation before anything counts. */
const WARM_PASSES = 2

/** Questions that are asked again and again; their answers fit into any cache. */
const REPEATED = 50

/** A measurement asks at least so often over each connection: fewer would only be starting and ending. */
const QUESTIONS_PER_CONNECTION = 2

/** No answer is longer. */
const MAX_BYTES = 32 * 1024 * 1024

/** The program, and the bare server with as many bytes to send. */
interface Pair {
  readonly plat: Measured
  readonly bare: Measured
}

const TIMES = ['first time', 'again'] as const

/** One operation in one form at so many connections, in one round: asked for the first time, and again. */
interface Cell extends Readonly<Record<(typeof TIMES)[number], Pair>> {
  readonly operation: OperationName
  readonly form: Form
  readonly connections: number
}

/**
 * Every operation over HTTP, in turn with a bare server: the first time and again, plain and compressed, for each number
 * of connections.
 */
export async function benchOperations(bench: ServiceBench): Promise<void> {
  const { figures, rounds, operations } = bench
  figures.heading(`Over HTTP, metered, ${bench.homes.toLocaleString('en-US')} homes`)
  const stage = await openStage(bench)
  const server = new Pinned<BareServer>('harness/bare-server.ts', SERVER_CORE)
  try {
    const bare = { server, port: await server.ask('listen', MAX_BYTES) }
    await warmUp(stage, operations, WARM_PASSES)
    const cells: Cell[][] = []
    for (const round of numbers(rounds)) {
      figures.note(`round ${round + 1} of ${rounds}`)
      const inRound: Cell[] = []
      for (const operation of operations)
        for (const connections of bench.connections)
          for (const form of FORM_NAMES) inRound.push(await measureCell(stage, { operation, form, connections }, bare))
      cells.push(inRound)
    }
    figures.table(
      COLUMNS.map(([name, unit]) => ({ name, unit })),
      rowsOf(cells),
    )
    addReaches(cells.flat(), figures)
  } finally {
    await Promise.all([stage.end(), server.end()])
  }
}

interface Bare {
  readonly server: Pinned<BareServer>
  readonly port: number
}

async function measureCell(
  stage: Stage,
  which: Pick<Cell, 'operation' | 'form' | 'connections'>,
  bare: Bare,
): Promise<Cell> {
  const { operation: name, form, connections } = which
  const count = Math.max(CALLED[name].questions, connections * QUESTIONS_PER_CONNECTION)
  const paths = await stage.asked.ask('draw', { name, count })
  const first = await besideBare(stage, await measure(stage, name, paths, form, connections), connections, bare)
  const repeated = paths.slice(0, REPEATED)
  await measure(stage, name, repeated, form, connections)
  const often = numbers(count).map((i) => repeated[i % repeated.length] ?? '')
  const again = await besideBare(stage, await measure(stage, name, often, form, connections), connections, bare)
  return { ...which, 'first time': first, again }
}

async function besideBare({ load }: Stage, plat: Measured, connections: number, { server, port }: Bare): Promise<Pair> {
  const paths = Array.from(plat.sizes, (bytes) => `/${bytes}`)
  const order = { port, paths, headers: {}, connections, seconds: 0 }
  return { plat, bare: await measureServer(load, server.pid, order) }
}

/** How many calls the program answers while the bare server answers one. */
function shareOfBare({ plat, bare }: Pair): number {
  return rateOf(plat) / rateOf(bare)
}

const COLUMNS: readonly (readonly [name: string, unit: string, value: (pair: Pair) => number])[] = [
  ['requests', '/s', ({ plat }) => rateOf(plat)],
  ['p50', 'ms', ({ plat }) => plat.p50Ms],
  ['p99', 'ms', ({ plat }) => plat.p99Ms],
  ['CPU', 'µs', ({ plat }) => plat.cpuUs],
  ['reads', '', ({ plat }) => plat.reads],
  ['bytes read', 'B', ({ plat }) => plat.readBytes],
  ['body', 'B', ({ plat }) => Math.round(mean([...plat.sizes]))],
  ['of the bare server', '%', (pair) => 100 * shareOfBare(pair)],
  // Other work on the machine disturbs processor time less
  ['of it by CPU', '%', ({ plat, bare }) => (100 * bare.cpuUs) / plat.cpuUs],
]

/** A row for each operation, form, number of connections, and for both times of asking: medians of the rounds. */
function rowsOf(rounds: readonly (readonly Cell[])[]): Row[] {
  return (rounds[0] ?? []).flatMap(({ operation, form, connections }, i) => {
    const cells = rounds.map((round) => round[i] as Cell) // all rounds have the same cells
    return TIMES.map((time) => ({
      name: `${operation} ${form}, ${connections} conn., ${time}`,
      values: COLUMNS.map(([, , value]) => median(cells.map((cell) => value(cell[time])))),
    }))
  })
}

/** Rates that callers should get at least, at the usual number of connections where it was measured. */
const REACHES = [
  { operation: 'searches', what: 'share', atLeast: 0.45 },
  { operation: '/byzpid', what: 'share', atLeast: 0.45 },
  { operation: '/pro/byzpid', what: 'rate', atLeast: 2000 },
  { operation: '/autocomplete', what: 'rate', atLeast: 6000 },
] as const
const MIN_SHARE_AGAIN = 0.6
const MIN_GZIP_BESIDE_PLAIN = 1

function addReaches(cells: readonly Cell[], figures: Figures): void {
  const counts = new Set(cells.map(({ connections }) => connections))
  const [least = USUAL_CONNECTIONS] = counts
  const usual = counts.has(USUAL_CONNECTIONS) ? USUAL_CONNECTIONS : least
  const of = (operation: OperationName, form: Form) =>
    cells.filter((cell) => cell.operation === operation && cell.form === form && cell.connections === usual)
  figures.heading(`What callers shall get, ${usual} connections`)
  for (const { operation, what, atLeast } of REACHES) {
    for (const form of FORM_NAMES) {
      const firsts = of(operation, form).map((cell) => cell['first time'])
      if (firsts.length === 0) continue
      const name = `${operation} ${form}, first time`
      if (what === 'rate') figures.add(name, median(firsts.map(({ plat }) => rateOf(plat))), '/s', { atLeast })
      else figures.add(`${name}, beside the bare server`, median(firsts.map(shareOfBare)), 'of it', { atLeast })
    }
  }
  const plain = of('searches', 'plain')
  const ratios = of('searches', 'gzip').flatMap((cell, round) => {
    const beside = plain[round]
    return beside ? rateOf(cell['first time'].plat) / rateOf(beside['first time'].plat) : []
  })
  if (ratios.length > 0)
    figures.add('searches as gzip beside the same plain', median(ratios), 'times', { atLeast: MIN_GZIP_BESIDE_PLAIN })
  for (const operation of new Set(cells.map((cell) => cell.operation))) {
    for (const form of FORM_NAMES) {
      const share = median(of(operation, form).map(({ again }) => shareOfBare(again)))
      const name = `${operation} ${form}, again, beside the bare server`
      figures.add(name, share, 'of it', { atLeast: MIN_SHARE_AGAIN })
    }
  }
  const failuresOf = (pair: Pair) => pair.plat.failures
  const failures = cells.reduce((sum, cell) => sum + failuresOf(cell['first time']) + failuresOf(cell.again), 0)
  figures.add('answers other than 200', failures, '', { atMost: 0 })
}
