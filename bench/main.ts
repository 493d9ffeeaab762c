import { enableCompileCache } from 'node:module'

/** What a bench is called on the command line, and what it measures. */
interface Bench {
  readonly summary: string
  run(args: readonly string[]): Promise<void>
}

const BENCHES: Readonly<Record<string, Bench>> = {
  search: {
    summary: 'searches over HTTP and in process, beside PostgreSQL, SQLite and a bare server',
    run: async (args) => (await import('./search.ts')).benchSearch(args),
  },
  postgres: {
    summary: 'a catalogue in PostgreSQL, by kind of question, beside SQL by hand and a file; what it takes on the disk',
    run: async (args) => (await import('./postgres.ts')).benchPostgres(args),
  },
  service: {
    summary: 'the real program over HTTP, operation by operation, beside bare servers',
    run: async (args) => (await import('./service.ts')).benchService(args),
  },
  compare: {
    summary: 'another bench on two commits in turn: COMMIT COMMIT BENCH [options]',
    run: async (args) => (await import('./compare.ts')).benchCompare(args),
  },
  gzip: {
    summary: 'searches as gzip beside the same plain, in process and over HTTP',
    run: async (args) => (await import('./gzip.ts')).benchGzip(args),
  },
  comparables: {
    summary: 'what the comparables of real sales say of prices that they do not know',
    run: async (args) => (await import('./comparables.ts')).benchComparables(args),
  },
  valuation: {
    summary: 'what estimates of real sales are worth that were trained before them: errors, intervals, costs',
    run: async (args) => (await import('./valuation.ts')).benchValuation(args),
  },
  completion: {
    summary: 'what is found of addresses and places while they are typed, with slips too, and how soon',
    run: async (args) => (await import('./completion.ts')).benchCompletion(args),
  },
  'around-a-home': {
    summary: 'what lies around a home, operation by operation, in process',
    run: async (args) => (await import('./around-a-home.ts')).benchAroundAHome(args),
  },
  life: {
    summary: 'what a request costs beside node:http and what is done for it, stage by stage, in process',
    run: async (args) => (await import('./life.ts')).benchLife(args),
  },
  portals: {
    summary: 'searches of areas B and C in process',
    run: async (args) => (await import('./portals.ts')).benchPortals(args),
  },
  workers: {
    summary: 'one thread that answers calls beside several',
    run: async (args) => (await import('./workers.ts')).benchWorkers(args),
  },
  metering: {
    summary: 'what key, rate and credits cost a call, alone and as a share of it over HTTP',
    run: async (args) => (await import('./metering.ts')).benchMetering(args),
  },
  import: {
    summary: 'the first import of house sales by the real command: time, memory, bytes a home',
    run: async (args) => (await import('./import.ts')).benchImport(args),
  },
  engine: {
    summary: 'the search engine alone, without catalogue and cards',
    run: async (args) => (await import('./engine.ts')).benchEngine(args),
  },
  addresses: {
    summary: 'known addresses, each written in many ways: how many are found, and how fast',
    run: async (args) => (await import('./addresses.ts')).benchAddresses(args),
  },
  'one-home': {
    summary: 'how well and how fast records of planted duplicates find the homes that they are',
    run: async (args) => (await import('./one-home.ts')).benchOneHome(args),
  },
  changes: {
    summary: 'new rows into a large catalogue while it is served: until they are found, and how long calls wait',
    run: async (args) => (await import('./changes.ts')).benchChanges(args),
  },
  'own-copy': {
    summary: 'what a loop of its own for each type of array is worth to the engine',
    run: async (args) => (await import('./own-copy.ts')).benchOwnCopy(args),
  },
}

/** `npm run bench -- NAME [options]`; every bench takes `--json`. */
enableCompileCache()
const [name = '', ...args] = process.argv.slice(2)
const bench = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined
if (bench) await bench.run(args).catch(refuseUsage)
else {
  const list = Object.entries(BENCHES).map(([each, { summary }]) => `  ${each.padEnd(14)} ${summary}\n`)
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
