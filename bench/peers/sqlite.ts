import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { edgesOf, isInside } from '../../src/catalog/engine/predicates/polygon-edges.ts'
import type { PolygonNode, Query, WordsNode } from '../../src/catalog/ports/query.ts'
import { allHold, type Bind, FALSE } from '../../src/catalog/postgres/read/conditions.ts'
import { boxOrAnywhere, withinCircle } from '../../src/catalog/postgres/read/dialect.ts'
import { quoted, tableOf } from '../../src/catalog/postgres/tables/columns.ts'
import { CARDS } from '../harness/setting.ts'
import { type Listing, type NumberedBuilding, readListings } from './listings.ts'
import {
  type Box,
  bounds,
  INDEXES,
  inBox,
  LISTING_TABLES,
  type Page,
  type PageRow,
  type PeerDialect,
  pageOf,
  pageStatement,
  type Row,
  rowOf,
  tables,
  within,
} from './page.ts'
import type { Peer, PeerSearch } from './peer.ts'

/** Tables that SQLite searches by place and by words. */
const FOUND_BY: readonly string[] = LISTING_TABLES.flatMap((table) => [
  `CREATE VIRTUAL TABLE ${table}_place USING rtree (id, west, east, south, north)`,
  `CREATE VIRTUAL TABLE ${table}_text USING fts5 (words, content='',
    tokenize="unicode61 remove_diacritics 0 tokenchars '|'")`,
])

const FILE = 'listings.sqlite'

export const SQLITE: Peer = {
  async load(folder, dataDir) {
    const loader = new SqliteLoader(join(folder, FILE))
    const { listings, buildings } = readListings(dataDir)
    let tookMs = 0
    const timed = (work: () => void) => {
      const startMs = performance.now()
      work()
      tookMs += performance.now() - startMs
    }
    for (const listing of listings) timed(() => loader.add(listing))
    for (const building of buildings) timed(() => loader.addBuilding(building))
    timed(() => loader.end())
    return tookMs
  },
  open: async (folder) => new SqliteSearch(join(folder, FILE)),
}

class SqliteLoader {
  readonly #database: DatabaseSync
  readonly #inserts = new Map<string, StatementSync>()

  constructor(path: string) {
    this.#database = new DatabaseSync(path)
    this.#database.exec('PRAGMA page_size = 16384; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN')
    for (const statement of [...tables(''), ...FOUND_BY]) this.#database.exec(statement)
  }

  add(listing: Listing): void {
    const { nth, longitude, latitude, words, card } = listing
    const table = tableOf(listing.listingClass)
    this.#put(table, rowOf(listing))
    // `|` becomes a word between two texts, so that no phrase spans two texts
    this.#put(`${table}_text`, { rowid: nth, words: words.map((text) => text.join(' ')).join(' | ') })
    if (longitude !== undefined && latitude !== undefined)
      this.#put(`${table}_place`, { id: nth, west: longitude, east: longitude, south: latitude, north: latitude })
    this.#put('card', { nth, card })
  }

  addBuilding({ number, part }: NumberedBuilding): void {
    this.#put('building', { number, part })
  }

  end(): void {
    for (const statement of INDEXES) this.#database.exec(statement)
    this.#database.exec('COMMIT; ANALYZE')
    this.#database.close()
  }

  #put(table: string, row: Row): void {
    const columns = Object.keys(row)
    let insert = this.#inserts.get(table)
    if (insert === undefined) {
      const names = columns.map(quoted).join(', ')
      insert = this.#database.prepare(`INSERT INTO ${table} (${names}) VALUES (${columns.map(() => '?').join(', ')})`)
      this.#inserts.set(table, insert)
    }
    insert.run(...Object.values(row).map((value) => value ?? null))
  }
}

/** Prepares every statement only once. */
class SqliteSearch implements PeerSearch {
  readonly #database: DatabaseSync
  readonly #rings = new Rings()
  readonly #dialect: PeerDialect
  readonly #prepared = new Map<string, StatementSync>()

