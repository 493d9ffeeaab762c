import { type CardMaker, summaryOf } from '../../src/catalog/cards.ts'
import type { UnitHit } from '../../src/catalog/query.ts'
import { HOME_FLAGS } from '../../src/model/home-columns.ts'

/** A result row of a grouped statement, see `compileQuery`. */
export interface GroupedRow {
  readonly total: number
  readonly ungrouped: number
  /** NULL for a building, and when there are no results. */
  readonly card: string | null
  /** NULL for a home. */
  readonly part: string | null
  readonly units: readonly UnitRow[] | string | null
}

type UnitRow = readonly [zpid: number, bedrooms: number | null, price: number | null, flags: number]

const ROOM_BIT = 1 << HOME_FLAGS.indexOf('room')

/** The cards of a grouped page, comma-separated. Building cards are made here, as for every backend. */
export function groupedCards(rows: readonly GroupedRow[], cards: CardMaker): string {
  return rows
    .map(({ card, part, units }) => (part === null ? card : part + cards.unitsPart(summaryOf(unitsOf(units)))))
    .filter((card) => card !== null)
    .join(',')
}

function unitsOf(units: GroupedRow['units']): UnitHit[] {
  const rows: readonly UnitRow[] = typeof units === 'string' ? JSON.parse(units) : (units ?? [])
  return rows.map(([zpid, bedrooms, price, flags]) => ({
    zpid,
    bedrooms: bedrooms ?? undefined,
    price: price ?? undefined,
    room: (flags & ROOM_BIT) !== 0,
  }))
}
