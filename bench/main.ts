import { enableCompileCache } from 'node:module'
import type { Bench } from './harness/bench.ts'

/** The benches by name. Each has a summary, and a function that loads its module. */
const BENCHES: Readonly<Record<string, readonly [summary: string, load: () => Promise<{ readonly run: Bench }>]>> = {
  peers: ['searches, compared with SQLite, PostGIS and DuckDB', () => import('./peers.ts')],
  'as-of': ['searches as of past days, compared with today', () => import('./as-of.ts')],
  facets: ['searches with all facets, compared with none, over HTTP', () => import('./facets.ts')],
  service: ['the real program over HTTP, operation by operation', () => import('./service.ts')],
  calls: ['reads, processor time, calls per second and bytes sent, by operation', () => import('./calls.ts')],
  metering: ['keys, rates and credits alone, over a folder or PostgreSQL', () => import('./metering.ts')],
  changes: ['time until new rows are found in a catalog that is being served', () => import('./changes.ts')],
  import: ['a first import with the real command: time, memory, bytes per home', () => import('./import.ts')],
  valuation: ['estimates of real sales, trained on earlier ones', () => import('./valuation.ts')],
  grid: ['requests of a data grid as a RESO Web API answers them', () => import('./grid.ts')],
  tiles: ['tiles of a map that is panned and zoomed, over HTTP', () => import('./tiles.ts')],
  agents: [
    'questions and malformed calls to the tools for agents, or a model that asks these',
    () => import('./agents.ts'),
  ],
  addresses: ['lookups of known addresses, written in many ways', () => import('./addresses.ts')],
  compare: ['another bench on two commits in turn: COMMIT COMMIT BENCH', () => import('./compare.ts')],
}

/** The command `npm run bench -- NAME [options]`. */
enableCompileCache()
const [name = '', ...words] = process.argv.slice(2)
const [, load] = (Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined) ?? []
if (load) await load().then(({ run }) => run(words).catch(refuseUsage))
else {
  const list = Object.entries(BENCHES).map(([each, [summary]]) => `  ${each.padEnd(14)} ${summary}\n`)
  process.stderr.write(`There is no bench "${name}". The benches are:\n${list.join('')}`)
  process.exitCode = 64
}

/** Prints an error about options as one line. Prints any other error with its stack. */
function refuseUsage(error: unknown): void {
  const isUsage = error instanceof RangeError || (error instanceof TypeError && 'code' in error)
  if (!isUsage) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 64
}
