import { moduleFile } from '../../kit/base/program.ts'
import { BlockingThread } from '../../kit/threads/blocking-thread.ts'

/** The session's thread does one of these when it is asked. */
export type Order =
  | { readonly kind: 'query'; readonly text: string; readonly values: readonly unknown[] }
  | { readonly kind: 'copy'; readonly text: string; readonly lines: string }
  | { readonly kind: 'end' }
  /** Ends the statement that runs, at once and without an answer of its own. */
  | { readonly kind: 'cancel' }

export type Row = Readonly<Record<string, unknown>>

export interface SessionStart {
  /** The address of the database, as operators write it. */
  readonly url: string
}

/** How long a server may take to end a statement, or to say goodbye: it undoes what a lost connection has not committed. */
const GRACE_MS = 3000
/** How often it is asked to end a statement: a request that comes before the statement ends nothing. */
const CANCEL_EVERY_MS = 250

/** Copies that are under way while the next ones are made. */
const COPIES_AHEAD = 8

/**
 * A connection whose statements block the thread that asks, like those of a file. What writes a catalog is written for
 * that: an import reads and puts millions of records one by one, and waiting for a promise at each would cost more than
 * the work itself. The connection lives in a thread of its own. A thread that serves never uses one. Throws a CommandFault of
 * one sentence where the server or the connection is at fault, and the reason of its signal once that is aborted: the
 * statement that runs is ended then, and the connection is good for what undoes the others, if the server answers.
 */
export class Session {
  readonly #thread: BlockingThread<Order>
  /** undefined once nothing may be interrupted any more. */
  #signal: AbortSignal | undefined
  /** From now on orders have to be done soon. */
  #isStopped = false
  /** The connection was given up. */
  #isGone = false

  /** The first statement fails when there is no connection to be had. */
  constructor(url: string, signal?: AbortSignal) {
    this.#signal = signal
    const start: SessionStart = { url }
    this.#thread = new BlockingThread(moduleFile('catalog/postgres/session-thread'), start)
  }

  query(text: string, values: readonly unknown[] = []): readonly Row[] {
    return this.#ask({ kind: 'query', text, values })
  }

  /** Sends lines in the text format of COPY. Whether that went well is told by whatever is asked next. */
  copy(text: string, lines: string): void {
    if (lines === '') return
    this.#post({ kind: 'copy', text, lines })
    this.#wait(COPIES_AHEAD)
    this.#thread.takeAnswer()
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
    void this.#thread.terminate()
  }

  /** For callers that work for long without a statement. */
  throwIfInterrupted(): void {
    if (this.#signal?.aborted) this.#stop(this.#signal)
  }

  #ask(order: Order): readonly Row[] {
    this.#post(order)
    this.#wait(0)
    return (this.#thread.takeAnswer() ?? []) as readonly Row[] // only queries are answered, by their rows
  }

  #post(order: Order): void {
    this.throwIfInterrupted()
    if (this.#isGone) throw new Error(GIVEN_UP)
    this.#thread.post(order)
  }

  /** Until no more than `behind` orders are to be done. */
  #wait(behind: number): void {
    const patienceMs = this.#isStopped ? GRACE_MS : undefined
    if (this.#thread.wait(behind, () => this.throwIfInterrupted(), patienceMs)) return
    this.#giveUp()
    throw new Error(GIVEN_UP)
  }

  /** Ends what is under way, or the connection where the server does not. Throws the reason. */
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
        // it fails because it was ended
      }
    }
    throw reason
  }

  #giveUp(): void {
    this.#isGone = true
    void this.#thread.terminate()
  }
}

const GIVEN_UP = 'the connection was given up'
