import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { REGION_COLUMNS, SQL_COLUMNS, tableOf } from '../../src/catalog/postgres/columns.ts'
import { quoted } from '../../src/catalog/postgres/conditions.ts'
import { pointText } from '../../src/catalog/postgres/dialect.ts'
import { inRing } from '../../src/catalog/postgres/in-ring.ts'
import { vectorText } from '../../src/catalog/postgres/words.ts'
import { LISTING_CLASSES, searchPoint } from '../../src/model/home-columns.ts'
import type { Listing, NumberedBuilding } from '../sql/listings.ts'
import type { Cluster } from './cluster.ts'
import type { Connection } from './packages.ts'

const CHUNK_CHARACTERS = 1 << 20

/** Copies rows into one table over its own connection. */
class Copy {
  readonly #stream: Writable
  readonly #connection: Connection
  #lines = ''

  constructor(connection: Connection, stream: Writable) {
    this.#connection = connection
    this.#stream = connection.query(stream)
  }

  async add(values: readonly (string | number | undefined)[]): Promise<void> {
    this.#lines += `${values.map((value) => (value === undefined ? '\\N' : escaped(value))).join('\t')}\n`
    if (this.#lines.length > CHUNK_CHARACTERS) await this.#flush()
  }

  async end(): Promise<void> {
    await this.#flush()
    this.#stream.end()
    await finished(this.#stream)
    await this.#connection.end()
  }

  async #flush(): Promise<void> {
    const lines = this.#lines
    this.#lines = ''
    if (!this.#stream.write(lines)) await once(this.#stream, 'drain')
  }
}

function escaped(value: string | number): string {
  if (typeof value === 'number') return String(value)
  return value.replace(/[\\\t\n\r]/g, (character) => `\\${{ '\t': 't', '\n': 'n', '\r': 'r' }[character] ?? character}`)
}

/** Fills an empty cluster with the listings of a catalogue. */
export class PostgresLoader {
  readonly #cluster: Cluster
  readonly #copies = new Map<string, Copy>()

  constructor(cluster: Cluster) {
    this.#cluster = cluster
  }

  async begin(): Promise<void> {
    const connection = await this.#cluster.connect()
    for (const statement of [...FUNCTIONS, ...TABLES]) await connection.query(statement)
    await connection.end()
    const tables = LISTING_CLASSES.map(tableOf).flatMap((table) => [table, `${table}_text`])
    for (const table of [...tables, 'card', 'building']) {
      const copy = this.#cluster.packages.copyFrom(`COPY ${table} FROM STDIN`)
      this.#copies.set(table, new Copy(await this.#cluster.connect(), copy))
    }
  }

  async add({ home, listingClass, words, building, card }: Listing): Promise<void> {
    const table = tableOf(listingClass)
    const { zpid } = home
    const point = searchPoint(home)
    const place = point && pointText(point.longitude, point.latitude)
    await this.#put(table, [zpid, place, ...SQL_COLUMNS.map((column) => column.of(home)), building])
    await this.#put(`${table}_text`, [zpid, vectorText(words)])
    await this.#put('card', [zpid, card])
  }

  addBuilding({ number, part }: NumberedBuilding): Promise<void> {
    return this.#put('building', [number, part])
  }

  async end(): Promise<void> {
    for (const copy of this.#copies.values()) await copy.end()
    const connection = await this.#cluster.connect()
    for (const statement of [...INDEXES, 'VACUUM (FREEZE, ANALYZE)']) await connection.query(statement)
    await connection.end()
  }

  async #put(table: string, values: readonly (string | number | undefined)[]): Promise<void> {
    await this.#copies.get(table)?.add(values)
  }
}

/** What conditions on polygons call. */
const FUNCTIONS = ['CREATE SCHEMA catalog', inRing('catalog')]

/** One table per class, so the class is not a filter. Rows are narrow: texts and cards have their own tables. */
const TABLES: readonly string[] = [
  ...LISTING_CLASSES.map(tableOf).flatMap((table) => [
    `CREATE UNLOGGED TABLE ${table} (zpid int8, place point,
      ${SQL_COLUMNS.map(({ name, type }) => `${quoted(name)} ${type}`).join(', ')}, building int4)`,
    `CREATE UNLOGGED TABLE ${table}_text (zpid int8, words tsvector)`,
  ]),
  'CREATE UNLOGGED TABLE card (zpid int8, card text)',
  'ALTER TABLE card ALTER card SET STORAGE PLAIN', // never compressed: cards are copied, not searched
  'CREATE UNLOGGED TABLE building (number int4, part text)',
]

/** Indexes on the place alone: measured, adding the price would lose the geographic order of the rows. */
const INDEXES: readonly string[] = [
  ...LISTING_CLASSES.map(tableOf).flatMap((table) => [
    `ALTER TABLE ${table} ADD PRIMARY KEY (zpid)`,
    ...REGION_COLUMNS.map((region) => `CREATE INDEX ON ${table} (${quoted(region)})`),
    `CREATE INDEX ON ${table} USING gist (place)`,
    `CREATE INDEX ON ${table}_text USING gin (words) WITH (fastupdate = off)`,
    `ALTER TABLE ${table}_text ADD PRIMARY KEY (zpid)`,
  ]),
  'ALTER TABLE card ADD PRIMARY KEY (zpid)',
  'ALTER TABLE building ADD PRIMARY KEY (number)',
]
