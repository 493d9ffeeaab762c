import { setTimeout as sleep } from 'node:timers/promises'
import type { Wait } from '../../intake/sync/budget.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { spanMs } from '../../kit/base/span.ts'

/** Parses the option `--every`. Returns milliseconds. */
export function readEvery(text: string): number {
  const everyMs = spanMs(text)
  if (everyMs) return everyMs
  throw new CommandFault(
    `--every must be a whole number with s, m, h or d, such as 15m; you gave "${text}".`,
    EXIT.usage,
  )
}

/** Waits for a time in milliseconds. Rejects at once if the signal is aborted. */
export const wait: Wait = async (ms, signal) => {
  try {
    await sleep(Math.min(ms, LONGEST_MS), undefined, { signal })
  } catch (error) {
    signal.throwIfAborted()
    throw error
  }
}

/** The longest delay of a Node timer, in milliseconds. */
const LONGEST_MS = 2 ** 31 - 1
