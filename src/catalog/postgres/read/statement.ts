import type { SearchedNoun } from '../../../model/searched.ts'
import type { Query, Selection } from '../../ports/query.ts'
import { quoted } from '../tables/columns.ts'
import { BoundValues, type Statement } from './bound-values.ts'
import { allHold, type Bind, condition, type Dialect, HOMES, type SqlNoun, statesOf, TRUE } from './conditions.ts'
import { type MeasuredJson, measuringSql } from './measures.ts'

/** A row of a page: one result. An empty page has a single row without a key. */
export interface PageRow {
  readonly total: number
  /** Number of matching records. */
  readonly ungrouped: number
  /** Number of results whose key is greater than `after` in the query; without `after`, of all results. */
  readonly listed: number
  /** The zpid of a home, or the key of another record. */
  readonly key: number | null
  readonly building: string | null
  /** The matching units of a building, best first: zpid, bedrooms, price and flags of each. */
  readonly units: readonly UnitRow[] | null
  /**
   * Only with `withCards`. If true, `body` is the constant part of a building's search result, otherwise it is a
   * record's complete search result.
   */
  readonly isPart?: boolean
  readonly body?: string | null
  readonly made?: number | null
  /** Only in the first row, and only if the query has measures. */
  readonly measured?: MeasuredJson | null
}

export type UnitRow = readonly [zpid: number, bedrooms: number | null, price: number | null, flags: number]

/** Compiles a selection to a table and SQL conditions, one per node. A condition may be NULL, which means false. */
export class SelectionSql {
  readonly #values = new BoundValues<unknown>()
  readonly bind: Bind
  readonly table: string
  readonly conditions: readonly string[]
  /**
   * A condition on the column `state`, so that a search reads only its states' rows of other tables. TRUE if the states
   * are unknown.
   */
  readonly within: string
  readonly dialect: Dialect

  /**
   * @param bind Binds values of the enclosing statement, if the selection is a part of a larger statement.
   * @param certain The conditions that all rows satisfy that the statement reads.
   */
  constructor(
    { listingClass, where }: Selection<SearchedNoun>,
    dialect: Dialect,
    noun: SqlNoun = HOMES,
    bind?: Bind,
    certain = where,
  ) {
    this.bind = bind ?? this.#values.bind
    this.table = `catalog.${noun.tableOf(listingClass)}`
    const place = certain.find(({ node }) => node.kind === 'place')?.node
    const states = noun === HOMES && place?.kind === 'place' ? statesOf(place.regions, dialect) : undefined
    const within = states === undefined ? TRUE : dialect.oneOf('state', states, this.bind)
    this.within = within
    this.dialect = { ...dialect, words: (node, table, bindWords) => dialect.words(node, table, bindWords, within) }
    this.conditions = where.map(({ node }) => condition(node, this.table, this.dialect, this.bind, noun))
  }

  /** SQL for all rows of the selection. */
  get source(): string {
    return `FROM ${this.table} WHERE ${allHold(this.conditions)}`
  }

  /** SQL for the rows that satisfy the first condition. */
  get firstSource(): string {
    return `FROM ${this.table} WHERE ${allHold(this.conditions.slice(0, 1))}`
  }

  statement(text: string): Statement<unknown> {
    return this.#values.statement(text, '$')
  }
}

/**
 * Returns a statement with one row per result of the page, best first; see `PageRow`. Only homes can be grouped by
 * building.
 */
