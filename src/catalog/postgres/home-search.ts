import { hash } from 'node:crypto'
import type { Database } from '../../base/postgres/database.ts'
import {
  HOME_COLUMNS,
  HOME_FLAGS,
  type HomeColumn,
  type HomeColumnName,
  LISTING_CLASSES,
} from '../../model/home-columns.ts'
import { type CardMaker, summaryOf } from '../cards.ts'
import type { HomeSearch } from '../noun-search.ts'
import type { EncodedPage, Hit, Query, UnitHit } from '../query.ts'
import type { Statement } from './bound-values.ts'
import { tableOf } from './columns.ts'
import { type Dialect, quoted } from './conditions.ts'
import { type ValueRow, valueColumns, valuesOf } from './home-values.ts'
import { pageOfCards } from './page-of-cards.ts'
import { numberKey } from './search-row.ts'
import { explainStatement, type PageRow, pageStatement, SelectionSql, type UnitRow } from './statement.ts'

/** Runs a compiled statement, which each connection prepares once. */
export function runStatement<Row extends object>(
  database: Database,
  { text, values }: Statement<unknown>,
): Promise<readonly Row[]> {
  return database.query<Row>({ name: nameOf(text), text, values })
}

/** Names of prepared statements have at most 63 characters. */
function nameOf(text: string): string {
  return hash('sha1', text, 'base64url')
}

/** Searches of homes: one statement each, and so one committed state. */
export function homeSearch(database: Database, cards: CardMaker, dialect: Dialect): HomeSearch {
  const page = (query: Query, withCards: boolean) =>
    runStatement<PageRow>(database, pageStatement(query, dialect, withCards))
  return {
    async page(query) {
      const rows = await page(query, false)
      const { total = 0, ungrouped = 0 } = rows[0] ?? {}
      return { total, ungrouped, hits: rows.flatMap(hitOf) }
    },
    async cards(query) {
      return encodedPage(await page(query, true), query, cards)
    },
    async explain(selection) {
      if (selection.where.length === 0) return []
      const [row] = await runStatement<Record<string, number>>(database, explainStatement(selection, dialect))
      return selection.where.map((_, i) => row?.[i] ?? 0)
    },
    async countBy(selection, by) {
      const sql = new SelectionSql(selection, dialect)
      const column = by === 'zipcode' ? '"zipNumber"' : quoted(by)
      const text = `SELECT value, count(*) AS homes FROM (SELECT ${column} AS value ${sql.source}) matched
        WHERE value IS NOT NULL GROUP BY value ORDER BY value`
      const rows = await runStatement<{ value: number; homes: number }>(database, sql.statement(text))
      return rows.map(({ value, homes }) => ({ value: namedValue(by, value), homes }))
    },
    async selectAll(selection, columns) {
      const sql = new SelectionSql(selection, dialect)
      const statement = sql.statement(`SELECT ${valueColumns(columns)} ${sql.source}`)
      return valuesOf(await runStatement<ValueRow>(database, statement), columns)
    },
    async homesWithMlsId(mlsId) {
      const number = numberKey(mlsId)
      if (number === '') return []
      const each = LISTING_CLASSES.map((name) => `SELECT zpid FROM catalog.${tableOf(name)} WHERE number = $1`)
      const text = `${each.join(' UNION ALL ')} ORDER BY zpid`
      const rows = await runStatement<{ zpid: number }>(database, { text, values: [number] })
      return rows.map(({ zpid }) => zpid)
    },
  }
}

function hitOf({ zpid, building, units }: PageRow): Hit[] {
  if (zpid === null) return []
  if (building === null) return [{ kind: 'home', zpid }]
  return [{ kind: 'building', lotId: building, units: (units ?? []).map(unitOf) }]
}

const ROOM_BIT = 1 << HOME_FLAGS.indexOf('room')

function unitOf([zpid, bedrooms, price, flags]: UnitRow): UnitHit {
  const room = (flags & ROOM_BIT) !== 0
  return { zpid, bedrooms: bedrooms ?? undefined, price: price ?? undefined, room }
}

/** Building cards are made here, as for every backend, from the part that is stored and the units that match. */
function encodedPage(rows: readonly PageRow[], { offset, today }: Query, cards: CardMaker): EncodedPage {
  const { total = 0, ungrouped = 0, listed = 0 } = rows[0] ?? {}
  const found = rows.filter(({ zpid }) => zpid !== null)
  const made = found.map(({ card, part, units }) => {
    if (typeof part === 'string') return Buffer.from(part + cards.unitsPart(summaryOf((units ?? []).map(unitOf))))
    const bytes = Buffer.from(card ?? '')
    cards.date(bytes, 0, today)
    return bytes
  })
  const left = Math.max(0, listed - offset - found.length)
  return pageOfCards({ total, ungrouped, left, lastKey: found.at(-1)?.zpid ?? undefined }, made)
}

function namedValue(by: HomeColumnName | 'zipcode', stored: number): number | string {
  if (by === 'zipcode') return String(stored).padStart(5, '0')
  const { values, scale = 1 }: HomeColumn = HOME_COLUMNS[by]
  return values ? (values[stored] ?? '') : stored / scale
}
