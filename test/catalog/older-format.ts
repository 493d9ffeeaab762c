import { DatabaseSync } from 'node:sqlite'
import { arrayWriter } from '../../src/catalog/embedded/arrays.ts'
import { CATALOG_FORMAT } from '../../src/catalog/embedded/format.ts'
import { readSegments } from '../../src/catalog/embedded/segments.ts'
import { TableSums } from '../../src/catalog/embedded/table-sums.ts'

export const OLDER_FORMAT = CATALOG_FORMAT.version - 1

/** Makes of a catalogue one of the format before, which kept each card a second time. */
export function makeOlder(path: string): void {
  const database = new DatabaseSync(path)
  const sums = new TableSums(database)
  const [base] = readSegments(database, 'home').segments
  arrayWriter(database, sums)(`${base?.name}/packed/0`, Buffer.from('cards'))
  sums.store()
  database.exec(`PRAGMA user_version = ${OLDER_FORMAT}`)
  database.close()
}
