import { enableCompileCache, getCompileCacheDir } from 'node:module'

/** Entry of the program: `node src/main.ts serve --port-a 9000`, or `./plat serve --port-a 9000`. */
enableCompileCache()
process.env.NODE_COMPILE_CACHE ??= getCompileCacheDir() // threads then start from it as well
const [{ run }, { processTerminal }] = await Promise.all([
  import('./cli/index.ts'),
  import('./cli/process-terminal.ts'), // from here on Ctrl-C is ours
])
process.exitCode = await run(process.argv.slice(2), processTerminal())
