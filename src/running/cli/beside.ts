import { MessageChannel, Worker } from 'node:worker_threads'
import { EXIT } from '../../kit/base/failure.ts'
import { type Sent, sent } from '../../kit/threads/line.ts'
import type { Terminal } from '../terminal/terminal.ts'

export interface CommandStart {
  readonly words: readonly string[]
  readonly watched: boolean
}

/** A message from a command in its own thread. */
export type Said =
  | { readonly kind: 'print' | 'note' | 'overwrite'; readonly text: string }
  /** The main thread answers this with `Heard`. */
  | { readonly kind: 'write'; readonly bytes: Uint8Array }
  | { readonly kind: 'ended'; readonly code: number }

/** A message to the command. */
export type Heard =
  | { readonly kind: 'written'; readonly failure?: Sent }
  | { readonly kind: 'interrupted'; readonly reason: Sent }

/**
 * Runs `plat …` like `run` of index.ts, in a thread of its own. Even if the command blocks that thread, this one hears
 * of Ctrl-C and passes it on. Resolves with the exit code and never rejects.
 */
export function run(words: readonly string[], terminal: Terminal): Promise<number> {
  const { port1: line, port2 } = new MessageChannel()
  const { interrupted, watched } = terminal
  const start: CommandStart = { words, watched }
  const thread = new Worker(new URL('./command-thread.ts', import.meta.url), {
    workerData: { ...start, line: port2 },
    transferList: [port2],
  })
  const tell = (heard: Heard) => line.postMessage(heard)
  const interrupt = () => tell({ kind: 'interrupted', reason: sent(interrupted.reason) })
  if (interrupted.aborted) interrupt()
  else interrupted.addEventListener('abort', interrupt, { once: true })
  return new Promise((resolve) => {
    line.on('message', (said: Said) => {
      if (said.kind === 'ended') resolve(said.code)
      else if (said.kind !== 'write') terminal[said.kind](said.text)
      else {
        terminal.write(said.bytes).then(
          () => tell({ kind: 'written' }),
          (error: unknown) => tell({ kind: 'written', failure: sent(error) }),
        )
      }
    })
    thread.once('error', (error) => {
      terminal.note(`This is a fault of Plat itself. Please report it with the lines below and what you did:`)
      terminal.note(error.stack ?? error.message)
      line.close()
      resolve(EXIT.failed)
    })
  })
}
