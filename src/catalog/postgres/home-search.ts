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
import { CardPacker } from './card-packer.ts'
import { tableOf } from './columns.ts'
import { type Dialect, quoted } from './conditions.ts'
import { type ValueRow, valueColumns, valuesOf } from './home-values.ts'
import { ownBuildingCards, ownHomeCards } from './own-cards.ts'
import { type PackedRow, packedCards } from './packed-page.ts'
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

/** Searches of homes: one statement each, and so one committed state, but for cards that another program made. */
export function homeSearch(database: Database, cards: CardMaker, dialect: Dialect): HomeSearch {
  const packer = new CardPacker(cards)
  const page = (query: Query, withCards: boolean) =>
    runStatement<PageRow>(database, pageStatement(query, dialect, withCards))
  return {
    async page(query) {
      const rows = await page(query, false)
      const { total = 0, ungrouped = 0 } = rows[0] ?? {}
      return { total, ungrouped, hits: rows.flatMap(hitOf) }
    },
    async cards(query) {
      const rows = await page(query, true)
      return encodedPage(rows, await cardsIn(database, packer, rows), query, cards)
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

/** The card of each result; those that another program made, or one with another origin of pictures, are made now. */
async function cardsIn(
  database: Database,
  packer: CardPacker,
  rows: readonly PageRow[],
): Promise<readonly (PackedRow | undefined)[]> {
  const foreign = rows.filter(({ zpid, made }) => zpid !== null && made !== packer.made)
  const [parts, homes] = [foreign.filter(({ isPart }) => isPart), foreign.filter(({ isPart }) => !isPart)]
  const [ofBuildings, ofHomes] = await Promise.all([
    parts.length === 0
      ? undefined
      : ownBuildingCards(
          database,
          packer,
          parts.flatMap(({ building }) => building ?? []),
        ),
    homes.length === 0
      ? undefined
      : ownHomeCards(
          database,
          packer,
          homes.flatMap(({ zpid }) => zpid ?? []),
        ),
  ])
  return rows.map(({ zpid, building, made, isPart, packed, sum, bytes }) => {
    if (zpid === null) return undefined
    if (made !== packer.made) return isPart ? ofBuildings?.get(building ?? '') : ofHomes?.get(zpid)
    return { packed: Buffer.from(packed ?? '', 'base64'), sum: sum ?? null, bytes: bytes ?? 0 }
  })
}

/** Building cards are made here, as for every backend, from the part that is stored and the units that match. */
function encodedPage(
  rows: readonly PageRow[],
  packed: readonly (PackedRow | undefined)[],
  { offset, today }: Query,
  cards: CardMaker,
): EncodedPage {
  const { total = 0, ungrouped = 0, listed = 0 } = rows[0] ?? {}
  const found = rows.filter(({ zpid }) => zpid !== null)
  const shown = rows.flatMap(({ isPart, units }, i): PackedRow[] => {
    const card = packed[i]
    if (card === undefined) return [] // gone since the page was found
    return [isPart === true ? { ...card, units: cards.unitsPart(summaryOf((units ?? []).map(unitOf))) } : card]
  })
  return {
    total,
    ungrouped,
    left: Math.max(0, listed - offset - found.length),
    lastKey: found.at(-1)?.zpid ?? undefined,
    ...packedCards(shown, cards, today),
  }
}

function namedValue(by: HomeColumnName | 'zipcode', stored: number): number | string {
  if (by === 'zipcode') return String(stored).padStart(5, '0')
  const { values, scale = 1 }: HomeColumn = HOME_COLUMNS[by]
  return values ? (values[stored] ?? '') : stored / scale
}
