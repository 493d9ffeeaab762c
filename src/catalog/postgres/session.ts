import { moduleFile } from '../../kit/base/program.ts'
import { BlockingThread } from '../../kit/threads/blocking-thread.ts'

/** An order that the session's thread executes. */
export type Order =
  | { readonly kind: 'query'; readonly text: string; readonly values: readonly unknown[] }
  | { readonly kind: 'copy'; readonly text: string; readonly lines: string }
  | { readonly kind: 'end' }
  /** Ends the running statement at once. The thread sends no answer to this order. */
  | { readonly kind: 'cancel' }

export type Row = Readonly<Record<string, unknown>>

export interface SessionStart {
  /** The address of the database as written by operators. */
  readonly url: string
}

/**
 * Milliseconds that the server may take to end a statement or to close the connection. After that the connection is
 * dropped, and the server rolls back all uncommitted changes.
 */
const GRACE_MS = 3000
/** Milliseconds between requests to end a statement. A request that arrives before the statement has no effect. */
const CANCEL_EVERY_MS = 250

/** How many copies may be in progress while the next copies are being made. */
const COPIES_AHEAD = 8

/**
 * A connection whose statements block the calling thread, like those of a file. The code that writes a catalog relies
 * on this: an import reads and puts millions of records one by one, and awaiting a promise for each would cost more
 * than the work itself. The connection lives in a separate thread. Serving threads never use a session.
 *
 * Throws a CommandFault of one sentence if the server or the connection fails, and the reason of the signal once it is
 * aborted. Aborting ends the running statement. If the server answers, the connection can then still roll back.
 */
export class Session {
  readonly #thread: BlockingThread<Order>
  /** Undefined once interruptions are no longer allowed. */
  #signal: AbortSignal | undefined
  /** Set once orders must finish soon. */
  #isStopped = false
  /** Whether the connection was dropped. */
  #isGone = false

  /** The first statement fails if there is no connection. */
  constructor(url: string, signal?: AbortSignal) {
    this.#signal = signal
    const start: SessionStart = { url }
    this.#thread = new BlockingThread(moduleFile('catalog/postgres/session-thread'), start)
  }

  query(text: string, values: readonly unknown[] = []): readonly Row[] {
    return this.#ask({ kind: 'query', text, values })
  }

  /** Sends lines in the text format of COPY. A failure is reported by the next order. */
  copy(text: string, lines: string): void {
    if (lines === '') return
    this.#post({ kind: 'copy', text, lines })
    this.#wait(COPIES_AHEAD)
    this.#thread.takeAnswer()
  }

  /** Commits. Cannot be interrupted, because the outcome would be unknown. */
  commit(): void {
    this.#signal = undefined
    this.query('COMMIT')
  }

  /** Rolls back all uncommitted changes, even if the connection is lost. Call this once, also after errors. */
  end(): void {
    this.#signal = undefined
    this.#isStopped = true
    try {
      if (!this.#isGone) this.#ask({ kind: 'end' })
    } catch {
      // The failure was reported earlier, and the server rolls back all uncommitted changes of a lost connection.
    }
    void this.#thread.terminate()
  }

  /** Throws the signal's reason once it is aborted. For callers that work for a long time without a statement. */
  throwIfInterrupted(): void {
    if (this.#signal?.aborted) this.#stop(this.#signal)
  }

  #ask(order: Order): readonly Row[] {
    this.#post(order)
    this.#wait(0)
    return (this.#thread.takeAnswer() ?? []) as readonly Row[] // only queries have an answer: their rows
  }

  #post(order: Order): void {
    this.throwIfInterrupted()
    if (this.#isGone) throw new Error(GIVEN_UP)
    this.#thread.post(order)
  }

  /** Waits until at most `behind` orders are unfinished. */
  #wait(behind: number): void {
    const patienceMs = this.#isStopped ? GRACE_MS : undefined
    if (this.#thread.wait(behind, () => this.throwIfInterrupted(), patienceMs)) return
    this.#giveUp()
    throw new Error(GIVEN_UP)
  }

  /**
   * Ends the orders in progress, or drops the connection if the server does not end the orders. Throws the signal's
   * reason.
   */
  #stop({ reason }: AbortSignal): never {
    this.#signal = undefined
    this.#isStopped = true
    let isDone = this.#thread.wait(0, undefined, 0)
    for (let waitedMs = 0; !isDone && waitedMs < GRACE_MS; waitedMs += CANCEL_EVERY_MS) {
      this.#thread.interrupt({ kind: 'cancel' })
      isDone = this.#thread.wait(0, undefined, CANCEL_EVERY_MS)
    }
    if (!isDone) this.#giveUp()
    else {
      try {
        this.#thread.takeAnswer()
      } catch {
        // The order failed because it was ended.
      }
    }
    throw reason
  }

  #giveUp(): void {
    this.#isGone = true
    void this.#thread.terminate()
  }
}

const GIVEN_UP = 'the connection was abandoned'