export function pageStatement(
  query: Query<SearchedNoun>,
  dialect: Dialect,
  withCards: boolean,
  noun: SqlNoun = HOMES,
): Statement<unknown> {
  const ignored = new Set(query.measures?.flatMap(({ ignores }) => ignores))
  const certain = query.where.filter((_, i) => !ignored.has(i))
  const sql = new SelectionSql(query, dialect, noun, undefined, certain)
  const cards = `(SELECT * FROM catalog.${noun.cards} WHERE ${sql.within}) card`
  const pageOf = (source: string) =>
    query.grouped
      ? groupedPage(query, source, sql.bind, withCards ? cards : undefined)
      : plainPage(query, source, sql.bind, noun, withCards ? cards : undefined)
  if (query.measures === undefined) return sql.statement(pageOf(sql.source))
  const { hits, source, measured } = measuringSql(query, sql, noun)
  return sql.statement(`WITH ${hits} SELECT found.*, CASE WHEN row_number() OVER () = 1 THEN ${measured} END AS measured
    FROM (${pageOf(source)}) found`)
}

/** A separate query, so that a distributed database joins the cards where they are, instead of collecting them all. */
function withParts(cards: string): string {
  return `SELECT page.*, part.lot_id IS NOT NULL AS "isPart", coalesce(part.made, card.made) AS made,
      coalesce(part.body, card.body) AS body
    FROM results page JOIN ${cards} USING (zpid) LEFT JOIN catalog.building_card part ON part.lot_id = page.building`
}

function plainPage(
  { after, order, offset, limit }: Query<SearchedNoun>,
  source: string,
  bind: Bind,
  noun: SqlNoun,
  cards: string | undefined,
): string {
  const { key } = noun
  const rest = after === undefined ? '' : `WHERE ${key} > ${bind(after)}`
  return `WITH matched AS MATERIALIZED (SELECT ${key}, ${rankOf(order, noun)} ${source}),
    totals AS (SELECT count(*) AS total, ${rest === '' ? 'count(*)' : `count(*) FILTER (${rest})`} AS listed FROM matched),
    page AS (SELECT * FROM matched ${rest} ORDER BY ${bestFirst(order, noun)} LIMIT ${bind(limit)} OFFSET ${bind(offset)})
    SELECT total, total AS ungrouped, listed, page.${key} AS key, NULL AS building, NULL AS units
      ${cards ? ', FALSE AS "isPart", made, body' : ''}
    FROM totals LEFT JOIN ${cards ? `(SELECT * FROM page JOIN ${cards} USING (${key})) page` : 'page'} ON TRUE
    ORDER BY ${bestFirst(order, noun, 'page.')}`
}

/**
 * Returns SQL for a page of homes and buildings. With `cards`, each row also has the search result of the home, or of
 * the building's best unit; for a building with a record, it has the constant part of the building's result instead.
 */
function groupedPage(
  { order, offset, limit }: Query<SearchedNoun>,
  source: string,
  bind: Bind,
  cards: string | undefined,
): string {
  const best = bestFirst(order, HOMES)
  return `WITH matched AS MATERIALIZED (SELECT zpid, building, bedrooms, price, flags, ${rankOf(order, HOMES)} ${source}),
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
    SELECT total, ungrouped, listed, page.zpid AS key, page.building, units ${cards ? ', "isPart", made, body' : ''}
    FROM totals LEFT JOIN ${cards ? `(${withParts(cards)}) page` : 'results page'} ON TRUE
    ORDER BY ${bestFirst(order, HOMES, 'page.')}`
}

function rankOf(order: string, noun: SqlNoun): string {
  return `${quoted(noun.order(order).column)} AS rank`
}

/** Sorts the best rows first, rows without a value last, and equal rows by key. */
function bestFirst(order: string, noun: SqlNoun, from = ''): string {
  return `${from}rank ${noun.order(order).highestFirst ? 'DESC' : 'ASC'} NULLS LAST, ${from}${noun.key}`
}

/**
 * Returns a statement for one row. Column `0`, `1`, … is the number of rows that a condition excludes after all earlier
 * conditions. Reads only rows that satisfy the first condition, because the number of all rows is known.
 */
export function explainStatement(
  selection: Selection<SearchedNoun>,
  dialect: Dialect,
  noun: SqlNoun = HOMES,
): Statement<unknown> {
  const sql = new SelectionSql(selection, dialect, noun, undefined, selection.where.slice(0, 1))
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
