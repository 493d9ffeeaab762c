import { rmSync } from 'node:fs'
import { codeHash, readStamp, type SampleFolder, writeStamp } from './catalogues.ts'
import { startCluster } from './postgres/cluster.ts'
import { PostgresLoader } from './postgres/load.ts'
import { CARDS, TODAY } from './search/setting.ts'
import { ListingReader } from './sql/listings.ts'
import { SqliteLoader } from './sqlite/load.ts'

/** What a database's contents follow beside its sample. */
const LOADED_BY = [
  'bench/sql',
  'src/catalog/postgres',
  'bench/postgres/load.ts',
  'bench/sqlite/load.ts',
  'src/rendering/cards',
]

const LOADING_PORT = 54_330
const LISTINGS_PER_NOTE = 100_000

export function sqlitePath(sample: SampleFolder): string {
  return `${sample.path}listings.sqlite`
}

export function clusterPath(sample: SampleFolder): string {
  return `${sample.path}postgres`
}

/**
 * Both databases hold the listings of the sample, with the cards of the day; those of an earlier run stay where they
 * fit.
 */
export async function ensureDatabases(sample: SampleFolder, note: (text: string) => void): Promise<void> {
  const stamp = `${readStamp(sample.path, 'sample')} ${TODAY} ${CARDS.fingerprint} ${codeHash(LOADED_BY)}`
  if (readStamp(sample.path, 'databases') === stamp) return
  note('Loading the sample into PostgreSQL and SQLite …')
  rmSync(sqlitePath(sample), { force: true })
  rmSync(clusterPath(sample), { recursive: true, force: true })
  const cluster = await startCluster(clusterPath(sample), LOADING_PORT)
  try {
    await load(sample, new SqliteLoader(sqlitePath(sample)), new PostgresLoader(cluster), note)
  } finally {
    await cluster.stop()
  }
  writeStamp(sample.path, 'databases', stamp)
}

async function load(
  sample: SampleFolder,
  sqlite: SqliteLoader,
  postgres: PostgresLoader,
  note: (text: string) => void,
): Promise<void> {
  const reader = new ListingReader(sample.path, CARDS, TODAY)
  await postgres.begin()
  let loaded = 0
  for (const listing of reader.listings()) {
    sqlite.add(listing)
    await postgres.add(listing)
    if (++loaded % LISTINGS_PER_NOTE === 0) note(`  ${loaded.toLocaleString('en-US')} listings`)
  }
  for (const building of reader.buildings()) {
    sqlite.addBuilding(building)
    await postgres.addBuilding(building)
  }
  reader.close()
  note('  indexes')
  sqlite.end()
  await postgres.end()
}
