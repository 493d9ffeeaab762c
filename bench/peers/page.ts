import { encodedCards } from '../../src/catalog/facts/encoded-cards.ts'
import { type CardMaker, summaryOf } from '../../src/catalog/ports/cards.ts'
import type { BoxNode, Condition, EncodedPage, PolygonNode, Query, UnitHit } from '../../src/catalog/ports/query.ts'
import { BoundValues, type Statement } from '../../src/catalog/postgres/read/bound-values.ts'
import { allHold, type Bind, condition, type Dialect, oneHolds } from '../../src/catalog/postgres/read/conditions.ts'
import { orderColumn, quoted, REGION_COLUMNS, SQL_COLUMNS, tableOf } from '../../src/catalog/postgres/tables/columns.ts'
import { HOME_FLAGS, LISTING_CLASSES } from '../../src/model/home-columns.ts'
import { HOME_ORDERS } from '../../src/model/home-orders.ts'
import type { Listing } from './listings.ts'

export const LISTING_TABLES = LISTING_CLASSES.map(tableOf)

const COLUMNS = SQL_COLUMNS.map(({ name, type }) => `${quoted(name)} ${type}`).join(', ')

/**
 * One table per listing class, so that searches need no condition on the class. Rows are small, because search results
 * (JSON) are in another table. `besides`: further columns of each listing.
 */
export function tables(besides: string): readonly string[] {
  return [
    ...LISTING_TABLES.map(
      (table) => `CREATE TABLE ${table} (nth INTEGER PRIMARY KEY, zpid int8, longitude float8, latitude float8,
        ${COLUMNS}, building INTEGER${besides})`,
    ),
    'CREATE TABLE card (nth INTEGER PRIMARY KEY, card TEXT)',
    'CREATE TABLE building (number INTEGER PRIMARY KEY, part TEXT)',
  ]
}

/**
 * Indexes by place. They do not include prices: measurements showed that sorting by price would lose the geographic
 * order of rows.
 */
export const INDEXES: readonly string[] = LISTING_TABLES.flatMap((table) => [
  `CREATE UNIQUE INDEX ${table}_zpid ON ${table} (zpid)`,
  ...REGION_COLUMNS.map((region) => `CREATE INDEX ${table}_${region} ON ${table} (${quoted(region)})`),
])

export type Row = Readonly<Record<string, string | number | undefined>>

/** Returns the row for a listing, in the table of its listing class. */
export function rowOf({ nth, home, longitude, latitude, building }: Listing): Row {
  const values = SQL_COLUMNS.map((column) => [column.name, column.of(home)])
  return { nth, zpid: home.zpid, longitude, latitude, ...Object.fromEntries(values), building }
}

/** How a database expresses what databases express differently. */
export interface PeerDialect extends Dialect {
  /** The sign before the number of a bound value. */
  readonly sign: string
  /** The table expression `page`, with the card of each row. */
  readonly cards: string
  /** Returns SQL that aggregates the rows of `list` as JSON: a list of lists, in the order `by`. */
  lists(list: string, by: string): string
}

/**
 * Returns the statement for a page, with one row per result, or a single row if there are no results. Each row has
 * `total` and `ungrouped`, and either a home's `card` or a building's `part` and `units` (JSON: zpid, bedrooms, price
 * and flags, best first).
 */
