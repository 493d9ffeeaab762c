import { appendFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { Clock } from '../../kit/base/clock.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'

/** The requests made of a server, by earlier programs and by this one. */
export interface RequestLog {
  /** The ages of the requests that the budgets still count, in milliseconds, the oldest first. */
  readonly ages: readonly number[]
  /** Counts a request before it is made. */
  add(): void
}

/**
 * Opens a log in a file, which has a line for each request with its moment in milliseconds since 1970. The line is
 * written before the request, so even the requests of a killed program are known to the next one. Lines older than
 * `keptMs` are dropped now, and again each time that this span has passed.
 */
export function requestLogIn(path: string, clock: Clock, keptMs: number): RequestLog {
  const nowMs = clock.now()
  const kept = rewritten(path, nowMs, keptMs)
  let rewrittenMs = nowMs
  return {
    ages: kept.map((ms) => nowMs - ms).sort((a, b) => b - a),
    add: () => {
      const addedMs = clock.now()
      if (addedMs - rewrittenMs >= keptMs) {
        rewritten(path, addedMs, keptMs)
        rewrittenMs = addedMs
      }
      guarded(path, () => appendFileSync(path, `${addedMs}\n`))
    },
  }
}

/** Drops old lines from the file, and returns the remaining moments. */
function rewritten(path: string, nowMs: number, keptMs: number): readonly number[] {
  // A moment in the future means that the clock was set back. The request may have been made just now.
  const kept = linesOf(path)
    .map((ms) => Math.min(ms, nowMs))
    .filter((ms) => nowMs - ms < keptMs)
  guarded(path, () => {
    writeFileSync(`${path}.new`, kept.map((ms) => `${ms}\n`).join(''))
    renameSync(`${path}.new`, path)
  })
  return kept
}

/** Reads the lines. Skips lines that were cut off, for example by a full disk. */
function linesOf(path: string): readonly number[] {
  try {
    const lines = readFileSync(path, 'utf8').split('\n')
    return lines.filter((line) => /^\d{12,14}$/.test(line)).map(Number)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw fault(path, error)
  }
}

function guarded(path: string, write: () => void): void {
  try {
    write()
  } catch (error) {
    throw fault(path, error)
  }
}

function fault(path: string, error: unknown): CommandFault {
  const { code } = error as NodeJS.ErrnoException
  return new CommandFault(
    `Cannot count requests in "${path}": the system reports ${code}. No more requests are sent, because perHour and perDay could be exceeded.`,
    EXIT.cannotWrite,
    { cause: error },
  )
}
