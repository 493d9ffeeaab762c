import { type ChildProcess, spawn, spawnSync } from 'node:child_process'

/** Functions that a process offers to its parent process. Arguments and results must be cloneable. */
type Handlers = Readonly<Record<string, (argument: never) => unknown>>

interface Question {
  readonly number: number
  readonly name: string
  readonly argument: unknown
}

interface Reply {
  readonly number: number
  readonly answer?: unknown
  readonly failure?: string
}

const OPTIONS = ['--expose-gc', '--max-old-space-size=8192']
/** Settings of the memory allocator, as the script `plat` sets them. */
const ENVIRONMENT = { GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1:glibc.malloc.mmap_threshold=1048576' }

/** The processor core on which the measured program runs. The load runs on the other core. */
export const SERVER_CORE = 0
export const LOAD_CORE = 1

/** The functions of an interface as an indexable type. */
type CallableFunctions<Q> = { readonly [N in keyof Q]: Q[N] extends (...args: never) => unknown ? Q[N] : never }

/** A Node process that runs on one core and answers one request after the other. */
export class Pinned<Q extends object> {
  readonly #process: ChildProcess
  readonly #open = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>()
  #requests = 0

  /**
   * `module`: the path in bench of a module that calls `answerQuestions`. Without `core`, or without `taskset`, the
   * process runs on any core.
   */
  constructor(module: string, core?: number) {
    const program = [process.execPath, ...OPTIONS, new URL(module, new URL('..', import.meta.url)).pathname]
    const [command = '', ...args] =
      core !== undefined && canPin() ? ['taskset', '--cpu-list', String(core), ...program] : program
    this.#process = spawn(command, args, {
      stdio: ['ignore', 2, 2, 'ipc'],
      serialization: 'advanced',
      env: { ...process.env, ...ENVIRONMENT },
    })
    this.#process.on('message', (reply) => this.#take(reply as Reply)) // answerQuestions sends values of this type
    this.#process.on('exit', (code, signal) => {
      for (const { reject } of this.#open.values()) reject(new Error(`${module} has ended: ${signal ?? code}`))
    })
  }

  /** The id of the process that answers. `taskset` turns into that process, so it has the child's id. */
  get pid(): number {
    return this.#process.pid ?? Number.NaN
  }

  ask<N extends keyof Q & string>(
    name: N,
    ...[argument]: Parameters<CallableFunctions<Q>[N]>
  ): Promise<Awaited<ReturnType<CallableFunctions<Q>[N]>>> {
    const number = this.#requests++
    return new Promise((resolve, reject) => {
      this.#open.set(number, { resolve, reject })
      this.#process.send({ number, name, argument } satisfies Question)
    })
  }

  /** Lets the process close its resources, then ends it. */
  async end(): Promise<void> {
    if (this.#process.exitCode !== null) return
    const ended = new Promise((resolve) => this.#process.once('exit', resolve))
    this.#process.disconnect()
    await ended
  }

  #take({ number, answer, failure }: Reply): void {
    const waiting = this.#open.get(number)
    this.#open.delete(number)
    if (failure === undefined) waiting?.resolve(answer)
    else waiting?.reject(new Error(failure))
  }
}

let pins: boolean | undefined

/** Returns whether this machine can pin processes to a core. */
export function canPin(): boolean {
  pins ??= spawnSync('taskset', ['--version']).status === 0
  return pins
}

/**
 * Call this in the child process. It answers the parent's requests, and calls `close` when the parent has disconnected.
 */
export function answerQuestions(handlers: Handlers, close: () => unknown = () => {}): void {
  process.on('message', (question) => void handle(question as Question, handlers)) // Pinned sends values of this type
  process.on('disconnect', () => void leave(close))
}

async function handle({ number, name, argument }: Question, handlers: Handlers): Promise<void> {
  try {
    // Pinned sends arguments of the right type
    process.send?.({ number, answer: await handlers[name]?.(argument as never) } satisfies Reply)
  } catch (error) {
    process.send?.({ number, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
}

async function leave(close: () => unknown): Promise<void> {
  await close()
  process.exit()
}