  constructor(path: string) {
    this.#database = new DatabaseSync(path, { readOnly: true })
    this.#database.exec('PRAGMA mmap_size = 17179869184; PRAGMA cache_size = -1048576; PRAGMA temp_store = MEMORY')
    const inRing = (number: number, x: number | null, y: number | null) =>
      x === null || y === null ? 0 : this.#rings.holds(number, x, y)
    this.#database.function(IN_RING, { deterministic: true }, inRing as (...values: unknown[]) => number)
    this.#dialect = dialectWith(this.#rings)
  }

  search(query: Query): Page {
    this.#rings.clear()
    const { text, values } = pageStatement<number | string>(query, this.#dialect)
    const rows = this.#statement(text).all(...values) as unknown as PageRow[] // the statement selects these columns
    return pageOf(rows, CARDS)
  }

  close(): void {
    this.#database.close()
  }

  #statement(text: string): StatementSync {
    const statement = this.#prepared.get(text) ?? this.#database.prepare(text)
    this.#prepared.set(text, statement)
    return statement
  }
}

/** Name of the SQL function that tests whether a point is in a ring. */
const IN_RING = 'in_ring'

/** The rings of the current statement. SQLite has no polygons, so it calls a JavaScript function for each point. */
class Rings {
  readonly #tests: ((longitude: number, latitude: number) => boolean)[] = []

  clear(): void {
    this.#tests.length = 0
  }

  /** Adds a ring. Returns the number by which `IN_RING` finds it. */
  add({ points }: PolygonNode): number {
    const edges = edgesOf([points.flatMap(([latitude, longitude]) => [longitude, latitude])])
    const all = Uint32Array.from(points, (_, i) => i * 4)
    return this.#tests.push((x, y) => isInside(edges, all, 0, all.length, x, y)) - 1
  }

  holds(number: number, longitude: number, latitude: number): number {
    return this.#tests[number]?.(longitude, latitude) ? 1 : 0
  }
}

/** How SQLite expresses conditions: the R*Tree finds places, FTS5 finds words. */
function dialectWith(rings: Rings): PeerDialect {
  return {
    sign: '?',
    cards: '(page LEFT JOIN card USING (nth))',
    lists: (list, by) => `json_group_array(json_array(${list}) ORDER BY ${by})`,
    oneOf: (column, values, bind) => (values.length === 0 ? FALSE : `${column} IN (${values.map(bind).join(', ')})`),
    box: (node, table, bind) => inBox(node, (box) => allHold([nearBox(box, table, bind), within(box, bind)])),
    polygon: (node, table, bind) => {
      const exact = `${IN_RING}(${bind(rings.add(node))}, longitude, latitude)`
      return allHold([nearBox(bounds(node), table, bind), exact])
    },
    circle: (node, table, bind) =>
      allHold([boxOrAnywhere(node, (around) => nearBox(around, table, bind)), withinCircle(node, bind)]),
    // With the plus, SQLite does not scan all homes with a word if there are far fewer homes in the place.
    words: (node, table, bind) =>
      `+nth IN (SELECT rowid FROM ${table}_text WHERE ${table}_text MATCH ${bind(matchText(node))})`,
  }
}

/** The R*Tree stores 32-bit coordinates, rounded outward. It finds every point in the box, and a few outside. */
function nearBox({ west, south, east, north }: Box, table: string, bind: Bind): string {
  const near = `west <= ${bind(east)} AND east >= ${bind(west)} AND south <= ${bind(north)} AND north >= ${bind(south)}`
  return `nth IN (SELECT id FROM ${table}_place WHERE ${near})`
}

function matchText({ words, phrases }: WordsNode): string {
  const phrased = [...words.map((word) => [word]), ...phrases]
  return phrased.map((phrase) => `"${phrase.join(' ')}"`).join(' AND ')
}
