import { enableCompileCache } from 'node:module'
import { dirname } from 'node:path'

/** Entry of the program: `node src/main.ts serve --port-a 9000`, or `./plat serve --port-a 9000`. */
const { directory } = enableCompileCache()
// Threads look for it there: reading and compiling everything anew would cost each of them a third of a second
if (directory !== undefined) process.env.NODE_COMPILE_CACHE ??= dirname(directory)
const [{ run }, { processTerminal }] = await Promise.all([
  import('./cli/index.ts'),
  import('./cli/process-terminal.ts'), // from here on Ctrl-C is ours
])
process.exitCode = await run(process.argv.slice(2), processTerminal())
