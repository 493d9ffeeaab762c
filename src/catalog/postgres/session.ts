import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads'
import { CommandFault } from '../../kit/base/failure.ts'

/** The session's thread does one of these when it is asked. */
export type Order =
  | { readonly kind: 'query'; readonly text: string; readonly values: readonly unknown[] }
  | { readonly kind: 'copy'; readonly text: string; readonly lines: string }
  | { readonly kind: 'end' }
  /** Ends the statement that runs, at once and without a reply of its own. */
  | { readonly kind: 'cancel' }

export type Row = Readonly<Record<string, unknown>>

/** `fault`: the server or the connection is at fault, and what to tell of it. */
export type Reply =
  | { readonly rows: readonly Row[] }
  | { readonly fault: { readonly message: string; readonly exitCode: number } }
  | { readonly error: Error }

export interface SessionStart {
  /** The address of the database, as operators write it. */
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
/** How often a thread that waits asks whether it is to go on. */
const LOOK_MS = 100
/** How long a server may take to end a statement, or to say goodbye: it undoes what a lost connection has not committed. */
const GRACE_MS = 1000

/** Copies that are under way while the next ones are made. */
const COPIES_AHEAD = 8

/**
 * A connection whose statements block the thread that asks, like those of a file. What writes a catalogue is written for
 * that: an import reads and puts millions of records one by one, and waiting for a promise at each would cost more than
 * the work itself. The connection lives in a thread of its own. Never for a thread that serves. Throws a CommandFault of
 * one sentence where the server or the connection is at fault, and the reason of its signal once that is aborted: the
 * statement that runs is ended then, and the connection is good for what undoes the others, if the server answers.
 */
export class Session {
  readonly #worker: Worker
  readonly #port: MessagePort
  /** undefined once nothing may be interrupted any more. */
  #signal: AbortSignal | undefined
  /** From now on questions have to be answered soon. */
  #isStopped = false
  /** The thread has ended, or never began. */
  #isGone = false
  #asked = 0
  #replied = 0
  /** Why a copy failed that nobody waited for. */
  #failure: Error | undefined
  readonly #signals = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT))

  /** The first statement fails when there is no connection to be had. */
  constructor(url: string, signal?: AbortSignal) {
    this.#signal = signal
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

  /** Cannot be interrupted: nobody would know whether it came about. */
  commit(): void {
    this.#signal = undefined
    this.query('COMMIT')
  }

  /** Rolls back what is not committed, also where the connection is lost. To be called once, whatever has happened. */
  end(): void {
    this.#signal = undefined
    this.#isStopped = true
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

  /** For who works for long without a statement. */
  throwIfInterrupted(): void {
    if (this.#signal?.aborted) this.#stop(this.#signal)
  }

  #post(order: Order): void {
    this.throwIfInterrupted()
    if (this.#isGone) throw new Error('the thread of the connection has ended')
    this.#asked++
    this.#port.postMessage(order)
  }

  #next(): readonly Row[] {
    this.#wait()
    const reply: Reply | undefined = receiveMessageOnPort(this.#port)?.message
    if (reply === undefined) {
      this.#leave()
      throw new Error('the thread of the connection has ended')
    }
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
    const patienceMs = this.#isStopped ? GRACE_MS : SILENCE_MS
    let life = Atomics.load(this.#signals, SIGNALS.life)
    for (let silentMs = 0; silentMs < patienceMs && !this.#isAnswered(); silentMs += LOOK_MS) {
      const now = Atomics.load(this.#signals, SIGNALS.life)
      if (now !== life && !this.#isStopped) silentMs = 0
      life = now
      if (this.#signal?.aborted) this.#stop(this.#signal)
    }
  }

  /** Waits a moment for a further reply. */
  #isAnswered(): boolean {
    return Atomics.wait(this.#signals, SIGNALS.replies, this.#replied, LOOK_MS) !== 'timed-out'
  }

  /** Ends what is under way, or the connection where the server does not. Throws the reason. */
  #stop({ reason }: AbortSignal): never {
    this.#signal = undefined
    this.#isStopped = true
    if (this.#asked > this.#replied) this.#port.postMessage({ kind: 'cancel' } satisfies Order)
    try {
      while (this.#asked > this.#replied) this.#next()
    } catch {
      // the server does not answer, and the connection is given up
    }
    this.#failure = undefined
    throw reason
  }

  #leave(): void {
    this.#isGone = true
    void this.#worker.terminate()
  }
}
