import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads'
import { CommandFault } from '../../base/failure.ts'

/** What the session's thread is asked to do. */
export type Order =
  | { readonly kind: 'query'; readonly text: string; readonly values: readonly unknown[] }
  | { readonly kind: 'copy'; readonly text: string; readonly lines: string }
  | { readonly kind: 'end' }

export type Row = Readonly<Record<string, unknown>>

/** `fault`: the server or the connection is at fault, and what to tell of it. */
export type Reply =
  | { readonly rows: readonly Row[] }
  | { readonly fault: { readonly message: string; readonly exitCode: number } }
  | { readonly error: Error }

export interface SessionStart {
  /** Of the database, as operators write it. */
  readonly url: string
  readonly port: MessagePort
  /** See `SIGNALS`. */
  readonly signals: Int32Array
}

/** Places of what the threads tell each other: how many replies there were; a number that grows while the thread lives. */
export const SIGNALS = { replies: 0, life: 1 } as const

/** How often the thread shows that it lives: a statement itself may take as long as building indexes does. */
export const BEAT_MS = 1000
/** A thread that has shown nothing for so long has ended, or never began. */
const SILENCE_MS = 30_000

/** Copies that are under way while the next ones are made. */
const COPIES_AHEAD = 8

/**
 * A connection whose statements block the thread that asks, like those of a file. What writes a catalogue is written for
 * that: an import reads and puts millions of records one by one, and waiting for a promise at each would cost more than
 * the work itself. The connection lives in a thread of its own. Never for a thread that serves. Throws a CommandFault of
 * one sentence where the server or the connection is at fault.
 */
export class Session {
  readonly #worker: Worker
  readonly #port: MessagePort
  /** The thread has ended, or never began. */
  #isGone = false
  #asked = 0
  #replied = 0
  /** Why a copy failed that nobody waited for. */
  #failure: Error | undefined
  readonly #signals = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT))

  /** The first statement fails when there is no connection to be had. */
  constructor(url: string) {
    const { port1, port2 } = new MessageChannel()
    const workerData: SessionStart = { url, port: port2, signals: this.#signals }
    this.#worker = new Worker(new URL('./session-thread.ts', import.meta.url), { workerData, transferList: [port2] })
    this.#port = port1
    this.#port.unref()
    this.#worker.unref()
  }

  query(text: string, values: readonly unknown[] = []): readonly Row[] {
    return this.#ask({ kind: 'query', text, values })
  }

  /** Sends lines in the text format of COPY. Whether that went well is told by whatever is asked next. */
  copy(text: string, lines: string): void {
    if (lines === '') return
    this.#post({ kind: 'copy', text, lines })
    while (this.#asked - this.#replied > COPIES_AHEAD) this.#next()
    this.#throwFailure()
  }

  /** Rolls back what is not committed, also where the connection is lost. To be called once, whatever has happened. */
  end(): void {
    try {
      if (!this.#isGone) this.#ask({ kind: 'end' })
    } catch {
      // what failed was told already, and the server undoes what a lost connection has not committed
    }
    this.#port.close()
    void this.#worker.terminate()
  }

  #ask(order: Order): readonly Row[] {
    this.#post(order)
    let rows: readonly Row[] = []
    while (this.#asked > this.#replied) rows = this.#next()
    this.#throwFailure()
    return rows
  }

  #post(order: Order): void {
    this.#asked++
    this.#port.postMessage(order)
  }

  #next(): readonly Row[] {
    this.#wait()
    const reply: Reply | undefined = receiveMessageOnPort(this.#port)?.message
    this.#isGone = reply === undefined
    if (reply === undefined) throw new Error('the thread of the connection has ended')
    this.#replied++
    if ('rows' in reply) return reply.rows
    // the first one is why: whatever follows in the same transaction fails, too
    this.#failure ??= 'error' in reply ? reply.error : new CommandFault(reply.fault.message, reply.fault.exitCode)
    return []
  }

  #throwFailure(): void {
    const failure = this.#failure
    this.#failure = undefined
    if (failure !== undefined) throw failure
  }

  /** Until there is a further reply, or there will be none. */
  #wait(): void {
    for (
      let life = Atomics.load(this.#signals, SIGNALS.life);
      Atomics.load(this.#signals, SIGNALS.replies) === this.#replied;
    ) {
      const outcome = Atomics.wait(this.#signals, SIGNALS.replies, this.#replied, SILENCE_MS)
      const now = Atomics.load(this.#signals, SIGNALS.life)
      if (outcome === 'timed-out' && now === life) return
      life = now
    }
  }
}
