import type { DatabaseSync } from 'node:sqlite'
import { rowSum } from '../../kit/algorithms/row-sum.ts'
import { systemClock } from '../../kit/base/clock.ts'
import type { UpgradeStep } from '../../kit/store/store-upgrade.ts'

/**
 * Has everything be derived again when the catalogue is opened, by clearing the fingerprint of its cards: for steps
 * after which the tables are the same, but what is derived is not.
 */
function deriveAgain(database: DatabaseSync, onProgress: (done: number, total: number) => void): void {
  const searches = database.prepare("SELECT name, value FROM meta WHERE name LIKE 'search/%'").all()
  const update = database.prepare('UPDATE meta SET value = ?, sum = ? WHERE name = ?')
  searches.forEach(({ name, value }, done) => {
    const cleared = JSON.stringify({ ...JSON.parse(String(value)), cardFingerprint: '' })
    update.run(cleared, rowSum('meta', [String(name), cleared]), String(name))
    onProgress(done + 1, searches.length)
  })
  sumUp(database, 'meta')
}

/** Stores what the rows of a table, or of the schema itself, add up to. */
function storeSum(database: DatabaseSync, table: string, rows: number, digest: number): void {
  database
    .prepare('INSERT OR REPLACE INTO table_sum (rows, digest, sum, name) VALUES (?, ?, ?, ?)')
    .run(rows, digest, rowSum('table_sum', [table, rows, digest]), table)
}

/** Call it after a step that creates or drops tables or indexes. */
function storeSchemaSum(database: DatabaseSync): void {
  const schema = database.prepare('SELECT type, name, tbl_name, rootpage, sql FROM sqlite_schema').all()
  const sums = schema.map((row) => rowSum('sqlite_schema', Object.values(row) as (string | number | null)[])) // as SQLite describes it
  const digest = sums.reduce((total, sum) => total + sum, 0)
  storeSum(database, 'sqlite_schema', schema.length, digest)
}

/** The oldest format that is upgraded; older files are refused. */
const OLDEST = 12

/**
 * Steps that change the layout, by the format that they start from. A step is never changed once released, and spells
 * out the tables that it reads and creates, because the schema may have changed since.
 */
const OF_LAYOUT: ReadonlyMap<number, UpgradeStep['run']> = new Map([
  [16, keepLinesOfBuildings],
  [17, numberRecords],
  [18, beginLog],
  [19, addShapes],
  [22, partWithheld],
])

/** Keeps the lines of buildings alone: those of homes become arrays. */
function keepLinesOfBuildings(database: DatabaseSync, onProgress: (done: number, total: number) => void): void {
  database.exec(`CREATE TABLE building_line (
      line TEXT NOT NULL, id TEXT NOT NULL, PRIMARY KEY (line, id)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO building_line
      SELECT line, id FROM address_line JOIN address_book USING (entry) WHERE kind = 'building';
    CREATE INDEX building_line_id ON building_line (id);
    DROP TABLE address_line`)
  storeSchemaSum(database)
  deriveAgain(database, onProgress)
}

/**
 * Numbers all records there are: each has a millisecond of its own before this moment. What they hold is counted when
 * everything is derived again.
 */
function numberRecords(database: DatabaseSync, onProgress: (done: number, total: number) => void): void {
  let next = 1
  for (const [noun, type] of [
    ['home', 'INTEGER'],
    ['offer', 'INTEGER'],
    ['agent', 'TEXT'],
    ['office', 'TEXT'],
  ] as const) {
    const table = `${noun}_change`
    database.exec(`CREATE TABLE ${table} (
      sequence INTEGER PRIMARY KEY, id ${type} NOT NULL,
      is_gone INTEGER NOT NULL, sum INTEGER NOT NULL, UNIQUE (id, is_gone)
    ) STRICT`)
    const insert = database.prepare(`INSERT INTO ${table} (sequence, id, is_gone, sum) VALUES (?, ?, 0, ?)`)
    let [rows, digest] = [0, 0]
    for (const { id } of database.prepare(`SELECT id FROM ${noun} ORDER BY id`).iterate()) {
      const key = type === 'TEXT' ? String(id) : Number(id)
      const sum = rowSum(table, [next, key, 0])
      insert.run(next, key, sum)
      next += 1000
      rows++
      digest = (digest + sum) % 2 ** 48
    }
    storeSum(database, table, rows, digest)
  }
  const base = String(systemClock.now() * 1000 - next)
  database
    .prepare('INSERT INTO meta (name, value, sum) VALUES (?, ?, ?)')
    .run('sequenceBase', base, rowSum('meta', ['sequenceBase', base]))
  storeSchemaSum(database)
  deriveAgain(database, onProgress) // which sums up `meta`, too
}

