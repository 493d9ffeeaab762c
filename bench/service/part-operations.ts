import type { BareServer } from '../http/bare-server.ts'
import type { CompressingServer } from '../http/compressing-server.ts'
import type { LoadReport } from '../http/load.ts'
import type { Pinned } from '../pinned.ts'
import { type AskedHandlers, numbers } from '../search/bench.ts'
import {
  type Measured,
  measure,
  measureServer,
  openStage,
  type ServiceBench,
  type Stage,
  startBare,
  startCompressing,
  USUAL_CONNECTIONS,
  warmUp,
} from './bench.ts'
import { type Cell, COLUMNS, rowsOf } from './cells.ts'
import { type Called, type Form, questionsAt } from './operations.ts'
import { addReaches } from './reaches.ts'

/** Passes over the questions of every operation before anything counts. */
const WARM_PASSES = 2

/** Questions that are asked again and again; their answers fit into any cache. */
const REPEATED = 50

/** Servers beside the program, and their ports. */
interface Besides {
  readonly bare: { readonly server: Pinned<AskedHandlers<BareServer>>; readonly port: number }
  readonly compressing: { readonly server: Pinned<AskedHandlers<CompressingServer>>; readonly port: number }
}

/**
 * Every operation over HTTP, in turn with the bare servers: the first time and again, plain and compressed, for each
 * number of connections.
 */
export async function benchOperations(bench: ServiceBench): Promise<void> {
  const { figures, rounds, operations } = bench
  figures.heading(`Over HTTP, metered, ${bench.sample.homes.toLocaleString('en-US')} homes`)
  const stage = await openStage(bench)
  const [bare, compressing] = [startBare(), startCompressing()]
  try {
    const besides = {
      bare: { server: bare, port: await bare.ask('listen', MOST_BYTES) },
      compressing: { server: compressing, port: await compressing.ask('listen', []) },
    }
    await warmUp(stage, operations, WARM_PASSES)
    const cells: Cell[][] = []
    for (const round of numbers(rounds)) {
      figures.note(`round ${round + 1} of ${rounds}`)
      const inRound: Cell[] = []
      for (const operation of operations)
        for (const connections of bench.connections)
          for (const form of ['plain', 'gzip'] as const)
            inRound.push(await measureCell(stage, operation, connections, form, besides))
      cells.push(inRound)
    }
    figures.table(COLUMNS, rowsOf(cells))
    addReaches(cells, figures)
  } finally {
    await Promise.all([stage.end(), bare.end(), compressing.end()])
  }
}

/** No answer is longer. */
const MOST_BYTES = 32 * 1024 * 1024

async function measureCell(
  stage: Stage,
  operation: Called,
  connections: number,
  form: Form,
  besides: Besides,
): Promise<Cell> {
  const count = questionsAt(operation, connections)
  const paths = await stage.asked.ask('draw', { name: operation.name, count })
  const first = await measure(stage, operation, paths, form, connections)
  const bareFirst = await askBare(stage, first, connections, besides.bare)
  const repeated = paths.slice(0, REPEATED)
  await measure(stage, operation, repeated, form, connections)
  const often = numbers(count).map((i) => repeated[i % repeated.length] ?? '')
  const again = await measure(stage, operation, often, form, connections)
  const bareAgain = await askBare(stage, again, connections, besides.bare)
  const compresses = form === 'gzip' && connections === USUAL_CONNECTIONS
  const compressing = compresses ? await askCompressing(stage, operation, repeated, besides.compressing) : undefined
  return { operation: operation.name, form, connections, first, again, bareFirst, bareAgain, compressing }
}

function askBare(
  { load }: Stage,
  { sizes }: Measured,
  connections: number,
  { server, port }: Besides['bare'],
): Promise<Measured> {
  const paths = Array.from(sizes, (bytes) => `/${bytes}`)
  return measureServer(load, server.pid, { port, paths, headers: {}, connections, seconds: 0 })
}

const COMPRESSING_S = 0.5

async function askCompressing(
  stage: Stage,
  { area }: Called,
  paths: readonly string[],
  { server, port }: Besides['compressing'],
): Promise<LoadReport> {
  const { program } = stage
  const bodies: Uint8Array[] = []
  for (const path of paths) {
    const headers = { ...program.headers, 'accept-encoding': 'identity' }
    const response = await fetch(`http://127.0.0.1:${program.ports[area]}${path}`, { headers })
    bodies.push(new Uint8Array(await response.arrayBuffer()))
  }
  await server.ask('use', bodies)
  const places = bodies.map((_, place) => `/${place}`)
  const order = { port, paths: places, headers: {}, connections: USUAL_CONNECTIONS, seconds: COMPRESSING_S }
  return stage.load.ask('run', order)
}
