import { traceToSources } from './kit/base/stack-traces.ts'
import { processTerminal } from './running/terminal/process-terminal.ts'

/**
 * Commands that block their thread while they read, learn values or wait for another writer. They run in a second
 * thread, so that this thread can handle Ctrl-C.
 */
const BLOCKING: ReadonlySet<string> = new Set(
  'backup check doctor import inspect layers move restore sample sources sync upgrade'.split(' '),
)

/** Commands that block their thread only with a database, while they wait for its answers. */
const BLOCKING_WITH_DATABASE: ReadonlySet<string> = new Set(['export', 'explain', 'people'])

traceToSources()

/** Entry of the program: `node src/main.ts serve --port 9000`, or `./plat serve --port 9000`. */
const words = process.argv.slice(2)
const [name = ''] = words
const hasDatabase = (process.env.PLAT_DATABASE_URL ?? '') !== ''
const isBlocking = BLOCKING.has(name) || (hasDatabase && BLOCKING_WITH_DATABASE.has(name))
const { run } = await (isBlocking ? import('./running/cli/beside.ts') : import('./running/cli/index.ts'))
process.exitCode = await run(words, processTerminal())
