import { processTerminal } from './cli/process-terminal.ts' // from here on Ctrl-C is ours

/** Entry of the program: `node src/main.ts serve --port-a 9000`, or `./plat serve --port-a 9000`. */
const { run } = await import('./cli/index.ts')
process.exitCode = await run(process.argv.slice(2), processTerminal())
