import { HOME_ORDERS } from '../../model/home-orders.ts'
import type { SearchedNoun } from '../../model/searched.ts'
import type { Query, Selection } from '../query.ts'
import { BoundValues, type Statement } from './bound-values.ts'
import { orderColumn } from './columns.ts'
import {
  allHold,
  type Bind,
  condition,
  type Dialect,
  HOMES,
  type Narrowed,
  quoted,
  type SqlNoun,
  TRUE,
} from './conditions.ts'

/** A result of a page; the only row of an empty page has no zpid. */
export interface PageRow {
  readonly total: number
  /** Matching homes. */
  readonly ungrouped: number
  /** Results that the page and those after it are chosen from. */
  readonly listed: number
  readonly zpid: number | null
  readonly building: string | null
  /** Of a building: zpid, bedrooms, price, flags of each unit, best first. */
  readonly units: readonly UnitRow[] | null
  /** Unless `withCards`: what the results are sorted by. */
  readonly rank?: number | null
  /** Only for `withCards`: whether what follows is a building's part of a card, or else the card of a home. */
  readonly isPart?: boolean
  /** See `PACKED_COLUMNS`. The bytes as base64: `pg` reads all values as text, and hexadecimal digits are half as many more. */
  readonly packed?: string | null
  readonly sum?: number | null
  readonly bytes?: number | null
  readonly made?: number | null
}

export type UnitRow = readonly [zpid: number, bedrooms: number | null, price: number | null, flags: number]

/** Compiles the parts of a selection: the table, and the condition of each node, which may be NULL for "no". */
export class SelectionSql {
  readonly #values = new BoundValues<unknown>()
  readonly table: string
  readonly conditions: readonly string[]
  readonly narrowed: Narrowed

  constructor({ listingClass, where }: Selection<SearchedNoun>, dialect: Dialect, noun: SqlNoun = HOMES) {
    const nodes = where.map(({ node }) => node)
    const isOfHomes = noun.key === HOMES.key
    this.narrowed = (isOfHomes && dialect.narrowed?.(nodes, this.bind)) || allRows(dialect)
    this.table = `${this.narrowed.schema}.${noun.tableOf(listingClass)}`
    this.conditions = nodes.map((node) => condition(node, this.table, this.narrowed.dialect, this.bind, noun))
  }

  get bind(): Bind {
    return this.#values.bind
  }

  /** The rows of the selection. */
  get source(): string {
    return `FROM ${this.table} WHERE ${allHold([this.narrowed.within, ...this.conditions])}`
  }

  /** The rows that the first condition leaves. */
  get firstSource(): string {
    return `FROM ${this.table} WHERE ${allHold([this.narrowed.within, ...this.conditions.slice(0, 1)])}`
  }

  statement(text: string): Statement<unknown> {
    return this.#values.statement(text, '$')
  }
}

/** Where nothing tells which rows to read. */
export function allRows(dialect: Dialect): Narrowed {
  return { schema: 'catalog', within: TRUE, shown: () => TRUE, dialect }
}

/** A row for each result of the page, best first: see `PageRow`. */
export function pageStatement(query: Query, dialect: Dialect, withCards: boolean): Statement<unknown> {
  const sql = new SelectionSql(query, dialect)
  const text = query.grouped ? groupedPage(query, sql, withCards) : plainPage(query, sql, withCards)
  return sql.statement(text)
}

/** The cards of given results, of which the zpids and the keys of the buildings are known. */
export function cardsStatement(
  results: readonly Pick<PageRow, 'zpid' | 'building'>[],
  dialect: Dialect,
): Statement<unknown> {
  const values = new BoundValues<unknown>()
  const narrowed = dialect.narrowed?.([], values.bind) ?? allRows(dialect)
  const asked = (column: 'zpid' | 'building', type: string) =>
    `CAST(${values.bind(results.map((result) => result[column]))} AS ${type}[])`
  const ofBuildings = results.some(({ building }) => building !== null)
  const zpids = asked('zpid', 'int8')
  const page = `unnest(${zpids}, ${asked('building', 'text')}) AS page (zpid, building)`
  const text = `SELECT page.zpid, ${ofBuildings ? CARD_COLUMNS : HOME_CARD_COLUMNS}
    FROM ${page} ${ofBuildings ? cardsOf(narrowed, zpids) : homeCardsOf(narrowed, zpids)}`
  return values.statement(text, '$')
}

/** Of a building that has a record its part of a card, or else the card of the home or of the building's best unit. */
function cardsOf(narrowed: Narrowed, zpids: string): string {
  const { schema, shown } = narrowed
  return `LEFT JOIN ${schema}.building_card part ON ${allHold(['part.lot_id = page.building', shown('part')])}
    LEFT JOIN ${cardTable(narrowed, zpids)} ON ${allHold(['card.zpid = page.zpid', 'part.lot_id IS NULL', shown('card')])}`
}

const CARD_COLUMNS = `part.lot_id IS NOT NULL AS "isPart", coalesce(part.made, card.made) AS made,
    encode(coalesce(part.packed, card.packed), 'base64') AS packed,
    coalesce(part.sum, card.sum) AS sum, coalesce(part.bytes, card.bytes) AS bytes`

function homeCardsOf(narrowed: Narrowed, zpids: string): string {
  return `LEFT JOIN ${cardTable(narrowed, zpids)} ON ${allHold(['card.zpid = page.zpid', narrowed.shown('card')])}`
}

