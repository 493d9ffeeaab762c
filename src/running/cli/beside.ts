import { EXIT } from '../../kit/base/failure.ts'
import { moduleFile } from '../../kit/base/program.ts'
import { Thread } from '../../kit/threads/thread.ts'
import { BUG_SENTENCE, type Terminal } from '../terminal/terminal.ts'
import { type Interruption, type Output, passInterruption, writeOutput } from '../terminal/thread-terminal.ts'

/** A message to the thread of a command. */
export type ToCommand =
  /** Runs the command. The answer is its exit code. */
  { readonly kind: 'run'; readonly words: readonly string[] } | Interruption

/**
 * Runs `plat …` in a second thread, so that Ctrl-C works even if the command blocks its thread. Resolves with the exit
 * code and never rejects.
 */
export async function run(words: readonly string[], terminal: Terminal): Promise<number> {
  const { watched } = terminal
  const answer = (output: Output) => writeOutput(terminal, output)
  const thread = new Thread<ToCommand>(
    moduleFile('running/cli/command-thread'),
    { watched },
    { answer, holdsProcess: 'always' },
  )
  passInterruption(terminal, (interruption) => thread.tell(interruption))
  try {
    return (await thread.ask({ kind: 'run', words })) as number // command-thread.ts answers with the exit code
  } catch (error) {
    terminal.note(BUG_SENTENCE)
    terminal.note(error instanceof Error ? (error.stack ?? error.message) : String(error))
    return EXIT.failed
  } finally {
    thread.close()
  }
}
