import type { Load, LoadOrder, LoadReport } from '../harness/load.ts'
import { LOAD_CORE, Pinned, SERVER_CORE } from '../harness/pinned.ts'
import { cpuSeconds, readSoFar } from '../harness/process-figures.ts'
import { PlatProgram } from '../harness/program.ts'
import type { QueryProcess } from '../questions/query-process.ts'

/** Request headers for each encoding. Simple programs send `gzip, deflate` over plain HTTP. */
export const FORMS = {
  plain: {},
  gzip: { 'accept-encoding': 'gzip, deflate' },
  br: { 'accept-encoding': 'br' },
  zstd: { 'accept-encoding': 'zstd' },
} as const
export type Form = keyof typeof FORMS

/** After this many requests, the just-in-time compiler has compiled the code of an operation. */
const WARM_QUESTIONS = 150

/** The program with a sample, and the processes that draw and send requests. */
export interface Stage {
  readonly program: PlatProgram
  readonly drawer: Pinned<QueryProcess>
  readonly load: Pinned<Load>
  end(): Promise<void>
}

/** The folder and seed of a sample, and further options of `plat serve`. */
export interface Setting {
  readonly sample: string
  readonly seed: number
  readonly words: readonly string[]
}

/** Starts the program and the processes. Requests are drawn on the load's core while nothing is measured. */
export async function openStage({ sample, seed, words }: Setting): Promise<Stage> {
  const drawer = new Pinned<QueryProcess>('questions/query-process.ts', LOAD_CORE)
  const load = new Pinned<Load>('harness/load.ts', LOAD_CORE)
  let program: PlatProgram | undefined
  const end = async () => {
    await Promise.all([program?.end(), drawer.end(), load.end()])
  }
  try {
    program = await PlatProgram.start(sample, String(SERVER_CORE), words)
    await drawer.ask('open', { dataDir: sample, seed })
    return { program, drawer, load, end }
  } catch (error) {
    await end()
    throw error
  }
}

/** A load report, with the resources that all threads of the server used per request. */
export interface Measured extends LoadReport {
  readonly cpuUs: number
  readonly reads: number
  readonly readBytes: number
}

export async function measureServer(load: Pinned<Load>, pid: number, order: LoadOrder): Promise<Measured> {
  const [cpuS, before] = [cpuSeconds(pid), readSoFar(pid)]
  const report = await load.ask('run', order)
  const after = readSoFar(pid)
  return {
    ...report,
    cpuUs: ((cpuSeconds(pid) - cpuS) * 1e6) / report.requests,
    reads: (after.calls - before.calls) / report.requests,
    readBytes: (after.bytes - before.bytes) / report.requests,
  }
}

/** How requests are sent: the encoding of answers, and the number of connections. */
export interface Manner {
  readonly form: Form
  readonly connections: number
}

/** Sends each request once. */
export function measure(
  { program, load }: Pick<Stage, 'program' | 'load'>,
  paths: readonly string[],
  { form, connections }: Manner,
): Promise<Measured> {
  return measureServer(load, program.pid, { ...orderOf(program, paths, form), connections, seconds: 0 })
}

/** Describes a load: the program's port, the paths and the headers. */
export function orderOf(program: PlatProgram, paths: readonly string[], form: Form) {
  return { port: program.port, paths, headers: { ...program.headers, ...FORMS[form] } }
}

/** Sends new requests to every operation, until the code is compiled and the caches are filled. */
export async function warmUp(stage: Stage, operations: readonly string[], manners: readonly Manner[]): Promise<void> {
  for (const name of operations) {
    for (const manner of manners) {
      const paths = await stage.drawer.ask('draw', { name, count: WARM_QUESTIONS })
      if (paths.length > 0) await measure(stage, paths, manner)
    }
  }
}
