import type { Load, LoadOrder, LoadReport } from '../harness/load.ts'
import { LOAD_CORE, Pinned, SERVER_CORE } from '../harness/pinned.ts'
import { cpuSeconds, readSoFar } from '../harness/process-figures.ts'
import { PlatProgram } from '../harness/program.ts'
import type { Asked } from '../questions/asked.ts'

/** Headers of callers. `gzip, deflate` is what programs that know no better send over plain HTTP. */
export const FORMS = {
  plain: {},
  gzip: { 'accept-encoding': 'gzip, deflate' },
  br: { 'accept-encoding': 'br' },
  zstd: { 'accept-encoding': 'zstd' },
} as const
export type Form = keyof typeof FORMS

/** Answers come from code that is compiled once an operation has been asked so often. */
const WARM_QUESTIONS = 150

/** The program on a sample, who draws questions for it, and who asks them. */
export interface Stage {
  readonly program: PlatProgram
  readonly asked: Pinned<Asked>
  readonly load: Pinned<Load>
  end(): Promise<void>
}

/** A sample's folder and seed, and further options of `plat serve`. */
export interface Setting {
  readonly sample: string
  readonly seed: number
  readonly words: readonly string[]
}

/** Questions are drawn on the core that the load runs on, while nothing is measured. */
export async function openStage({ sample, seed, words }: Setting): Promise<Stage> {
  const asked = new Pinned<Asked>('questions/asked.ts', LOAD_CORE)
  const load = new Pinned<Load>('harness/load.ts', LOAD_CORE)
  let program: PlatProgram | undefined
  const end = async () => {
    await Promise.all([program?.end(), asked.end(), load.end()])
  }
  try {
    program = await PlatProgram.start(sample, String(SERVER_CORE), words)
    await asked.ask('open', { dataDir: sample, seed })
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

/** How a program is asked: the form of its answers, and over how many connections. */
export interface Manner {
  readonly form: Form
  readonly connections: number
}

/** Asks the program each of these once. */
export function measure(
  { program, load }: Pick<Stage, 'program' | 'load'>,
  paths: readonly string[],
  { form, connections }: Manner,
): Promise<Measured> {
  return measureServer(load, program.pid, { ...orderOf(program, paths, form), connections, seconds: 0 })
}

/** Whom a load asks, and as whom. */
export function orderOf(program: PlatProgram, paths: readonly string[], form: Form) {
  return { port: program.port, paths, headers: { ...program.headers, ...FORMS[form] } }
}

/** Asks new questions of every operation, until code is compiled and caches have their shape. */
export async function warmUp(stage: Stage, operations: readonly string[], manners: readonly Manner[]): Promise<void> {
  for (const name of operations) {
    for (const manner of manners) {
      const paths = await stage.asked.ask('draw', { name, count: WARM_QUESTIONS })
      if (paths.length > 0) await measure(stage, paths, manner)
    }
  }
}
