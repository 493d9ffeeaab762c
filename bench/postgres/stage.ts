import pg from 'pg'
import { Database } from '../../src/base/postgres/database.ts'
import { migrate } from '../../src/base/postgres/migrations.ts'
import type { Catalog } from '../../src/catalog/catalog.ts'
import type { CatalogWriter } from '../../src/catalog/catalog-writer.ts'
import { NO_CATALOG } from '../../src/catalog/no-catalog.ts'
import { openCatalog } from '../../src/catalog/open.ts'
import type { CatalogKind } from '../../src/catalog/open-writer.ts'
import { PostgresCatalog } from '../../src/catalog/postgres/catalog.ts'
import { CATALOG_PART } from '../../src/catalog/postgres/schema.ts'
import { PostgresWriter } from '../../src/catalog/postgres/writer.ts'
import { nobody } from '../../src/catalog/withheld.ts'
import { makeSample } from '../../src/sample/sample.ts'
import { type KnownHome, knownHome } from '../../test/postgres/kinds.ts'
import { startServer, type TestServer, whyNoServer } from '../../test/postgres/server.ts'
import type { SampleFolder } from '../catalogues.ts'
import { untilChecked } from '../checked.ts'
import type { Figures } from '../figures.ts'
import { benchLog, CARDS, NOW_MS } from '../search/setting.ts'
import { cpuSeconds } from '../service/process-figures.ts'

/** A server of 8 GB for reading: what is asked fits into its memory. What is slow there is not the disk. */
export const SETTINGS = {
  shared_buffers: '2GB',
  effective_cache_size: '6GB',
  work_mem: '32MB',
  maintenance_work_mem: '512MB',
  random_page_cost: '1.1',
  max_wal_size: '8GB',
  max_parallel_workers_per_gather: '0',
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track_planning': 'on',
}

/** Questions under way at once, each on a connection of its own. */
export const LANES = 4

export const PATIENCE_MS = 3_600_000
const BARE = 'by hand'

export interface Stage {
  readonly server: TestServer
  readonly url: string
  readonly figures: Figures
  readonly homes: number
  readonly rounds: number
  readonly embedded: Catalog
  readonly postgres: PostgresCatalog
  /** Connections of `pg` itself, as many as there are lanes. */
  readonly bare: readonly pg.Client[]
  readonly known: readonly KnownHome[]
  end(): Promise<void>
}

/** The same sample in a file and in a PostgreSQL of its own, which is gone afterwards. */
export async function openStage(sample: SampleFolder, seed: number, rounds: number, figures: Figures): Promise<Stage> {
  const why = await whyNoServer()
  if (why !== false) throw new RangeError(`Cannot run bench "postgres": ${why}.`)
  const server = await startServer(SETTINGS)
  try {
    const url = server.url()
    await load(url, sample.homes, seed, figures)
    const options = { url, connections: LANES, statementMs: PATIENCE_MS }
    const shared = { cards: CARDS, withheld: nobody, log: benchLog }
    const postgres = await PostgresCatalog.open({ database: await Database.open(options), ...shared })
    const bare = await Promise.all(Array.from({ length: LANES }, () => connect(url)))
    const embedded = openCatalog(sample.path, benchLog, CARDS)
    await untilChecked(embedded)
    const known = await knownHomes(bare)
    return {
      ...{ server, url, figures, homes: sample.homes, rounds, embedded, postgres, bare, known },
      async end() {
        embedded.close()
        await postgres.close()
        for (const client of bare) await client.end()
        await server.remove()
      },
    }
  } catch (error) {
    await server.remove()
    throw error
  }
}

