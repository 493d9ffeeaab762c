import { enableCompileCache } from 'node:module'
import type { Bench } from './harness/bench.ts'

/** By its name on the command line, what a bench measures, and where it is. */
const BENCHES: Readonly<Record<string, readonly [summary: string, load: () => Promise<{ readonly run: Bench }>]>> = {
  search: ['searches in process, beside SQLite', () => import('./search.ts')],
  'as-of': ['searches as of days of the past, beside those of today', () => import('./as-of.ts')],
  facets: ['searches with all facets beside those alone, over HTTP', () => import('./facets.ts')],
  service: ['the real program over HTTP, operation by operation', () => import('./service.ts')],
  calls: ['reads, processor time, calls a second and bytes on the wire of every operation', () => import('./calls.ts')],
  metering: ['keys, rates and credits alone, over a folder or PostgreSQL', () => import('./metering.ts')],
  changes: ['new rows into a catalogue that is served: until they are found', () => import('./changes.ts')],
  import: ['a first import by the real command: time, memory, bytes a home', () => import('./import.ts')],
  valuation: ['estimates of real sales, trained before them', () => import('./valuation.ts')],
  grid: ['requests of a data grid as a RESO Web API answers them', () => import('./grid.ts')],
  tiles: ['tiles of a map that is panned and zoomed, over HTTP', () => import('./tiles.ts')],
  agents: [
    'questions and malformed calls to the tools for agents, or a model that asks these',
    () => import('./agents.ts'),
  ],
  addresses: ['known addresses, each written in many ways', () => import('./addresses.ts')],
  compare: ['another bench on two commits in turn: COMMIT COMMIT BENCH', () => import('./compare.ts')],
}

/** `npm run bench -- NAME [options]`; every bench takes `--json`. */
enableCompileCache()
const [name = '', ...words] = process.argv.slice(2)
const [, load] = (Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined) ?? []
if (load) await load().then(({ run }) => run(words).catch(refuseUsage))
else {
  const list = Object.entries(BENCHES).map(([each, [summary]]) => `  ${each.padEnd(14)} ${summary}\n`)
  process.stderr.write(`Cannot run bench "${name}": accepted are\n${list.join('')}`)
  process.exitCode = 64
}

/** Options that cannot be read are told in one line; whatever else goes wrong keeps its stack. */
function refuseUsage(error: unknown): void {
  const isUsage = error instanceof RangeError || (error instanceof TypeError && 'code' in error)
  if (!isUsage) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 64
}
