import { EXIT } from '../../kit/base/failure.ts'
import { moduleFile } from '../../kit/base/program.ts'
import { type SentFailure, sent } from '../../kit/threads/failure-codec.ts'
import { Thread } from '../../kit/threads/thread.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** A message to the thread of a command. */
export type ToCommand =
  /** Run it; the answer is its exit code. */
  | { readonly kind: 'run'; readonly words: readonly string[] }
  | { readonly kind: 'interrupted'; readonly reason: SentFailure }

/** A message from a command in its own thread. It waits for the answer to `write`. */
export type FromCommand =
  | { readonly kind: 'print' | 'note' | 'overwrite'; readonly text: string }
  | { readonly kind: 'write'; readonly bytes: Uint8Array }

/**
 * Runs `plat …` like `run` of index.ts, in a thread of its own. Even if the command blocks that thread, this one hears
 * of Ctrl-C and passes it on. Resolves with the exit code and never rejects.
 */
export async function run(words: readonly string[], terminal: Terminal): Promise<number> {
  const { interrupted, watched } = terminal
  const answer = (from: FromCommand) =>
    from.kind === 'write' ? terminal.write(from.bytes) : terminal[from.kind](from.text)
  const thread = new Thread<ToCommand>(
    moduleFile('running/cli/command-thread'),
    { watched },
    { answer, holdsProcess: 'always' },
  )
  const interrupt = () => thread.tell({ kind: 'interrupted', reason: sent(interrupted.reason) })
  if (interrupted.aborted) interrupt()
  else interrupted.addEventListener('abort', interrupt, { once: true })
  try {
    return (await thread.ask({ kind: 'run', words })) as number // command-thread.ts answers so
  } catch (error) {
    terminal.note(`This is a fault of Plat itself. Please report it with the lines below and what you did:`)
    terminal.note(error instanceof Error ? (error.stack ?? error.message) : String(error))
    return EXIT.failed
  } finally {
    thread.close()
  }
}
