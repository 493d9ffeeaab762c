import { appendFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { Clock } from '../../kit/base/clock.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'

/** Requests to a server by earlier processes and this one. */
export interface RequestLog {
  /** Ages of the requests that still count, in milliseconds, oldest first. */
  readonly ages: readonly number[]
  /** Call this before each request. */
  add(): void
}

/**
 * Opens a log file. Each line is the time of a request in milliseconds since 1970. Lines are written before the
 * request, so that a killed process loses none. Lines older than `keptMs` are removed now, and again whenever `keptMs`
 * has passed.
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

/** Removes old lines. Returns the remaining times. */
function rewritten(path: string, nowMs: number, keptMs: number): readonly number[] {
  // After the clock was set back, times may be in the future. They count as now.
  const kept = linesOf(path)
    .map((ms) => Math.min(ms, nowMs))
    .filter((ms) => nowMs - ms < keptMs)
  guarded(path, () => {
    writeFileSync(`${path}.new`, kept.map((ms) => `${ms}\n`).join(''))
    renameSync(`${path}.new`, path)
  })
  return kept
}

/** Reads the complete lines. A line may be incomplete after the disk was full. */
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
