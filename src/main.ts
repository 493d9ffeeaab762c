import { traceToSources } from './kit/base/stack-traces.ts'
import { processTerminal } from './running/terminal/process-terminal.ts'

/**
 * Commands that block their thread, since they learn values or wait for another writer: in a thread of their own, so that
 * this one hears of Ctrl-C. Over a database more of them wait.
 */
const BLOCKING: ReadonlySet<string> = new Set(['move', 'import', 'sync', 'sources'])
const WAITING: ReadonlySet<string> = new Set([
  'sample',
  'import',
  'sync',
  'sources',
  'export',
  'explain',
  'people',
  'upgrade',
  'doctor',
])

traceToSources()

/** Entry of the program: `node src/main.ts serve --port 9000`, or `./plat serve --port 9000`. */
const words = process.argv.slice(2)
const [name = ''] = words
const waits = BLOCKING.has(name) || (WAITING.has(name) && (process.env.PLAT_DATABASE_URL ?? '') !== '')
const { run } = await (waits ? import('./running/cli/beside.ts') : import('./running/cli/index.ts'))
process.exitCode = await run(words, processTerminal())
