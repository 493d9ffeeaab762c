import { BoundValues, type Statement } from '../../src/catalog/postgres/bound-values.ts'
import { orderColumn, tableOf } from '../../src/catalog/postgres/columns.ts'
import { allHold, type Bind, condition, quoted } from '../../src/catalog/postgres/conditions.ts'
import { postgresDialect } from '../../src/catalog/postgres/dialect.ts'
import type { Query } from '../../src/catalog/query.ts'
import { HOME_ORDERS } from '../../src/model/home-orders.ts'

/** Samples have coordinates for every home. */
const DIALECT = postgresDialect(() => [])

/**
 * A row for each result of the page, or a single one without a result: `total` and the `card`. A grouped search answers
 * with `total`, `ungrouped`, and the home's `card` or the building's `part` and `units` (zpid, bedrooms, price,
 * flags, best first). One long text of all cards would take PostgreSQL and its client twice as long as 200 rows.
 */
export function compileQuery(query: Query): Statement<unknown> {
  const values = new BoundValues<unknown>()
  const { bind } = values
  const table = tableOf(query.listingClass)
  const where = allHold(query.where.map(({ node }) => condition(node, table, DIALECT, bind)))
  const source = `FROM ${table} WHERE ${where}`
  const text = query.grouped ? groupedText(query, source, bind) : plainText(query, source, bind)
  return values.statement(text, '$')
}

function plainText({ order, offset, limit }: Query, source: string, bind: Bind): string {
  const best = bestFirst(order)
  return `
    WITH matched AS MATERIALIZED (SELECT zpid, ${rank(order)} AS rank ${source}),
    page AS MATERIALIZED (SELECT * FROM matched ORDER BY ${best} LIMIT ${bind(limit)} OFFSET ${bind(offset)}),
    totals AS (SELECT count(*)::int4 AS total FROM matched)
    SELECT total, card FROM totals LEFT JOIN page ON TRUE LEFT JOIN card ON card.zpid = page.zpid
    ORDER BY ${bestFirst(order, 'page.')}`
}

function groupedText({ order, offset, limit }: Query, source: string, bind: Bind): string {
  const best = bestFirst(order)
  return `
    WITH matched AS MATERIALIZED (SELECT zpid, building, bedrooms, price, flags, ${rank(order)} AS rank ${source}),
    leaders AS MATERIALIZED (
      SELECT zpid, building, rank FROM matched WHERE building IS NULL
      UNION ALL
      (SELECT DISTINCT ON (building) zpid, building, rank FROM matched WHERE building IS NOT NULL
        ORDER BY building, ${best})),
    page AS MATERIALIZED (SELECT * FROM leaders ORDER BY ${best} LIMIT ${bind(limit)} OFFSET ${bind(offset)}),
    units AS MATERIALIZED (
      SELECT building, json_agg(json_build_array(zpid, bedrooms, price, flags) ORDER BY ${best}) AS units
      FROM matched WHERE building IN (SELECT building FROM page WHERE building IS NOT NULL) GROUP BY building),
    totals AS (SELECT (SELECT count(*)::int4 FROM leaders) AS total, (SELECT count(*)::int4 FROM matched) AS ungrouped)
    SELECT total, ungrouped, CASE WHEN part IS NULL THEN card END AS card, part, units
    FROM totals LEFT JOIN page ON TRUE
    LEFT JOIN card ON card.zpid = page.zpid
    LEFT JOIN building ON building.number = page.building
    LEFT JOIN units ON units.building = page.building
    ORDER BY ${bestFirst(order, 'page.')}`
}

function rank(order: Query['order']): string {
  return quoted(orderColumn(order))
}

function bestFirst(order: Query['order'], from = ''): string {
  return `${from}rank ${HOME_ORDERS[order].highestFirst ? 'DESC' : 'ASC'} NULLS LAST, ${from}zpid`
}
