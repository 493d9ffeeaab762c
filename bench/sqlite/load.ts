import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { REGION_COLUMNS, SQL_COLUMNS, tableOf } from '../../src/catalog/postgres/columns.ts'
import { quoted } from '../../src/catalog/postgres/conditions.ts'
import { LISTING_CLASSES, searchPoint } from '../../src/model/home-columns.ts'
import type { Listing, NumberedBuilding } from '../sql/listings.ts'

/** Fills a new file with the listings of a catalogue. */
export class SqliteLoader {
  readonly #database: DatabaseSync
  readonly #inserts = new Map<string, StatementSync>()
  #row = 0

  constructor(path: string) {
    this.#database = new DatabaseSync(path)
    this.#database.exec('PRAGMA page_size = 16384; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN')
    for (const statement of TABLES) this.#database.exec(statement)
  }

  add({ home, listingClass, words, building, card }: Listing): void {
    const table = tableOf(listingClass)
    const row = ++this.#row
    const { longitude, latitude } = searchPoint(home) ?? {}
    const values = SQL_COLUMNS.map((column) => column.of(home))
    this.#put(table, [row, home.zpid, longitude, latitude, ...values, building])
    this.#put(`${table}_text`, [row, textOf(words)], '(rowid, words)')
    if (longitude !== undefined) this.#put(`${table}_place`, [row, longitude, longitude, latitude, latitude])
    this.#put('card', [row, card])
  }

  addBuilding({ number, part }: NumberedBuilding): void {
    this.#put('building', [number, part])
  }

  end(): void {
    for (const statement of INDEXES) this.#database.exec(statement)
    this.#database.exec('COMMIT; ANALYZE')
    this.#database.close()
  }

  #put(table: string, values: readonly (string | number | undefined)[], columns = ''): void {
    let insert = this.#inserts.get(table)
    if (insert === undefined) {
      insert = this.#database.prepare(`INSERT INTO ${table} ${columns} VALUES (${values.map(() => '?').join(', ')})`)
      this.#inserts.set(table, insert)
    }
    insert.run(...values.map((value) => value ?? null))
  }
}

/** Between texts stands a word of its own, so that no phrase runs from one into the next. */
function textOf(texts: readonly (readonly string[])[]): string {
  return texts.map((words) => words.join(' ')).join(' | ')
}

/** `row` is the place along the curve: what is close on the ground is close in the file. */
const TABLES: readonly string[] = [
  ...LISTING_CLASSES.map(tableOf).flatMap((table) => [
    `CREATE TABLE ${table} (row INTEGER PRIMARY KEY, zpid INTEGER, longitude REAL, latitude REAL,
      ${SQL_COLUMNS.map(({ name, type }) => `${quoted(name)} ${type === 'float8' ? 'REAL' : 'INTEGER'}`).join(', ')},
      building INTEGER)`,
    `CREATE VIRTUAL TABLE ${table}_place USING rtree (id, west, east, south, north)`,
    `CREATE VIRTUAL TABLE ${table}_text USING fts5 (words, content='',
      tokenize="unicode61 remove_diacritics 0 tokenchars '|'")`,
  ]),
  'CREATE TABLE card (row INTEGER PRIMARY KEY, card TEXT)',
  'CREATE TABLE building (number INTEGER PRIMARY KEY, part TEXT)',
]

/**
 * Indexes of places by themselves: measured, prices beside them cost the order of the rows, which is that of the
 * ground.
 */
const INDEXES: readonly string[] = LISTING_CLASSES.map(tableOf).flatMap((table) => [
  `CREATE UNIQUE INDEX ${table}_zpid ON ${table} (zpid)`,
  ...REGION_COLUMNS.map((region) => `CREATE INDEX ${table}_${region} ON ${table} (${quoted(region)})`),
])
