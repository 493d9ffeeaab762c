import { systemClock } from '../../kit/base/clock.ts'
import { received, type SentFailure, sent } from '../../kit/threads/failure-codec.ts'
import type { Line } from '../../kit/threads/line.ts'
import type { Terminal } from './terminal.ts'

/** The output of a thread for the terminal of the process. The thread waits for the answer to `write`. */
export type Output =
  | { readonly kind: 'print' | 'note' | 'overwrite'; readonly text: string }
  | { readonly kind: 'write'; readonly bytes: Uint8Array }

/** Ctrl-C, as a thread is told of it. */
export interface Interruption {
  readonly kind: 'interrupted'
  readonly reason: SentFailure
}

/** Writes the output of a thread. */
export function writeOutput(terminal: Terminal, output: Output): unknown {
  return output.kind === 'write' ? terminal.write(output.bytes) : terminal[output.kind](output.text)
}

/** Tells a thread of Ctrl-C, even if its work blocks it. */
export function passInterruption({ interrupted }: Terminal, tell: (interruption: Interruption) => void): void {
  const interrupt = () => tell({ kind: 'interrupted', reason: sent(interrupted.reason) })
  if (interrupted.aborted) interrupt()
  else interrupted.addEventListener('abort', interrupt, { once: true })
}

/** Returns the terminal of a thread, and the function that takes an interruption. `starter`: the line to the main thread. */
export function threadTerminal(starter: () => Line<Output>, watched: boolean) {
  const interruption = new AbortController()
  const terminal: Terminal = {
    environment: process.env,
    clock: systemClock,
    interrupted: heardSignal(interruption, starter),
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

/** Returns a signal that looks for Ctrl-C when it is read: work that blocks gives the event loop no turn. */
function heardSignal({ signal }: AbortController, starter: () => Line<Output>): AbortSignal {
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
