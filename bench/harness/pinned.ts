import { type ChildProcess, spawn, spawnSync } from 'node:child_process'

/** Functions that a process offers. Arguments and results can be anything that can be cloned. */
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
/** Allocator settings that `plat` sets for itself. */
const ENVIRONMENT = { GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1' }

/** The core of the measured program; the load runs on the other. */
export const SERVER_CORE = 0
export const LOAD_CORE = 1

/** The functions of an interface as an indexable type. */
type CallableFunctions<Q> = { readonly [N in keyof Q]: Q[N] extends (...args: never) => unknown ? Q[N] : never }

/** A Node process pinned to one core, which answers requests one after the other. */
export class Pinned<Q extends object> {
  readonly #process: ChildProcess
  readonly #open = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>()
  #asked = 0

  /**
   * `module`, a path in bench, contains the functions, see `answerQuestions`. Without `core`, or without `taskset` on
   * the machine, the process runs on any core.
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
    this.#process.on('message', (reply) => this.#take(reply as Reply)) // answerQuestions sends this type
    this.#process.on('exit', (code, signal) => {
      for (const { reject } of this.#open.values()) reject(new Error(`${module} has ended: ${signal ?? code}`))
    })
  }

  /** The id of the answering process, which replaces `taskset`. */
  get pid(): number {
    return this.#process.pid ?? Number.NaN
  }

  ask<N extends keyof Q & string>(
    name: N,
    ...[argument]: Parameters<CallableFunctions<Q>[N]>
  ): Promise<Awaited<ReturnType<CallableFunctions<Q>[N]>>> {
    const number = this.#asked++
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

/** Whether processes can be pinned to a core here. */
export function canPin(): boolean {
  pins ??= spawnSync('taskset', ['--version']).status === 0
  return pins
}

/** Runs in the child process: answers requests of the parent, and calls `close` when the parent has disconnected. */
export function answerQuestions(handlers: Handlers, close: () => unknown = () => {}): void {
  process.on('message', (question) => void handle(question as Question, handlers)) // Pinned sends this type
  process.on('disconnect', () => void leave(close))
}

async function handle({ number, name, argument }: Question, handlers: Handlers): Promise<void> {
  try {
    // Pinned sends matching arguments
    process.send?.({ number, answer: await handlers[name]?.(argument as never) } satisfies Reply)
  } catch (error) {
    process.send?.({ number, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
}

async function leave(close: () => unknown): Promise<void> {
  await close()
  process.exit()
}
