import { systemClock } from '../../kit/base/clock.ts'
import { received, type SentFailure, sent } from '../../kit/threads/failure-codec.ts'
import type { Line } from '../../kit/threads/line.ts'
import type { Terminal } from './terminal.ts'

/** Output of a thread for the terminal, which the main thread writes. The thread waits until a `write` is done. */
export type Output =
  | { readonly kind: 'print' | 'note' | 'overwrite'; readonly text: string }
  | { readonly kind: 'write'; readonly bytes: Uint8Array }

/** The message that tells a thread about Ctrl-C. */
export interface Interruption {
  readonly kind: 'interrupted'
  readonly reason: SentFailure
}

/** Writes the output of another thread to the terminal. */
export function writeOutput(terminal: Terminal, output: Output): unknown {
  return output.kind === 'write' ? terminal.write(output.bytes) : terminal[output.kind](output.text)
}

/** Informs a thread of Ctrl-C by message. */
export function passInterruption({ interrupted }: Terminal, send: (interruption: Interruption) => void): void {
  const interrupt = () => send({ kind: 'interrupted', reason: sent(interrupted.reason) })
  if (interrupted.aborted) interrupt()
  else interrupted.addEventListener('abort', interrupt, { once: true })
}

/**
 * Returns a terminal for a thread, and the handler for the message about Ctrl-C. `starter` returns the channel to the
 * main thread.
 */
export function threadTerminal(starter: () => Line<Output>, watched: boolean) {
  const interruption = new AbortController()
  const terminal: Terminal = {
    environment: process.env,
    clock: systemClock,
    interrupted: polledSignal(interruption, starter),
    watched,
    print: (text) => starter().tell({ kind: 'print', text }),
    note: (text) => starter().tell({ kind: 'note', text }),
    overwrite: (text) => starter().tell({ kind: 'overwrite', text }),
    write: async (bytes) => {
      await starter().ask({ kind: 'write', bytes })
    },
  }
  return { terminal, interrupt: ({ reason }: Interruption) => interruption.abort(received(reason)) }
}

/** Returns a signal that looks for Ctrl-C whenever it is read. Work that blocks the event loop receives no messages. */
function polledSignal({ signal }: AbortController, starter: () => Line<Output>): AbortSignal {
  const isAborted = Object.getOwnPropertyDescriptor(AbortSignal.prototype, 'aborted')?.get
  const take = () => {
    starter().takeNow()
    return isAborted?.call(signal) === true
  }
  const throwIfAborted = () => {
    if (take()) throw signal.reason
  }
  return Object.defineProperties(signal, { aborted: { get: take }, throwIfAborted: { value: throwIfAborted } })
}
