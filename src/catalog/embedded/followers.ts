import type { MessagePort } from 'node:worker_threads'
import { Line } from '../../kit/threads/line.ts'
import type { Loaded } from './loaded.ts'
import { SharedValue, type SharedValueRequest } from './shared-value.ts'
import type { DamagedFile, Damaging } from './soundness.ts'

/** A catalog state in the form in which threads send it to each other. Its large parts are in shared memory. */
export interface HandedState {
  readonly path: string
  readonly loaded: Loaded
  /** The number of states that this process had opened when it opened this state. */
  readonly number: number
  /** The `number` of the first state that was opened from the same file. */
  readonly file: number
}

/** Requests from the thread that watches the catalog to the other serving threads. */
export type FollowerRequest =
  /** Serve this state from now on. The answer is false if a commit has replaced the state since it was loaded. */
  | { readonly kind: 'take'; readonly state: HandedState; readonly damaged: DamagedFile | undefined }
  /** Begin a new read transaction on the same state. The answer is false if that is not possible now. */
  | { readonly kind: 'renew' }
  | { readonly kind: 'damaged'; readonly damaged: DamagedFile | undefined }

/** A serving thread reports a file that it cannot read. */
export interface Report extends Damaging {
  readonly kind: 'report'
  readonly path: string
}

/** A message from a serving thread to the thread that watches the catalog. */
export type FollowerMessage = Report | SharedValueRequest

/** The other serving threads. When a thread ends, its pending requests are dropped. */
export class Followers {
  readonly #lines = new Set<Line<FollowerRequest>>()
  readonly #onReport: (report: Report) => void
  readonly #shared = new SharedValue()

  constructor(onReport: (report: Report) => void) {
    this.#onReport = onReport
  }

  add(port: MessagePort): Line<FollowerRequest> {
    const answer = (message: FollowerMessage): unknown =>
      message.kind === 'report' ? this.#onReport(message) : this.#shared.answer(message, line)
    const line: Line<FollowerRequest> = new Line(port, { answer })
    this.#lines.add(line)
    return line
  }

  /**
   * Sends a state to all threads. Resolves to true if all threads now serve it. Rejects with the reason if a thread
   * cannot serve it.
   */
  take(state: HandedState, damaged: DamagedFile | undefined): Promise<boolean> {
    return this.#askAll({ kind: 'take', state, damaged })
  }

  renew(): Promise<boolean> {
    return this.#askAll({ kind: 'renew' })
  }

  reportDamage(damaged: DamagedFile | undefined): void {
    for (const line of this.#lines) line.tell({ kind: 'damaged', damaged })
  }

  async #askAll(request: FollowerRequest): Promise<boolean> {
    const answers = await Promise.all(Array.from(this.#lines, (line) => this.#ask(line, request)))
    return !answers.includes(false)
  }

  async #ask(line: Line<FollowerRequest>, request: FollowerRequest): Promise<unknown> {
    try {
      return await line.ask(request)
    } catch (error) {
      if (!line.hasEnded) throw error
      this.#lines.delete(line)
      return undefined
    }
  }
}
