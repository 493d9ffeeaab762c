import { appendFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { Clock } from '../base/clock.ts'
import { CommandFault, EXIT } from '../base/failure.ts'

/** The requests that programs before this one made of a server, and those of this one. */
export interface RequestLog {
  /** How long ago each of the requests was made that the budgets still count: milliseconds, the oldest first. */
  readonly ages: readonly number[]
  /** Counts a request, before it is made. */
  add(): void
}

/**
 * A log in a file: a line for each request, with its moment in milliseconds since 1970. Written before the request, so that
 * a program which is killed has made none that the next one does not know of. `keptMs`: what is older is forgotten.
 */
export function requestLogIn(path: string, clock: Clock, keptMs: number): RequestLog {
  const nowMs = clock.now()
  const all = linesOf(path)
  // a moment to come is of a clock that was set back since: the request may have been made just now
  const kept = all.map((ms) => Math.min(ms, nowMs)).filter((ms) => nowMs - ms < keptMs)
  guarded(path, () => {
    writeFileSync(`${path}.new`, kept.map((ms) => `${ms}\n`).join(''))
    renameSync(`${path}.new`, path)
  })
  return {
    ages: kept.map((ms) => nowMs - ms).sort((a, b) => b - a),
    add: () => guarded(path, () => appendFileSync(path, `${clock.now()}\n`)),
  }
}

/** A line that was cut off, as by a full disk, is left out. */
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
    `Cannot keep count of the requests in "${path}": the system says ${code}. No more are made, so that perHour and perDay hold.`,
    EXIT.cannotWrite,
    { cause: error },
  )
}
