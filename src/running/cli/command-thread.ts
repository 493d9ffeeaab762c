import { lineToStarter, startData } from '../../kit/threads/thread.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { type Output, threadTerminal } from '../terminal/thread-terminal.ts'
import type { ToCommand } from './beside.ts'
import { run } from './index.ts'

/** The entry of one command's thread, which beside.ts starts. */
const { watched } = startData() as Pick<Terminal, 'watched'> // as beside.ts starts it

const { terminal, interrupt } = threadTerminal(() => starter, watched)

const starter = lineToStarter<Output>((asked: ToCommand) =>
  asked.kind === 'run' ? run(asked.words, terminal) : interrupt(asked),
)
