import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker, workerData } from 'node:worker_threads'
import { moduleFile } from '../base/program.ts'
import { traceToSources } from '../base/stack-traces.ts'
import { type Outcome, outcomeOf, received, sent } from './failure-codec.ts'
import { hasEnded } from './thread.ts'

/** Index of the number of finished messages, in the memory that both threads share. */
const DONE = 0
/** Index of the number that becomes 1 once the thread has ended, in the memory that both threads share. */
const ENDED = 1

/** How often a waiting thread checks whether to continue. */
const LOOK_MS = 50

type Posted = { readonly message: unknown } | { readonly urgent: unknown }

/** What a new thread gets at its start. The starting thread blocks until the new thread is ready. */
interface BlockingStart {
  readonly start: unknown
  readonly port: MessagePort
  readonly signals: Int32Array
}

export interface GuardStart {
  readonly entry: string
  readonly guarded: BlockingStart
  readonly guardPort: MessagePort
}

/**
 * A thread for synchronous callers. They block until the thread has handled their messages, without a turn of the event
 * loop. Messages are handled one after another. A third thread, the guard, reports when the thread ends. Neither thread
 * keeps the process alive. The thread's main module calls `answerBlocked`.
 */
export class BlockingThread<M> {
  readonly #guard: Worker
  readonly #ports: readonly MessagePort[]
  readonly #signals = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT))
  #posted = 0
  #failure: { readonly cause: unknown } | undefined

  constructor(entry: URL, start: object) {
    const [orders, ends] = [new MessageChannel(), new MessageChannel()]
    this.#ports = [orders.port1, ends.port1]
    const guarded: BlockingStart = { start, port: orders.port2, signals: this.#signals }
    const guardStart: GuardStart = { entry: entry.href, guarded, guardPort: ends.port2 }
    this.#guard = new Worker(moduleFile('kit/threads/blocking-guard'), {
      workerData: guardStart,
      transferList: [orders.port2, ends.port2],
    })
    for (const each of [this.#guard, ...this.#ports]) each.unref()
  }

  /** Sends a message. A failure is reported by `takeAnswer`. */
  post(message: M): void {
    this.#posted++
    this.#ports[0]?.postMessage({ message } satisfies Posted)
  }

  /** Sends a message that overtakes all others. Does not wait for it. */
  interrupt(urgent: M): void {
    this.#ports[0]?.postMessage({ urgent } satisfies Posted)
  }

  /**
   * Blocks until at most `behind` messages are unfinished or the thread has ended. Returns false if the time runs out
   * first. `look` is called now and then; if it throws, the wait ends with its error.
   */
  wait(behind: number, look: () => void = () => {}, patienceMs = Number.POSITIVE_INFINITY): boolean {
    const endMs = performance.now() + patienceMs
    for (;;) {
      const done = Atomics.load(this.#signals, DONE)
      if (this.#posted - done <= behind || this.#hasEnded) return true
      if (performance.now() >= endMs) return false
      look()
      Atomics.wait(this.#signals, DONE, done, LOOK_MS)
    }
  }

  /** Returns the last answer so far. Throws the first failure since the previous call. */
  takeAnswer(): unknown {
    let answer: unknown
    for (const port of this.#ports) {
      for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port)) {
        const outcome = next.message as Outcome // the threads send nothing else
        if ('answer' in outcome) answer = outcome.answer
        // reports only the first failure, because later failures follow from it
        else this.#failure ??= { cause: received(outcome.failure) }
      }
    }
    const failure = this.#failure
    if (!this.#hasEnded) this.#failure = undefined
    if (failure !== undefined) throw failure.cause
    return answer
  }

  get #hasEnded(): boolean {
    return Atomics.load(this.#signals, ENDED) === 1
  }

  /** Ends the thread, whatever it is doing. Resolves once it has ended. */
  async terminate(): Promise<void> {
    for (const port of this.#ports) port.close()
    await this.#guard.terminate()
  }
}

interface AnswerOptions {
  /** Handles messages sent by `interrupt`. */
  readonly urgent?: (message: never) => void
  /** Returns the memory of an answer that is moved to the other thread, instead of being copied. */
  readonly memoryOf?: (answer: never) => ArrayBuffer[]
}

/** Answers the messages of the thread that started this thread. Undefined answers are not sent. */
export function answerBlocked(answer: (message: never) => unknown, { urgent, memoryOf }: AnswerOptions = {}): void {
  traceToSources()
  const { port, signals } = workerData as BlockingStart // the guard starts the thread with this data
  let before = Promise.resolve()
  port.on('message', (posted: Posted) => {
    if ('urgent' in posted) return urgent?.(posted.urgent as never) // the starter sends only messages of its type M
    before = before.then(async () => {
      const outcome = await outcomeOf(() => answer(posted.message as never))
      if ('failure' in outcome) port.postMessage(outcome)
      else if (outcome.answer !== undefined) port.postMessage(outcome, memoryOf?.(outcome.answer as never)) // the answers of `answer`
      Atomics.add(signals, DONE, 1)
      Atomics.notify(signals, DONE)
    })
  })
}

/**
 * Runs a thread for another thread, which may be blocked and would then not notice that the new thread has ended, for
 * example because memory ran out.
 */
export function guard({ entry, guarded, guardPort }: GuardStart): void {
  const thread = new Worker(new URL(entry), { workerData: guarded, transferList: [guarded.port] })
  const fail = (cause: unknown) => {
    guardPort.postMessage({ failure: sent(cause) } satisfies Outcome)
    Atomics.store(guarded.signals, ENDED, 1)
    Atomics.notify(guarded.signals, DONE)
  }
  thread.once('error', fail)
  thread.once('exit', (code) => fail(hasEnded(new URL(entry), code)))
}
