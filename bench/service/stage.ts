import type { Figures } from '../harness/figures.ts'
import type { Load, LoadOrder, LoadReport } from '../harness/load.ts'
import { LOAD_CORE, Pinned, SERVER_CORE } from '../harness/pinned.ts'
import { cpuSeconds, readSoFar } from '../harness/process-figures.ts'
import { PlatProgram } from '../harness/program.ts'
import type { Asked } from '../questions/asked.ts'
import { CALLED, type OperationName } from '../questions/questions.ts'

/** The options of the service bench and its sample. */
export interface ServiceBench {
  /** The folder of the sample. */
  readonly sample: string
  readonly homes: number
  readonly seed: number
  readonly rounds: number
  readonly operations: readonly OperationName[]
  readonly connections: readonly number[]
  /** Further options of `plat serve`. */
  readonly words: readonly string[]
  readonly figures: Figures
}

/** Most figures that have a reach are measured at so many. */
export const USUAL_CONNECTIONS = 16

/** Headers of programs that know no better: `gzip, deflate` is what requests and undici send over plain HTTP. */
export const FORMS = { plain: {}, gzip: { 'accept-encoding': 'gzip, deflate' } } as const
export type Form = keyof typeof FORMS
export const FORM_NAMES = ['plain', 'gzip'] as const satisfies readonly Form[]

/** The program on a sample, who draws questions for it, and who asks them. */
export interface Stage {
  readonly program: PlatProgram
  readonly asked: Pinned<Asked>
  readonly load: Pinned<Load>
  end(): Promise<void>
}

/** Questions are drawn on the core that the load runs on, while nothing is measured. */
export async function openStage({ sample, seed, words }: ServiceBench): Promise<Stage> {
  const asked = new Pinned<Asked>('questions/asked.ts', LOAD_CORE)
  const load = new Pinned<Load>('harness/load.ts', LOAD_CORE)
  let program: PlatProgram | undefined
  const end = async () => {
    await Promise.all([program?.end(), asked.end(), load.end()])
  }
  try {
    program = await PlatProgram.start(sample, String(SERVER_CORE), words)
    await asked.ask('open', { dataDir: sample, seed })
    await program.untilChecked()
    return { program, asked, load, end }
  } catch (error) {
    await end()
    throw error
  }
}

/** A load, and what one request of it took of the server, all its threads together. */
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

/** Asks the program each of these once, in one form, over so many connections. */
export function measure(
  { program, load }: Stage,
  name: OperationName,
  paths: readonly string[],
  form: Form,
  connections = USUAL_CONNECTIONS,
): Promise<Measured> {
  const headers = { ...program.headers, ...FORMS[form] }
  const port = program.ports[CALLED[name].area]
  return measureServer(load, program.pid, { port, paths, headers, connections, seconds: 0 })
}

/** Asks new questions of an operation, as many as one measurement has. */
export async function measureNew(stage: Stage, name: OperationName, form: Form, connections?: number) {
  const paths = await stage.asked.ask('draw', { name, count: CALLED[name].questions })
  return measure(stage, name, paths, form, connections)
}

/** Until code is compiled and caches have their shape: every operation in every form, with questions of its own. */
export async function warmUp(stage: Stage, operations: readonly OperationName[], passes: number): Promise<void> {
  for (let pass = 0; pass < passes; pass++)
    for (const name of operations) for (const form of FORM_NAMES) await measureNew(stage, name, form)
}
