import { isatty } from 'node:tty'
import { systemClock } from '../../kit/base/clock.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { cleaned, cleanedLine } from './cleaned.ts'
import type { Terminal } from './terminal.ts'

/**
 * A second signal within this many milliseconds counts as the same Ctrl-C. npm sends each signal to its child process
 * again.
 */
const SAME_SIGNAL_MS = 500

const STOPPING = 'Stopping. Ctrl-C again stops at once.\n'

/**
 * Returns the terminal of this process. It escapes control characters in its output. The first Ctrl-C or SIGTERM asks
 * the command to stop, the second ends the process.
 */
export function processTerminal(): Terminal {
  const interruption = new AbortController()
  let interruptedMs: number | undefined
  const interrupt = () => {
    const nowMs = systemClock.now()
    if (interruptedMs !== undefined && nowMs - interruptedMs >= SAME_SIGNAL_MS) process.exit(EXIT.interrupted)
    interruptedMs ??= nowMs
    if (isatty(2)) setTimeout(() => process.stderr.write(STOPPING), 2 * SAME_SIGNAL_MS).unref()
    interruption.abort(new CommandFault('Interrupted. Unfinished work was undone.', EXIT.interrupted))
  }
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt)
  let isWriting = false
  process.stderr.on('error', endQuietly)
  process.stdout.on('error', (error) => {
    if (!isWriting) endQuietly(error)
  })
  const write = (bytes: Uint8Array) => {
    isWriting = true // the callback receives later errors
    return new Promise<void>((resolve, reject) => {
      process.stdout.write(bytes, (error) => (error ? reject(notWritten(error)) : resolve()))
    })
  }
  return {
    environment: process.env,
    clock: systemClock,
    interrupted: interruption.signal,
    watched: isatty(2),
    print: (line) => void process.stdout.write(`${cleaned(line)}\n`),
    write,
    note: (line) => void process.stderr.write(`${cleaned(line)}\n`),
    overwrite: (text) => void process.stderr.write(cleanedLine(text)),
  }
}

/** Returns the fault for incomplete output, because half an export must not look complete. */
function notWritten(error: NodeJS.ErrnoException): CommandFault {
  const why =
    error.code === 'EPIPE'
      ? 'its reader has stopped'
      : error.code === 'ENOSPC'
        ? 'the disk is full'
        : `the system reports ${error.code}`
  return new CommandFault(`The export is incomplete, because standard output failed: ${why}.`, EXIT.io, {
    cause: error,
  })
}

/** Ends the process without a message if the reader of the pipe closes it early, as `head` does. */
function endQuietly(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit(EXIT.ok)
  throw error
}
