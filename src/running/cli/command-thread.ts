import { lineToStarter, startData } from '../../kit/threads/thread.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { type Output, threadTerminal } from '../terminal/thread-terminal.ts'
import type { ToCommand } from './beside.ts'
import { run } from './index.ts'

/** The entry point of a thread that runs one command. beside.ts starts it. */
const { watched } = startData() as Pick<Terminal, 'watched'> // beside.ts passes `watched`

const { terminal, interrupt } = threadTerminal(() => starter, watched)

const starter = lineToStarter<Output>((message: ToCommand) =>
  message.kind === 'run' ? run(message.words, terminal) : interrupt(message),
)
