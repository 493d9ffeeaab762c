import { type MessagePort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { systemClock } from '../../kit/base/clock.ts'
import { received } from '../../kit/threads/line.ts'
import type { Terminal } from '../terminal/terminal.ts'
import type { CommandStart, Heard, Said } from './beside.ts'
import { run } from './index.ts'

/** The entry of one command's thread, which beside.ts starts. */
const { words, watched, line } = workerData as CommandStart & { readonly line: MessagePort } // beside.ts passes this data

const interruption = new AbortController()
/** The pending writes, in the order in which they were sent. */
const writes: PromiseWithResolvers<void>[] = []

function hear(heard: Heard): void {
  if (heard.kind === 'interrupted') interruption.abort(received(heard.reason))
  else if (heard.failure === undefined) writes.shift()?.resolve()
  else writes.shift()?.reject(received(heard.failure))
}

function say(said: Said): void {
  line.postMessage(said)
}

/** Returns a signal that looks for Ctrl-C when it is read: a blocking command gives the event loop no turn. */
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
