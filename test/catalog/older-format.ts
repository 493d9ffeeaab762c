import { DatabaseSync } from 'node:sqlite'
import { arrayWriter } from '../../src/catalog/embedded/arrays.ts'
import { CATALOG_FORMAT } from '../../src/catalog/embedded/format.ts'
import { readSegments } from '../../src/catalog/embedded/segments.ts'
import { TableSums } from '../../src/catalog/embedded/table-sums.ts'

export const OLDER_FORMAT = CATALOG_FORMAT.version - 1

/** Makes of a catalogue one of the format before, which kept the lines of all addresses in one table. */
export function makeOlder(path: string): void {
  const database = new DatabaseSync(path)
  const sums = new TableSums(database)
  const [base] = readSegments(database, 'home').segments
  arrayWriter(database, sums)(`${base?.name}/packed/0`, Buffer.from('an array that this format does not know'))
  database.exec(`CREATE TABLE address_line (
      entry INTEGER NOT NULL, line TEXT NOT NULL, PRIMARY KEY (entry, line)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO address_line
      SELECT entry, line FROM building_line JOIN address_book USING (id)
      UNION SELECT entry, lower(display) FROM address_book;
    DROP TABLE building_line;
    PRAGMA user_version = ${OLDER_FORMAT}`)
  sums.store()
  database.close()
}
