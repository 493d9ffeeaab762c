import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads'

/** What the session's thread is asked to do. */
export type Order =
  | { readonly kind: 'query'; readonly text: string; readonly values: readonly unknown[] }
  | { readonly kind: 'copy'; readonly text: string; readonly lines: string }
  | { readonly kind: 'end' }

export type Row = Readonly<Record<string, unknown>>

export type Reply = { readonly rows: readonly Row[] } | { readonly error: Error }

export interface SessionStart {
  /** Of the database, as operators write it. */
  readonly url: string
  readonly port: MessagePort
  readonly signal: Int32Array
}

/** Milliseconds that a statement may take: building the indexes of a large catalogue takes a while. */
const PATIENCE_MS = 3_600_000

/**
 * A connection whose statements block the thread that asks, like those of a file. What writes a catalogue is written for
 * that: an import reads and puts millions of records one by one, and waiting for a promise at each would cost more than
 * the work itself. The connection lives in a thread of its own. Never for a thread that serves.
 */
export class Session {
  readonly #worker: Worker
  readonly #port: MessagePort
  readonly #signal = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))

  /** The first statement fails when there is no connection to be had. */
  constructor(url: string) {
    const { port1, port2 } = new MessageChannel()
    const workerData: SessionStart = { url, port: port2, signal: this.#signal }
    this.#worker = new Worker(new URL('./session-thread.ts', import.meta.url), { workerData, transferList: [port2] })
    this.#port = port1
    this.#port.unref()
    this.#worker.unref()
  }

  query(text: string, values: readonly unknown[] = []): readonly Row[] {
    return this.#ask({ kind: 'query', text, values })
  }

  /** Sends lines in the text format of COPY. */
  copy(text: string, lines: string): void {
    this.#ask({ kind: 'copy', text, lines })
  }

  /** Rolls back what is not committed. */
  end(): void {
    this.#ask({ kind: 'end' })
    this.#port.close()
  }

  #ask(order: Order): readonly Row[] {
    Atomics.store(this.#signal, 0, 0)
    this.#port.postMessage(order)
    Atomics.wait(this.#signal, 0, 0, PATIENCE_MS)
    const reply: Reply | undefined = receiveMessageOnPort(this.#port)?.message
    if (reply === undefined) throw new Error('the thread of the connection has not answered')
    if ('error' in reply) throw reply.error
    return reply.rows
  }
}
