import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { madeOnce } from '../harness/catalogues.ts'
import type { Figures } from '../harness/figures.ts'
import { readListings } from './listings.ts'
import { PostgresSearch } from './postgres.ts'
import { SqliteLoader } from './sqlite.ts'

/** The folder of a sample, where its databases are. */
export function sqlitePath(sample: string): string {
  return join(sample, 'listings.sqlite')
}

export function postgresPath(sample: string): string {
  return join(sample, 'postgres')
}

/** Code that decides what the databases hold: the sample's, and how listings are written into tables. */
const LOADED_BY = ['src/intake/sample', 'src/model', 'src/catalog', 'src/service/rendering', 'bench/databases']

/** Both databases hold the listings of the sample, with the cards of the day; those of an earlier run stay. */
export async function ensureDatabases(sample: string, figures: Figures): Promise<void> {
  await madeOnce(sample, 'databases', LOADED_BY, async () => {
    figures.note('Loading the sample into PostgreSQL and SQLite …')
    rmSync(sqlitePath(sample), { force: true })
    rmSync(postgresPath(sample), { recursive: true, force: true })
    const postgres = await PostgresSearch.open(postgresPath(sample), 1)
    try {
      await load(sample, new SqliteLoader(sqlitePath(sample)), postgres)
    } finally {
      await postgres.close()
    }
  })
}

async function load(sample: string, sqlite: SqliteLoader, postgres: PostgresSearch): Promise<void> {
  await postgres.makeTables()
  const { listings, buildings } = readListings(sample)
  for (const listing of listings) {
    sqlite.add(listing)
    await postgres.add(listing)
  }
  for (const building of buildings) {
    sqlite.addBuilding(building)
    await postgres.addBuilding(building)
  }
  sqlite.end()
  await postgres.makeIndexes()
}
