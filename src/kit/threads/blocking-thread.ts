import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker, workerData } from 'node:worker_threads'
import { moduleFile } from '../base/program.ts'
import { traceToSources } from '../base/stack-traces.ts'
import { type Outcome, outcomeOf, received, sent } from './failure-codec.ts'
import { hasEnded } from './thread.ts'

/** Places of the numbers that both threads see: messages that are done, and 1 once the thread has ended. */
const DONE = 0
const ENDED = 1

/** How often a thread that waits asks whether it is to go on. */
const LOOK_MS = 50

type Posted = { readonly message: unknown } | { readonly urgent: unknown }

/** The start data of a thread whose starter blocks while it waits. */
interface BlockingStart {
  readonly start: unknown
  readonly port: MessagePort
  readonly signals: Int32Array
}

/** The start data of the guard. */
export interface GuardStart {
  readonly entry: string
  readonly guarded: BlockingStart
  readonly guardPort: MessagePort
}

/**
 * A thread for callers whose methods are synchronous: they block until it is done with what they posted, without a turn
 * of the event loop. It does one message after the other. A guard, a thread between the two, answers for it when it
 * ends. None of them keeps the process alive. Its entry calls `answerBlocked`.
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

  /** Whether it failed is told by `takeAnswer`. */
  post(message: M): void {
    this.#posted++
    this.#ports[0]?.postMessage({ message } satisfies Posted)
  }

  /** Sends a message that overtakes the others and is not waited for. */
  interrupt(urgent: M): void {
    this.#ports[0]?.postMessage({ urgent } satisfies Posted)
  }

  /**
   * Blocks until no more than `behind` messages are to be done or the thread has ended; answers false when the time is
   * over before. `look` is called now and then, and ends the waiting with what it throws.
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

  /** The last of the answers that have come. Throws the first failure of the messages since this was asked last. */
  takeAnswer(): unknown {
    let answer: unknown
    for (const port of this.#ports) {
      for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port)) {
        const outcome = next.message as Outcome // the threads send nothing else
        if ('answer' in outcome) answer = outcome.answer
        else this.#failure ??= { cause: received(outcome.failure) } // the first is why others fail
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

  /** Ends the thread, whatever it is doing; resolves once it has ended. */
  async terminate(): Promise<void> {
    for (const port of this.#ports) port.close()
    await this.#guard.terminate()
  }
}

/**
 * Answers the messages of the thread that has started this one. Answers that are undefined are not sent. `urgent` takes
 * those of `interrupt`.
 */
export function answerBlocked(answer: (message: never) => unknown, urgent: (message: never) => void = () => {}): void {
  traceToSources()
  const { port, signals } = workerData as BlockingStart // as the guard starts it
  let before = Promise.resolve()
  port.on('message', (posted: Posted) => {
    if ('urgent' in posted) return urgent(posted.urgent as never) // the starter's M, like the next
    before = before.then(async () => {
      const outcome = await outcomeOf(() => answer(posted.message as never))
      if ('failure' in outcome || outcome.answer !== undefined) port.postMessage(outcome)
      Atomics.add(signals, DONE, 1)
      Atomics.notify(signals, DONE)
    })
  })
}

/** Runs a thread whose starter may be blocked, and would not hear that it has ended: for lack of memory, say. */
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
