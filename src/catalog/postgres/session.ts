import { moduleFile } from '../../kit/base/program.ts'
import { BlockingThread } from '../../kit/threads/blocking-thread.ts'

/** A command that the session's thread executes. */
export type Order =
  /** Connects to the database at this address. If that fails, the next command throws. */
  | { readonly kind: 'connect'; readonly url: string }
  | { readonly kind: 'query'; readonly text: string; readonly values: readonly unknown[] }
  | { readonly kind: 'copy'; readonly text: string; readonly lines: string }
  | { readonly kind: 'end' }
  /** Ends the running statement immediately. This command gets no answer. */
  | { readonly kind: 'cancel' }

export type Row = Readonly<Record<string, unknown>>

/**
 * Milliseconds that the server may take to end a statement or to close the connection. The connection is then dropped,
 * and the server rolls back all uncommitted changes.
 */
const GRACE_MS = 3000
/**
 * Milliseconds between requests to end the running statement. A request that arrives before the statement has no
 * effect.
 */
const CANCEL_EVERY_MS = 250

/** Maximum number of COPY commands that may be unfinished in the thread while the caller prepares the next one. */
const COPIES_AHEAD = 8

/**
 * The thread of a session that has ended, for the next session: starting a thread takes ten times as long as writing a
 * few records.
 */
let idleThread: BlockingThread<Order> | undefined

/**
 * A connection whose statements block the calling thread until they end. An import reads and puts millions of records
 * one by one, and awaiting a promise for each would take longer than the work itself. The connection is in a separate
 * thread. Serving threads never use a session.
 *
 * Throws a CommandFault if the server or the connection fails. Throws the signal's reason once the signal is aborted.
 * Aborting ends the running statement; the connection can then still roll back if the server answers.
 */
export class Session {
  readonly #thread: BlockingThread<Order>
  /** Undefined once the work may no longer be interrupted. */
  #signal: AbortSignal | undefined
  /** Whether the signal was aborted, so that commands must finish soon. */
  #isStopped = false
  /** Whether the connection was dropped. */
  #isGone = false

  /** Connects in the background. If that fails, the first statement throws. */
  constructor(url: string, signal?: AbortSignal) {
    this.#signal = signal
    this.#thread = idleThread ?? new BlockingThread(moduleFile('catalog/postgres/session-thread'), {})
    idleThread = undefined
    this.#thread.post({ kind: 'connect', url })
  }

  query(text: string, values: readonly unknown[] = []): readonly Row[] {
    return this.#ask({ kind: 'query', text, values })
  }

  /** Sends lines in the text format of COPY. If that fails, the next command throws. */
  copy(text: string, lines: string): void {
    if (lines === '') return
    this.#post({ kind: 'copy', text, lines })
    this.#wait(COPIES_AHEAD)
    this.#thread.takeAnswer()
  }

  /** Commits. Cannot be interrupted, since the outcome would then be unknown. */
  commit(): void {
    this.#signal = undefined
    this.query('COMMIT')
  }

  /** Rolls back all uncommitted changes, even if the connection is lost. Call this only once, also after an error. */
  end(): void {
    this.#signal = undefined
    this.#isStopped = true
    try {
      if (!this.#isGone) this.#ask({ kind: 'end' })
    } catch {
      // Ignored: the error was reported earlier, and the server rolls back what a lost connection has not committed.
      this.#giveUp()
    }
    if (this.#isGone) return
    if (idleThread === undefined) idleThread = this.#thread
    else void this.#thread.terminate()
  }

  /** Throws the signal's reason if the signal is aborted. For callers that work for long without a statement. */
  throwIfInterrupted(): void {
    if (this.#signal?.aborted) this.#stop(this.#signal)
  }

  #ask(order: Order): readonly Row[] {
    this.#post(order)
    this.#wait(0)
    return (this.#thread.takeAnswer() ?? []) as readonly Row[] // queries return rows; other commands return nothing
  }

  #post(order: Order): void {
    this.throwIfInterrupted()
    if (this.#isGone) throw new Error(GIVEN_UP)
    this.#thread.post(order)
  }

  /** Waits until at most `behind` commands are unfinished. */
  #wait(behind: number): void {
    const patienceMs = this.#isStopped ? GRACE_MS : undefined
    if (this.#thread.wait(behind, () => this.throwIfInterrupted(), patienceMs)) return
    this.#giveUp()
    throw new Error(GIVEN_UP)
  }

  /** Ends the running commands. If the server does not end them, drops the connection. Throws the signal's reason. */
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
        // Ignored: the command failed because it was ended.
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