/** Begins the log of changes behind the last one there was. */
function beginLog(database: DatabaseSync, onProgress: (done: number, total: number) => void): void {
  database.exec(`CREATE TABLE change_log (
      sequence INTEGER PRIMARY KEY, noun INTEGER NOT NULL, id ANY NOT NULL, kinds INTEGER NOT NULL, undo BLOB NOT NULL,
      sum INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX change_log_record ON change_log (id, noun, sequence)`)
  const lasts = ['home', 'offer', 'agent', 'office'].map((noun) =>
    Number(database.prepare(`SELECT max(sequence) AS last FROM ${noun}_change`).get()?.last ?? 0),
  )
  const base = Number(database.prepare("SELECT value FROM meta WHERE name = 'sequenceBase'").get()?.value)
  const after = String(base + Math.max(...lasts))
  database
    .prepare('INSERT INTO meta (name, value, sum) VALUES (?, ?, ?)')
    .run('logAfter', after, rowSum('meta', ['logAfter', after]))
  storeSum(database, 'change_log', 0, 0)
  storeSchemaSum(database)
  deriveAgain(database, onProgress) // which sums up `meta`, too
}

/** Adds the table of the features of layers. */
function addShapes(database: DatabaseSync, onProgress: (done: number, total: number) => void): void {
  database.exec('CREATE TABLE shape (id TEXT NOT NULL UNIQUE, record TEXT NOT NULL, sum INTEGER NOT NULL) STRICT')
  storeSum(database, 'shape', 0, 0)
  storeSchemaSum(database)
  deriveAgain(database, onProgress)
}

type Part = Record<string, unknown>

/** Leaves of withheld homes what callers may see, and moves the whole records to those of sources. */
function partWithheld(database: DatabaseSync, onProgress: (done: number, total: number) => void): void {
  const hasRecords = database.prepare('SELECT 1 FROM source_home WHERE home = ?')
  const insert = database.prepare('INSERT INTO source_home (id, home, record, sum) VALUES (?, ?, ?, ?)')
  const update = database.prepare('UPDATE home SET record = ?, sum = ? WHERE id = ?')
  const withheld = database.prepare(`SELECT id, record FROM home WHERE record LIKE '%"undisclosed":true%'`).all()
  for (const row of withheld) {
    const [id, whole] = [Number(row.id), String(row.record)]
    const home: Part & { readonly address: Part; readonly facts: Part } = JSON.parse(whole)
    if (home.address.undisclosed !== true) continue
    if (hasRecords.get(id) === undefined) {
      const json = `{"record":${whole}}`
      insert.run(id, id, json, rowSum('source_home', [id, id, json]))
    }
    home.sourceKey = ''
    home.address.streetAddress = ''
    for (const key of ['point', 'lotId', 'parcelNumber', 'layers']) delete home[key]
    for (const key of ['censusTract', 'neighborhood', 'community', 'subdivision']) delete home.address[key]
    delete home.facts.other
    const shown = JSON.stringify(home)
    update.run(shown, rowSum('home', [id, shown]), id)
  }
  for (const table of ['home', 'source_home']) sumUp(database, table)
  deriveAgain(database, onProgress)
}

/** Stores what the rows of a table add up to. */
function sumUp(database: DatabaseSync, table: string): void {
  let [rows, digest] = [0, 0]
  for (const { sum } of database.prepare(`SELECT sum FROM ${table}`).iterate()) {
    rows++
    digest = (digest + Number(sum)) % 2 ** 48
  }
  storeSum(database, table, rows, digest)
}

/** Upgrades to a format, one version each. Where the layout stays as it is, everything is derived again. */
export function catalogSteps(version: number): readonly UpgradeStep[] {
  return Array.from({ length: version - OLDEST }, (_, i) => ({
    from: OLDEST + i,
    run: OF_LAYOUT.get(OLDEST + i) ?? deriveAgain,
  }))
}
