import { BoundValues, type Statement } from '../../src/catalog/postgres/bound-values.ts'
import { orderColumn, tableOf } from '../../src/catalog/postgres/columns.ts'
import { allHold, type Bind, condition, quoted } from '../../src/catalog/postgres/conditions.ts'
import type { Condition, Query } from '../../src/catalog/query.ts'
import { HOME_ORDERS } from '../../src/model/home-orders.ts'
import { type Rings, sqliteDialect } from './dialect.ts'

/**
 * One row: `total`, and `cards`, the bytes of the page's cards by comma (NULL for none). A grouped search answers a
 * row for each result of the page instead, or a single one without a result: `total`, `ungrouped`, and the home's
 * `card` or the building's `part` and `units` (JSON: zpid, bedrooms, price, flags, best first). The page is put in
 * order once: SQLite walks it in that order, with CROSS JOIN as the outer loop, which the comparison of all answers
 * watches over.
 */
export function compileQuery(query: Query, rings: Rings): Statement<number | string> {
  const values = new BoundValues<number | string>()
  const { bind } = values
  const table = tableOf(query.listingClass)
  const dialect = sqliteDialect(rings)
  const where = allHold(dearestLast(query.where).map(({ node }) => condition(node, table, dialect, bind)))
  const source = `FROM ${table} WHERE ${where}`
  const text = query.grouped ? groupedText(query, source, bind) : plainText(query, source, bind)
  return values.statement(text, '?')
}

/** Conditions are asked in the order of the text, and a ring takes a call out of SQLite. */
function dearestLast(where: readonly Condition[]): readonly Condition[] {
  return where.toSorted((a, b) => Number(a.node.kind === 'polygon') - Number(b.node.kind === 'polygon'))
}

function plainText({ order, offset, limit }: Query, source: string, bind: Bind): string {
  const best = bestFirst(order)
  return `
    WITH matched AS MATERIALIZED (SELECT row, zpid, ${rank(order)} AS rank ${source}),
    page AS MATERIALIZED (SELECT * FROM matched ORDER BY ${best} LIMIT ${bind(limit)} OFFSET ${bind(offset)})
    SELECT (SELECT count(*) FROM matched) AS total,
      (SELECT CAST(string_agg(card, ',') AS BLOB) FROM page CROSS JOIN card ON card.row = page.row) AS cards`
}

function groupedText({ order, offset, limit }: Query, source: string, bind: Bind): string {
  const best = bestFirst(order)
  return `
    WITH matched AS MATERIALIZED (SELECT row, zpid, building, bedrooms, price, flags, ${rank(order)} AS rank ${source}),
    leaders AS MATERIALIZED (
      SELECT row, zpid, building, rank FROM matched WHERE building IS NULL
      UNION ALL
      SELECT row, zpid, building, rank FROM (
        SELECT *, row_number() OVER (PARTITION BY building ORDER BY ${best}) AS place
        FROM matched WHERE building IS NOT NULL)
      WHERE place = 1),
    page AS MATERIALIZED (SELECT * FROM leaders ORDER BY ${best} LIMIT ${bind(limit)} OFFSET ${bind(offset)}),
    units AS MATERIALIZED (
      SELECT building, json_group_array(json_array(zpid, bedrooms, price, flags) ORDER BY ${best}) AS units
      FROM matched WHERE building IN (SELECT building FROM page) GROUP BY building),
    totals AS (SELECT (SELECT count(*) FROM leaders) AS total, (SELECT count(*) FROM matched) AS ungrouped)
    SELECT total, ungrouped, CASE WHEN part IS NULL THEN card END AS card, part, units
    FROM totals LEFT JOIN page ON TRUE
    LEFT JOIN card ON card.row = page.row
    LEFT JOIN building ON building.number = page.building
    LEFT JOIN units ON units.building = page.building`
}

function rank(order: Query['order']): string {
  return quoted(orderColumn(order))
}

function bestFirst(order: Query['order']): string {
  return `rank ${HOME_ORDERS[order].highestFirst ? 'DESC' : 'ASC'} NULLS LAST, zpid`
}