/** Other servers are asked for the cards of a page alone: for a join they would send all that they have. */
function cardTable({ schema, within, isSpread = false }: Narrowed, zpids: string): string {
  if (!isSpread) return `${schema}.card`
  return `(SELECT * FROM ${schema}.card WHERE ${allHold([within, `zpid = ANY(${zpids})`])}) card`
}

const HOME_CARD_COLUMNS = `FALSE AS "isPart", made, encode(packed, 'base64') AS packed, sum, bytes`

function plainPage({ after, order, offset, limit }: Query, sql: SelectionSql, withCards: boolean): string {
  const { source, bind, narrowed } = sql
  const rest = after === undefined ? '' : `WHERE zpid > ${bind(after)}`
  return `WITH matched AS MATERIALIZED (SELECT zpid, ${rankOf(order)} ${source}),
    totals AS (SELECT count(*) AS total, ${rest === '' ? 'count(*)' : `count(*) FILTER (${rest})`} AS listed FROM matched),
    page AS (SELECT zpid, rank FROM matched ${rest} ORDER BY ${bestFirst(order)} LIMIT ${bind(limit)} OFFSET ${bind(offset)})
    SELECT total, total AS ungrouped, listed, page.zpid, NULL AS building, NULL AS units
      , ${withCards ? HOME_CARD_COLUMNS : 'page.rank'}
    FROM totals LEFT JOIN page ON TRUE
    ${withCards ? homeCardsOf(narrowed, 'ARRAY(SELECT zpid FROM page)') : ''}
    ORDER BY ${bestFirst(order, 'page.')}`
}

function groupedPage({ order, offset, limit }: Query, sql: SelectionSql, withCards: boolean): string {
  const { source, bind, narrowed } = sql
  const best = bestFirst(order)
  return `WITH matched AS MATERIALIZED (SELECT zpid, building, bedrooms, price, flags, ${rankOf(order)} ${source}),
    leaders AS MATERIALIZED (
      SELECT zpid, building, rank FROM matched WHERE building IS NULL
      UNION ALL
      (SELECT DISTINCT ON (building) zpid, building, rank FROM matched WHERE building IS NOT NULL
        ORDER BY building, ${best})),
    totals AS (
      SELECT count(*) AS total, (SELECT count(*) FROM matched) AS ungrouped, count(*) AS listed FROM leaders),
    page AS MATERIALIZED (SELECT * FROM leaders ORDER BY ${best} LIMIT ${bind(limit)} OFFSET ${bind(offset)}),
    results AS (
      SELECT zpid, rank, NULL AS building, NULL AS units FROM page WHERE building IS NULL
      UNION ALL
      SELECT (array_agg(zpid ORDER BY ${best}))[1], (array_agg(rank ORDER BY ${best}))[1], building,
        json_agg(json_build_array(zpid, bedrooms, price, flags) ORDER BY ${best})
      FROM matched WHERE (building IN (SELECT building FROM page WHERE building IS NOT NULL)) IS TRUE GROUP BY building)
    SELECT total, ungrouped, listed, page.zpid, page.building, units, ${withCards ? CARD_COLUMNS : 'page.rank'}
    FROM totals LEFT JOIN results page ON TRUE
    ${withCards ? cardsOf(narrowed, 'ARRAY(SELECT zpid FROM results)') : ''}
    ORDER BY ${bestFirst(order, 'page.')}`
}

function rankOf(order: Query['order']): string {
  return `${quoted(orderColumn(order))} AS rank`
}

/** Ties by zpid, homes without a value last. */
function bestFirst(order: Query['order'], from = ''): string {
  return `${from}rank ${HOME_ORDERS[order].highestFirst ? 'DESC' : 'ASC'} NULLS LAST, ${from}zpid`
}

type Nodes = Parameters<NonNullable<Dialect['narrowed']>>[0]

/**
 * One row whose columns `0`, `1`, … say how many rows each condition removes from what those before it left. Only rows
 * that the first leaves are read: how many there are of the class is known.
 */
export function explainStatement(
  selection: Selection<SearchedNoun>,
  dialect: Dialect,
  noun: SqlNoun = HOMES,
): Statement<unknown> {
  const { narrowed } = dialect
  // All that the first leaves, wherever the others would look.
  const byFirst = narrowed && { narrowed: (nodes: Nodes, bind: Bind) => narrowed(nodes.slice(0, 1), bind) }
  const sql = new SelectionSql(selection, { ...dialect, ...byFirst }, noun)
  const [, ...further] = sql.conditions
  const columns = further.map((_, i) => `h${i + 1}`)
  const counts = columns.map((column, i) => {
    const before = columns.slice(0, i).map((each) => `${each} AND `)
    return `count(*) FILTER (WHERE ${before.join('')}NOT ${column}) AS "${i + 1}"`
  })
  const holds = further.map((each, i) => `(${each}) IS TRUE AS ${columns[i]}`)
  const all = noun.countOf?.(selection.listingClass) ?? `SELECT count(*) FROM ${sql.table}`
  return sql.statement(`SELECT ${[`(${all}) - count(*) AS "0"`, ...counts].join(', ')}
    FROM (SELECT ${[noun.key, ...holds].join(', ')} ${sql.firstSource} OFFSET 0) tested`)
}
