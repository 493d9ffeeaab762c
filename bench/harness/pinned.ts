import { type ChildProcess, spawn, spawnSync } from 'node:child_process'

/** Questions that a process answers. Arguments and answers may hold anything that can be cloned. */
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
/** Allocator settings that `plat` starts itself with. */
const ENVIRONMENT = { GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1' }

/** The program that is measured has one core to itself; the load comes from the other. */
export const SERVER_CORE = 0
export const LOAD_CORE = 1

/** The questions of an interface, which as a type of its own has no index. */
type Asked<Q> = { readonly [N in keyof Q]: Q[N] extends (...args: never) => unknown ? Q[N] : never }

/** A Node process of its own that runs on one core, and answers questions one after the other. */
export class Pinned<Q extends object> {
  readonly #process: ChildProcess
  readonly #open = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>()
  #asked = 0

  /** `module`, a path in bench, serves the questions, see `answerQuestions`. Without a core, or `taskset` on the machine, it runs on any. */
  constructor(module: string, core?: number) {
    const program = [process.execPath, ...OPTIONS, new URL(module, new URL('..', import.meta.url)).pathname]
    const [command = '', ...args] =
      core !== undefined && canPin() ? ['taskset', '--cpu-list', String(core), ...program] : program
    this.#process = spawn(command, args, {
      stdio: ['ignore', 2, 2, 'ipc'],
      serialization: 'advanced',
      env: { ...process.env, ...ENVIRONMENT },
    })
    this.#process.on('message', (reply) => this.#take(reply as Reply)) // what answerQuestions sends
    this.#process.on('exit', (code, signal) => {
      for (const { reject } of this.#open.values()) reject(new Error(`${module} has ended: ${signal ?? code}`))
    })
  }

  /** The id of the process that answers, since `taskset` becomes it. */
  get pid(): number {
    return this.#process.pid ?? Number.NaN
  }

  ask<N extends keyof Q & string>(
    name: N,
    ...[argument]: Parameters<Asked<Q>[N]>
  ): Promise<Awaited<ReturnType<Asked<Q>[N]>>> {
    const number = this.#asked++
    return new Promise((resolve, reject) => {
      this.#open.set(number, { resolve, reject })
      this.#process.send({ number, name, argument } satisfies Question)
    })
  }

  /** Lets it close what it has open. */
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

/** Whether processes can be kept on one core here. */
export function canPin(): boolean {
  pins ??= spawnSync('taskset', ['--version']).status === 0
  return pins
}

/** The other side: answers the process that started this one, and calls `close` when it has left. */
export function answerQuestions(handlers: Handlers, close: () => unknown = () => {}): void {
  process.on('message', (question) => void handle(question as Question, handlers)) // what Pinned sends
  process.on('disconnect', () => void leave(close))
}

async function handle({ number, name, argument }: Question, handlers: Handlers): Promise<void> {
  try {
    process.send?.({ number, answer: await handlers[name]?.(argument as never) } satisfies Reply) // as Pinned asks
  } catch (error) {
    process.send?.({ number, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
}

async function leave(close: () => unknown): Promise<void> {
  await close()
  process.exit()
}
