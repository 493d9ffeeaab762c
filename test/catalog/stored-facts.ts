import { DatabaseSync } from 'node:sqlite'
import { NO_ROWS, storeRows } from '../../src/catalog/embedded/derived-rows.ts'
import { CATALOG_FORMAT } from '../../src/catalog/embedded/format.ts'
import { FactReader } from '../../src/catalog/embedded/market/fact-reader.ts'
import { factTables } from '../../src/catalog/embedded/market/fact-store.ts'
import { FactTally } from '../../src/catalog/facts/fact-tally.ts'
import { homeFacts } from '../../src/catalog/facts/home-facts.ts'
import type { Home } from '../../src/model/home.ts'
import { RegionTally } from '../../src/places/regions/regions.ts'

/** Returns market facts of homes, written and read as in a catalog, but in memory. */
export function storedFacts(homes: readonly Home[]): FactReader {
  const database = new DatabaseSync(':memory:')
  database.exec(CATALOG_FORMAT.schema)
  const [regions, facts] = [new RegionTally(), new FactTally()]
  for (const home of homes) facts.add({ place: regions.add(home), facts: homeFacts(home) })
  storeRows(database, { ...NO_ROWS, tables: factTables(facts, regions.keysOfPlaces()) })
  return new FactReader(database)
}
