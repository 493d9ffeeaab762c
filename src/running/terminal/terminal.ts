import { styleText } from 'node:util'
import type { Clock } from '../../kit/base/clock.ts'

/** Printed before the stack trace of an unexpected error. */
export const BUG_SENTENCE = 'This is a bug in Plat. Please report it with the lines below and what you did:'

/** The parts of the process that a command may use. Tests pass their own terminal. */
export interface Terminal {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  /** Aborted at the first Ctrl-C or SIGTERM. The command then undoes unfinished work and throws the signal's reason. */
  readonly interrupted: AbortSignal
  /** Whether a user sees the output live. Otherwise Plat prints no progress lines and no colors. */
  readonly watched: boolean
  /** Writes a line of the result to standard output. */
  print(line: string): void
  /**
   * Writes bytes to standard output, and resolves when more bytes can be written. Rejects with a CommandFault if
   * writing fails, for example because the disk is full or the pipe is closed.
   */
  write(bytes: Uint8Array): Promise<void>
  /** Writes a line to standard error that is not part of the result. */
  note(line: string): void
  /** Writes text without a line end, for the progress line. */
  overwrite(text: string): void
}

/** The first progress line appears after this time. */
const FIRST_MS = 1000

/** A progress line for one step of work. It appears after a second, and only if a user sees the output live. */
export class Progress {
  readonly #terminal: Terminal
  readonly #label: string
  readonly #startMs: number
  #nextMs: number
  #drawn = false

  /** @param firstMs The first line appears at this time or later. */
  constructor(terminal: Terminal, label: string, firstMs = terminal.clock.now() + FIRST_MS) {
    this.#terminal = terminal
    this.#label = label
    this.#startMs = terminal.clock.now()
    this.#nextMs = firstMs
  }

  /**
   * @param total The expected total, possibly an estimate; 0 if unknown.
   */
  update(done: number, total: number): void {
    const nowMs = this.#terminal.clock.now()
    if (!this.#terminal.watched || nowMs < this.#nextMs) return
    this.#nextMs = nowMs + 200
    this.#drawn = true
    this.#terminal.overwrite(`\r${this.#line(done, total, nowMs)}\u001b[K`)
  }

  end(): void {
    if (this.#drawn) this.#terminal.overwrite('\r\u001b[K')
  }

  #line(done: number, total: number, nowMs: number): string {
    if (done === 0) return `${this.#label} …`
    const perSecond = Math.round(done / Math.max(0.001, (nowMs - this.#startMs) / 1000))
    const counts = `${done.toLocaleString('en-US')}${total > 0 ? ` of ${total.toLocaleString('en-US')}` : ''}`
    return `${this.#label}  ${total > 0 ? `${bar(done / total)}  ` : ''}${counts}  ${perSecond.toLocaleString('en-US')}/s`
  }
}

/** Shows a progress line while `work` runs. After Ctrl-C, the next progress throws the signal's reason. */
export function showing<T>(
  terminal: Terminal,
  label: string,
  work: (onProgress: (done: number, total: number) => void) => T,
): T {
  const progress = new Progress(terminal, label)
  let result: T | undefined
  try {
    result = work((done, total) => {
      terminal.interrupted.throwIfAborted()
      progress.update(done, total)
    })
    return result
  } finally {
    if (result instanceof Promise)
      void result.finally(() => progress.end()).catch(() => {}) // the caller gets the error from `result`
    else progress.end()
  }
}

/** A progress line for work in several steps. Each step shows its label, or its name if there are no labels. */
export class StepProgress<S extends string> {
  readonly #terminal: Terminal
  readonly #labels: Readonly<Record<S, string>> | undefined
  readonly #firstMs: number
  #step: S | undefined
  #progress: Progress | undefined

  constructor(terminal: Terminal, labels?: Readonly<Record<S, string>>) {
    this.#terminal = terminal
    this.#labels = labels
    this.#firstMs = terminal.clock.now() + FIRST_MS
  }

  update(step: S, done: number, total: number): void {
    if (step !== this.#step) {
      this.end()
      this.#progress = new Progress(this.#terminal, this.#labels?.[step] ?? step, this.#firstMs)
      this.#step = step
    }
    this.#progress?.update(done, total)
  }

  end(): void {
    this.#progress?.end()
    this.#progress = undefined
  }
}

const BAR_CELLS = 24

function bar(share: number): string {
  const full = Math.round(Math.min(1, Math.max(0, share)) * BAR_CELLS)
  return styleText('green', '█'.repeat(full)) + styleText('dim', '░'.repeat(BAR_CELLS - full))
}
