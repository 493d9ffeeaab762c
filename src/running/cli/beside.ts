import { EXIT } from '../../kit/base/failure.ts'
import { moduleFile } from '../../kit/base/program.ts'
import { Thread } from '../../kit/threads/thread.ts'
import { BUG_SENTENCE, type Terminal } from '../terminal/terminal.ts'
import { type Interruption, type Output, passInterruption, writeOutput } from '../terminal/thread-terminal.ts'
import { COMMANDS } from './commands.ts'

/** A message to the thread of a command. */
export type ToCommand =
  /** Runs the command. The answer is its exit code. */
  { readonly kind: 'run'; readonly words: readonly string[] } | Interruption

/** Commands that change nothing, so that Ctrl-C ends them at once. */
const READING: ReadonlySet<string> = new Set(['check', 'doctor', 'inspect'])

/** After this time without output, a user sees what the command does. */
const SILENT_MS = 1000

/**
 * Runs `plat …` in a second thread, so that Ctrl-C works even if the command blocks its thread. Resolves with the exit
 * code and never rejects.
 */
export async function run(words: readonly string[], terminal: Terminal): Promise<number> {
  const { watched, interrupted } = terminal
  const [name = ''] = words
  const doing = `\r${name}: ${COMMANDS[name]?.summary} …\u001b[K`
  let silence = watched ? setTimeout(() => terminal.overwrite(doing), SILENT_MS) : undefined
  const endSilence = () => {
    clearTimeout(silence)
    if (silence !== undefined) terminal.overwrite('\r\u001b[K')
    silence = undefined
  }
  const answer = (output: Output) => {
    endSilence()
    return writeOutput(terminal, output)
  }
  const thread = new Thread<ToCommand>(
    moduleFile('running/cli/command-thread'),
    { watched },
    { answer, holdsProcess: 'always' },
  )
  const ended = Promise.withResolvers<number>()
  const end = () => {
    endSilence()
    terminal.note((interrupted.reason as Error).message) // process-terminal.ts sets the reason
    void thread.terminate()
    ended.resolve(EXIT.interrupted)
  }
  if (READING.has(name)) interrupted.addEventListener('abort', end, { once: true })
  else passInterruption(terminal, (interruption) => thread.tell(interruption))
  try {
    const code = thread.ask({ kind: 'run', words }) as Promise<number> // command-thread.ts answers with the exit code
    return await Promise.race([code, ended.promise])
  } catch (error) {
    terminal.note(BUG_SENTENCE)
    terminal.note(error instanceof Error ? (error.stack ?? error.message) : String(error))
    return EXIT.failed
  } finally {
    endSilence()
    thread.close()
  }
}
