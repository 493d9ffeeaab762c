import { type MessagePort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { systemClock } from '../base/clock.ts'
import { received } from '../base/line.ts'
import type { CommandStart, Heard, Said } from './beside.ts'
import { run } from './index.ts'
import type { Terminal } from './terminal.ts'

/** Entry of the thread of one command; beside.ts starts it. */
const { words, watched, line } = workerData as CommandStart & { readonly line: MessagePort } // as beside.ts starts it

const interruption = new AbortController()
/** In the order in which they were sent. */
const writes: PromiseWithResolvers<void>[] = []

function hear(heard: Heard): void {
  if (heard.kind === 'interrupted') interruption.abort(received(heard.reason))
  else if (heard.failure === undefined) writes.shift()?.resolve()
  else writes.shift()?.reject(received(heard.failure))
}

function say(said: Said): void {
  line.postMessage(said)
}

/** Hears of Ctrl-C whenever it is asked: a command that blocks this thread takes no turn of its loop. */
function heardSignal(): AbortSignal {
  const { signal } = interruption
  const isAborted = Object.getOwnPropertyDescriptor(AbortSignal.prototype, 'aborted')?.get
  const take = () => {
    for (let next = receiveMessageOnPort(line); next !== undefined; next = receiveMessageOnPort(line))
      hear(next.message)
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
  print: (text) => say({ kind: 'print', text }),
  note: (text) => say({ kind: 'note', text }),
  overwrite: (text) => say({ kind: 'overwrite', text }),
  write: (bytes) => {
    const written = Promise.withResolvers<void>()
    writes.push(written)
    say({ kind: 'write', bytes })
    return written.promise
  },
}

line.on('message', hear)
say({ kind: 'ended', code: await run(words, terminal) })
line.close()
