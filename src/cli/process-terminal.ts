import { isatty } from 'node:tty'
import { systemClock } from '../base/clock.ts'
import { CommandFault, EXIT } from '../base/failure.ts'
import type { Terminal } from './terminal.ts'

/**
 * npm hands on the Ctrl-C that its child gets from the terminal anyway: so soon after the first it is no second one.
 */
const SAME_SIGNAL_MS = 500

/** The process that we are. The first Ctrl-C or SIGTERM asks the command to end, the second ends the process. */
export function processTerminal(): Terminal {
  const interruption = new AbortController()
  let interruptedMs: number | undefined
  const interrupt = () => {
    const nowMs = systemClock.now()
    if (interruptedMs !== undefined && nowMs - interruptedMs >= SAME_SIGNAL_MS) process.exit(EXIT.interrupted)
    interruptedMs ??= nowMs
    interruption.abort(new CommandFault('Interrupted: nothing is left half done.', EXIT.interrupted))
  }
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt)
  for (const stream of [process.stdout, process.stderr]) stream.on('error', endQuietly)
  return {
    environment: process.env,
    clock: systemClock,
    interrupted: interruption.signal,
    watched: isatty(2),
    print: (line) => void process.stdout.write(`${line}\n`),
    note: (line) => void process.stderr.write(`${line}\n`),
    overwrite: (text) => void process.stderr.write(text),
  }
}

/** The reader of our output may stop early, as `head` does. */
function endQuietly(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit(EXIT.ok)
  throw error
}