async function load(url: string, homes: number, seed: number, figures: Figures): Promise<void> {
  figures.heading('Import')
  const database = await Database.open({ url, statementMs: PATIENCE_MS })
  await migrate(database, CATALOG_PART)
  await database.query({ name: 'statements', text: 'CREATE EXTENSION pg_stat_statements' })
  const invented = await filling(NO_CATALOG, homes, seed)
  const filled = await filling(writerTo(url, 'imported'), homes, seed)
  figures.add('sample of as many homes, from the first record to the commit', filled.seconds, 's')
  figures.add('homes a second', homes / filled.seconds, '/s')
  figures.add('processor time of Node', filled.cpuS, 's')
  figures.add('of it inventing the homes', invented.cpuS, 's')
  const vacuumMs = performance.now()
  await database.query({ name: 'vacuum', text: 'VACUUM (FREEZE, ANALYZE)' })
  figures.add('VACUUM (FREEZE, ANALYZE) afterwards', (performance.now() - vacuumMs) / 1000, 's')
  await database.close()
}

export interface Filled {
  readonly seconds: number
  /** Of this process. */
  readonly cpuS: number
}

/** Writes the sample. */
export async function filling(writer: CatalogWriter, homes: number, seed: number): Promise<Filled> {
  const [startMs, cpu] = [performance.now(), process.cpuUsage()]
  await makeSample(writer, { homes, seed, nowMs: NOW_MS })
  const { user, system } = process.cpuUsage(cpu)
  return { seconds: (performance.now() - startMs) / 1000, cpuS: (user + system) / 1e6 }
}

/** Into tables that are there. What homes are worth is learnt from an import, and not from a sample. */
export function writerTo(url: string, kind: CatalogKind): PostgresWriter {
  const [newCatalogId, newSecret] = [() => '0'.repeat(16), () => 'of the bench']
  return new PostgresWriter({ url, cards: CARDS, kind, newCatalogId, newSecret })
}

export async function connect(url: string): Promise<pg.Client> {
  const options = '-c plan_cache_mode=force_generic_plan'
  const client = new pg.Client({ connectionString: url, application_name: BARE, options })
  await client.connect()
  return client
}

/** Spread over all places. */
async function knownHomes([client]: readonly pg.Client[]): Promise<readonly KnownHome[]> {
  const { rows = [] } =
    (await client?.query(`SELECT record FROM catalog.for_sale JOIN catalog.home ON id = zpid
      WHERE neighborhood IS NOT NULL AND place IS NOT NULL ORDER BY md5(zpid::text) LIMIT 200`)) ?? {}
  return rows.flatMap(({ record }) => knownHome(JSON.parse(record)) ?? []).slice(0, 40)
}

/** Processor time so far, in milliseconds. */
export interface Spent {
  readonly node: number
  readonly server: number
}

/** Of this process, and of the server's processes that serve the ports, or the bare connections. */
export async function spent({ bare }: Pick<Stage, 'bare'>, whose: 'ports' | 'bare'): Promise<Spent> {
  const { rows = [] } =
    (await bare[0]?.query(`SELECT pid FROM pg_stat_activity WHERE application_name = $1`, [
      whose === 'bare' ? BARE : 'plat',
    ])) ?? {}
  const { user, system } = process.cpuUsage()
  return { node: (user + system) / 1000, server: rows.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0) * 1000 }
}

/** What as many questions took, each on one of the lanes. */
export interface Took {
  readonly seconds: number
  readonly spent: Spent
}

export type Question = (lane: number) => Promise<unknown>

/** Asks all questions, `LANES` at a time. */
export async function asked(stage: Stage, whose: 'ports' | 'bare', questions: readonly Question[]): Promise<Took> {
  const before = await spent(stage, whose)
  const seconds = await secondsOf(questions)
  const after = await spent(stage, whose)
  return { seconds, spent: { node: after.node - before.node, server: after.server - before.server } }
}

/** Of all questions, `LANES` at a time. */
export async function secondsOf(questions: readonly Question[]): Promise<number> {
  const startMs = performance.now()
  let next = 0
  await Promise.all(
    Array.from({ length: LANES }, async (_, lane) => {
      for (let i = next++; i < questions.length; i = next++) await questions[i]?.(lane)
    }),
  )
  return (performance.now() - startMs) / 1000
}
