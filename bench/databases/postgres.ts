import { createHash } from 'node:crypto'
import pg from 'pg'
import type { Query } from '../../src/catalog/ports/query.ts'
import { postgresDialect } from '../../src/catalog/postgres/read/dialect.ts'
import { tableOf } from '../../src/catalog/postgres/tables/columns.ts'
import { IN_RING } from '../../src/catalog/postgres/tables/functions.ts'
import { pointText } from '../../src/catalog/postgres/tables/points.ts'
import { vectorText } from '../../src/catalog/postgres/tables/words.ts'
import { startServer, type TestServer } from '../../test/postgres/server.ts'
import { CARDS } from '../harness/setting.ts'
import type { Listing, NumberedBuilding } from './listings.ts'
import {
  type Flavour,
  INDEXES,
  LISTING_TABLES,
  type PageRow,
  pageOf,
  pageStatement,
  type Row,
  rowOf,
  type TextPage,
  tablesWith,
} from './page.ts'

/**
 * The fastest settings for short queries on a read-only database with one core: all tables and indexes in memory, no
 * waiting for the disk, no parallel plans, no JIT.
 */
const SETTINGS = {
  listen_addresses: '',
  unix_socket_directories: '/tmp',
  shared_buffers: '2GB',
  effective_cache_size: '8GB',
  work_mem: '128MB',
  maintenance_work_mem: '1GB',
  random_page_cost: '1.0',
  plan_cache_mode: 'force_generic_plan', // measured: replanning for the values costs more than it saves
  max_parallel_workers_per_gather: '0',
  autovacuum: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '8GB',
}

/** Samples have coordinates for every home. */
const FLAVOUR: Flavour = {
  dialect: postgresDialect(() => []),
  sign: '$',
  listOf: 'json_build_array',
  listOfRows: 'json_agg',
}

const TABLES: readonly string[] = [
  'CREATE SCHEMA catalog',
  IN_RING,
  ...tablesWith('place point'),
  'ALTER TABLE card ALTER card SET STORAGE PLAIN', // never compressed: cards are copied, not searched
  ...LISTING_TABLES.map((table) => `CREATE TABLE ${table}_text (zpid int8 PRIMARY KEY, words tsvector)`),
]

const OWN_INDEXES: readonly string[] = LISTING_TABLES.flatMap((table) => [
  `CREATE INDEX ON ${table} USING gist (place)`,
  `CREATE INDEX ON ${table}_text USING gin (words) WITH (fastupdate = off)`,
])

const ROWS_AT_ONCE = 1000

/** A PostgreSQL of the bench's own in a folder, with the listings of a catalogue; connections take turns. */
export class PostgresSearch {
  readonly #server: TestServer
  readonly #pool: pg.Pool
  readonly #rows = new Map<string, Row[]>()
  readonly #names = new Map<string, string>()
  readonly #connections: number

  private constructor(server: TestServer, connections: number) {
    this.#server = server
    this.#connections = connections
    const { username: user, password } = new URL(server.url())
    const where = { host: '/tmp', port: server.port, user, password: decodeURIComponent(password) }
    this.#pool = new pg.Pool({ ...where, database: 'postgres', max: connections, idleTimeoutMillis: 0 })
    this.#pool.on('error', () => {}) // an idle connection hears of the end of the server
  }

  static async open(folder: string, connections: number): Promise<PostgresSearch> {
    return new PostgresSearch(await startServer(SETTINGS, folder), connections)
  }

  async makeTables(): Promise<void> {
    for (const statement of TABLES) await this.#pool.query(statement)
  }

  async add(listing: Listing): Promise<void> {
    const { nth, home, longitude, latitude, words, card } = listing
    const table = tableOf(listing.listingClass)
    const place = longitude === undefined || latitude === undefined ? undefined : pointText(longitude, latitude)
    await this.#put(table, { ...rowOf(listing), place })
    await this.#put(`${table}_text`, { zpid: home.zpid, words: vectorText(words) })
    await this.#put('card', { nth, card })
  }

  addBuilding({ number, part }: NumberedBuilding): Promise<void> {
    return this.#put('building', { number, part })
  }

  async makeIndexes(): Promise<void> {
    for (const table of this.#rows.keys()) await this.#insert(table)
    for (const statement of [...INDEXES, ...OWN_INDEXES, 'VACUUM (FREEZE, ANALYZE)']) await this.#pool.query(statement)
  }

  /** Prepares the statements of these queries on every connection, and runs each once there. */
  async prepare(queries: readonly Query[]): Promise<void> {
    const all = await Promise.all(Array.from({ length: this.#connections }, () => this.#pool.connect()))
    for (const connection of all) for (const query of queries) await connection.query(this.#prepared(query))
    for (const connection of all) connection.release()
  }

  async searchCards(query: Query): Promise<TextPage> {
    const { rows } = await this.#pool.query<PageRow>(this.#prepared(query))
    return pageOf(rows, CARDS)
  }

  async close(): Promise<void> {
    await this.#pool.end()
    await this.#server.stop()
  }

  async #put(table: string, row: Row): Promise<void> {
    const rows = this.#rows.get(table) ?? []
    this.#rows.set(table, rows)
    if (rows.push(row) === ROWS_AT_ONCE) await this.#insert(table)
  }

  async #insert(table: string): Promise<void> {
    const rows = this.#rows.get(table)?.splice(0)
    const text = `INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1)`
    await this.#pool.query(text, [JSON.stringify(rows)])
  }

  /** Names of prepared statements have at most 63 characters. */
  #prepared(query: Query): pg.QueryConfig {
    const { text, values } = pageStatement<unknown>(query, FLAVOUR)
    const name = this.#names.get(text) ?? createHash('sha1').update(text).digest('hex')
    this.#names.set(text, name)
    return { name, text, values: [...values] }
  }
}