export function pageStatement<V>(query: Query, dialect: PeerDialect): Statement<V> {
  const values = new BoundValues<V>()
  const { bind } = values
  const table = tableOf(query.listingClass)
  const where = allHold(dearestLast(query.where).map(({ node }) => condition(node, table, dialect, bind)))
  const best = bestFirst(query.order)
  const leaders = query.grouped ? 'leaders' : 'matched'
  const unitColumns = query.grouped ? 'building, bedrooms, price, flags,' : ''
  const groups = `
    leaders AS MATERIALIZED (
      SELECT nth, zpid, building, rank FROM matched WHERE building IS NULL
      UNION ALL
      SELECT nth, zpid, building, rank FROM (
        SELECT *, row_number() OVER (PARTITION BY building ORDER BY ${best}) AS place
        FROM matched WHERE building IS NOT NULL) ranked
      WHERE place = 1),`
  const units = `,
    units AS MATERIALIZED (
      SELECT building, ${dialect.lists('zpid, bedrooms, price, flags', best)} AS units
      FROM matched WHERE building IN (SELECT building FROM page WHERE building IS NOT NULL) GROUP BY building)`
  const text = `
    WITH matched AS MATERIALIZED (
      SELECT nth, zpid, ${unitColumns} ${quoted(orderColumn(query.order))} AS rank FROM ${table} WHERE ${where}),
    ${query.grouped ? groups : ''}
    page AS MATERIALIZED (
      SELECT * FROM ${leaders} ORDER BY ${best} LIMIT ${bind(query.limit)} OFFSET ${bind(query.offset)}),
    totals AS (SELECT (SELECT CAST(count(*) AS INT) FROM ${leaders}) AS total,
      (SELECT CAST(count(*) AS INT) FROM matched) AS ungrouped)${query.grouped ? units : ''}
    SELECT total, ungrouped, ${query.grouped ? 'CASE WHEN part IS NULL THEN card END AS card, part, units' : 'card'}
    FROM totals LEFT JOIN ${dialect.cards} ON TRUE
    ${query.grouped ? BUILDINGS_JOINED : ''}
    ORDER BY ${bestFirst(query.order, 'page.')}`
  return values.statement(text, dialect.sign)
}

const BUILDINGS_JOINED = `LEFT JOIN building ON building.number = page.building
    LEFT JOIN units ON units.building = page.building`

/** Moves polygon conditions to the end, because they cost most. SQLite tests conditions in the order of the text. */
function dearestLast(where: readonly Condition[]): readonly Condition[] {
  return where.toSorted((a, b) => Number(a.node.kind === 'polygon') - Number(b.node.kind === 'polygon'))
}

function bestFirst(order: Query['order'], from = ''): string {
  return `${from}rank ${HOME_ORDERS[order].highestFirst ? 'DESC' : 'ASC'} NULLS LAST, ${from}zpid`
}

export type Box = Omit<BoxNode, 'kind'>

/** Returns a condition for the points in a box. `between` returns the condition for a box within the date line. */
export function inBox(node: Box, between: (box: Box) => string): string {
  if (node.west <= node.east) return between(node)
  return oneHolds([between({ ...node, east: 180 }), between({ ...node, west: -180 })])
}

/** Returns a condition on the coordinates of a row. */
export function within({ west, south, east, north }: Box, bind: Bind): string {
  return `longitude BETWEEN ${bind(west)} AND ${bind(east)} AND latitude BETWEEN ${bind(south)} AND ${bind(north)}`
}

export function bounds({ points }: PolygonNode): Box {
  const [latitudes, longitudes] = [points.map(([latitude]) => latitude), points.map(([, longitude]) => longitude)]
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)]
  return { west: Math.min(...longitudes), south, east: Math.max(...longitudes), north }
}

/** A row of a page. The columns about buildings are undefined unless the search is grouped by building. */
export interface PageRow {
  readonly total: number
  readonly ungrouped: number
  /** NULL for a building, and if there are no results. */
  readonly card: string | null
  readonly part?: string | null
  readonly units?: string | null
}

type UnitRow = readonly [zpid: number, bedrooms: number | null, price: number | null, flags: number]

/** A page of search results as JSON. */
export type Page = Pick<EncodedPage, 'total' | 'ungrouped' | 'json'>

/** Builds a page from its rows. Combines the parts of buildings' results, as every backend does. */
export function pageOf(rows: readonly PageRow[], cards: CardMaker): Page {
  const { total = 0, ungrouped = 0 } = rows[0] ?? {}
  const shown = rows.map(({ card, part, units }) =>
    typeof part === 'string' ? part + cards.unitsPart(summaryOf(unitsOf(units))) : card,
  )
  return { total, ungrouped, ...encodedCards(shown.filter((card) => card !== null)) }
}

const ROOM_BIT = 1 << HOME_FLAGS.indexOf('room')

function unitsOf(units: PageRow['units']): UnitHit[] {
  const rows: readonly UnitRow[] = JSON.parse(units ?? '[]')
  return rows.map(([zpid, bedrooms, price, flags]) => ({
    zpid,
    bedrooms: bedrooms ?? undefined,
    price: price ?? undefined,
    room: (flags & ROOM_BIT) !== 0,
  }))
}
