import type { SampleFolder } from '../catalogues.ts'
import { untilProgramChecked } from '../checked.ts'
import type { Figures } from '../figures.ts'
import type { BareServer } from '../http/bare-server.ts'
import type { CompressingServer } from '../http/compressing-server.ts'
import type { Load, LoadOrder, LoadReport } from '../http/load.ts'
import { Pinned } from '../pinned.ts'
import { type AskedHandlers, LOAD_CORE, SERVER_CORE } from '../search/bench.ts'
import type { AskedService } from './asked-service.ts'
import { type Called, FORMS, type Form } from './operations.ts'
import { cpuSeconds } from './process-figures.ts'
import { PlatProgram } from './program.ts'

/** What every part of the service bench is given. */
export interface ServiceBench {
  readonly sample: SampleFolder
  readonly seed: number
  /** How often everything is measured. */
  readonly rounds: number
  readonly operations: readonly Called[]
  readonly connections: readonly number[]
  /** Further options of `plat serve`. */
  readonly words: readonly string[]
  readonly figures: Figures
}

/** Most figures that have a reach are measured at so many. */
export const USUAL_CONNECTIONS = 16

/** The program on a sample, who draws questions for it, and who asks them. */
export interface Stage {
  readonly program: PlatProgram
  readonly asked: Pinned<AskedHandlers<AskedService>>
  readonly load: Pinned<AskedHandlers<Load>>
  end(): Promise<void>
}

/** Questions are drawn on the core that the load runs on, while nothing is measured. */
export async function openStage(
  { sample, seed, words }: Pick<ServiceBench, 'sample' | 'seed' | 'words'>,
  cores = String(SERVER_CORE),
  loadCore = LOAD_CORE,
): Promise<Stage> {
  const asked = new Pinned<AskedHandlers<AskedService>>('./service/asked-service.ts', LOAD_CORE)
  const load = new Pinned<AskedHandlers<Load>>('./http/load.ts', loadCore)
  let program: PlatProgram | undefined
  const end = async () => {
    await Promise.all([program?.end(), asked.end(), load.end()])
  }
  try {
    program = await PlatProgram.start(sample.path, cores, words)
    await asked.ask('open', { dataDir: sample.path, seed })
    await untilProgramChecked(program.ports.A, program.headers)
    return { program, asked, load, end }
  } catch (error) {
    await end()
    throw error
  }
}

export const startBare = () => new Pinned<AskedHandlers<BareServer>>('./http/bare-server.ts', SERVER_CORE)
export const startCompressing = () =>
  new Pinned<AskedHandlers<CompressingServer>>('./http/compressing-server.ts', SERVER_CORE)

export interface Measured extends LoadReport {
  /** Processor time of the server for each request, all its threads together. */
  readonly cpuUs: number
}

/** Asks the program each of these once, in one form, over so many connections. */
export function measure(
  { program, load }: Stage,
  { area }: Pick<Called, 'area'>,
  paths: readonly string[],
  form: Form,
  connections: number,
): Promise<Measured> {
  const headers = { ...program.headers, ...FORMS[form] }
  return measureServer(load, program.pid, { port: program.ports[area], paths, headers, connections, seconds: 0 })
}

export async function measureServer(load: Stage['load'], pid: number, order: LoadOrder): Promise<Measured> {
  const before = cpuSeconds(pid)
  const report = await load.ask('run', order)
  return { ...report, cpuUs: ((cpuSeconds(pid) - before) * 1e6) / report.requests }
}

export function rateOf({ requests, seconds }: LoadReport): number {
  return requests / seconds
}

/** Until code is compiled and caches have their shape: every operation in every form, with questions of its own. */
export async function warmUp(stage: Stage, operations: readonly Called[], passes: number): Promise<void> {
  for (let pass = 0; pass < passes; pass++) {
    for (const operation of operations) {
      for (const form of ['plain', 'gzip'] as const) {
        const paths = await stage.asked.ask('draw', { name: operation.name, count: operation.questions })
        await measure(stage, operation, paths, form, USUAL_CONNECTIONS)
      }
    }
  }
}
