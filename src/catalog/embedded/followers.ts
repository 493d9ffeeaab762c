import type { MessagePort } from 'node:worker_threads'
import { Line } from '../../kit/threads/line.ts'
import type { Loaded } from './loaded.ts'
import { type SharedQuestion, SharedValue } from './shared-value.ts'
import type { DamagedFile, Damaging } from './soundness.ts'

/** A state as it goes to other threads: the large parts lie in memory that all of them read. */
export interface HandedState {
  readonly path: string
  readonly loaded: Loaded
  /** Counts the states that were opened. */
  readonly number: number
  /** Number of the first state that was handed over of the same file. */
  readonly file: number
}

/** The questions of the thread that watches the catalog to the others. */
export type FollowerQuestion =
  /** Serve this state from now on; false when a commit has replaced it since it was loaded. */
  | { readonly kind: 'take'; readonly state: HandedState; readonly damaged: DamagedFile | undefined }
  /** Begin a new read transaction on the same state; false when that cannot be done now. */
  | { readonly kind: 'renew' }
  | { readonly kind: 'damaged'; readonly damaged: DamagedFile | undefined }

/** The report of another thread about a file that it cannot read. */
export interface Report extends Damaging {
  readonly kind: 'report'
  readonly path: string
}

/** A message of another thread to the one that watches the catalog. */
export type FollowerMessage = Report | SharedQuestion

/** The other threads that serve the catalog. Those that end are forgotten, whatever they were asked. */
export class Followers {
  readonly #lines = new Set<Line<FollowerQuestion>>()
  readonly #onReport: (report: Report) => void
  readonly #shared = new SharedValue()

  constructor(onReport: (report: Report) => void) {
    this.#onReport = onReport
  }

  add(port: MessagePort): Line<FollowerQuestion> {
    const answer = (message: FollowerMessage): unknown =>
      message.kind === 'report' ? this.#onReport(message) : this.#shared.answer(message, line)
    const line: Line<FollowerQuestion> = new Line(port, { answer })
    this.#lines.add(line)
    return line
  }

  /** True when all of them serve the state; rejects with the reason why one cannot. */
  take(state: HandedState, damaged: DamagedFile | undefined): Promise<boolean> {
    return this.#askAll({ kind: 'take', state, damaged })
  }

  renew(): Promise<boolean> {
    return this.#askAll({ kind: 'renew' })
  }

  tell(damaged: DamagedFile | undefined): void {
    for (const line of this.#lines) line.tell({ kind: 'damaged', damaged })
  }

  async #askAll(question: FollowerQuestion): Promise<boolean> {
    const answers = await Promise.all(Array.from(this.#lines, (line) => this.#ask(line, question)))
    return !answers.includes(false)
  }

  async #ask(line: Line<FollowerQuestion>, question: FollowerQuestion): Promise<unknown> {
    try {
      return await line.ask(question)
    } catch (error) {
      if (!line.hasEnded) throw error
      this.#lines.delete(line)
      return undefined
    }
  }
}
