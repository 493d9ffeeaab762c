import { systemClock } from '../../kit/base/clock.ts'
import { received } from '../../kit/threads/failure-codec.ts'
import { lineToStarter, startData } from '../../kit/threads/thread.ts'
import type { Terminal } from '../terminal/terminal.ts'
import type { FromCommand, ToCommand } from './beside.ts'
import { run } from './index.ts'

/** The entry of one command's thread, which beside.ts starts. */
const { watched } = startData() as Pick<Terminal, 'watched'> // as beside.ts starts it

const interruption = new AbortController()

const starter = lineToStarter<FromCommand>((asked: ToCommand) =>
  asked.kind === 'run' ? run(asked.words, terminal) : interruption.abort(received(asked.reason)),
)

/** Returns a signal that looks for Ctrl-C when it is read: a blocking command gives the event loop no turn. */
function heardSignal(): AbortSignal {
  const { signal } = interruption
  const isAborted = Object.getOwnPropertyDescriptor(AbortSignal.prototype, 'aborted')?.get
  const take = () => {
    starter.takeNow()
    return isAborted?.call(signal) === true
  }
  const throwIfAborted = () => {
    if (take()) throw signal.reason
  }
  return Object.defineProperties(signal, { aborted: { get: take }, throwIfAborted: { value: throwIfAborted } })
}

const terminal: Terminal = {
  environment: process.env,
  clock: systemClock,
  interrupted: heardSignal(),
  watched,
  print: (text) => starter.tell({ kind: 'print', text }),
  note: (text) => starter.tell({ kind: 'note', text }),
  overwrite: (text) => starter.tell({ kind: 'overwrite', text }),
  write: async (bytes) => {
    await starter.ask({ kind: 'write', bytes })
  },
}
