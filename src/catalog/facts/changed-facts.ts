import type { FactKind } from '../../model/market-facts.ts'
import { type Element, type FlatArray, newColumn } from '../engine/column.ts'
import { FACT_COLUMNS, factBytes, openFacts } from './fact-bytes.ts'

/** Values in the order of `FACT_COLUMNS`. */
export type FactRow = readonly number[]

/**
 * Returns the stored facts of a place (homes with the same regions) after rows were removed and added. Each row in
 * `removed` removes one equal row.
 */
export function changedFacts(
  kind: Exclude<FactKind, 'values'>,
  stored: readonly Uint8Array[],
  removed: readonly FactRow[],
  added: readonly FactRow[],
): Uint8Array {
  const left = new Map<string, number>()
  for (const row of removed.map((values) => asStored(kind, values))) left.set(row, (left.get(row) ?? 0) + 1)
  const remaining = stored
    .flatMap((part) => factRows(kind, part))
    .filter((row) => {
      const count = left.get(String(row)) ?? 0
      if (count > 0) left.set(String(row), count - 1)
      return count === 0
    })
  return bytesOfRows(kind, [...remaining, ...added])
}

export function bytesOfRows(kind: FactKind, rows: readonly FactRow[]): Uint8Array {
  const elements: Element[] = Object.values(FACT_COLUMNS[kind])
  const columns = elements.map((element, at) => {
    const column = newColumn(element, rows.length)
    rows.forEach((row, number) => {
      column[number] = row[at] as number
    })
    return column
  })
  return factBytes(columns, 0, rows.length)
}

function factRows(kind: FactKind, stored: Uint8Array): FactRow[] {
  const { rows, ...columns } = openFacts(kind, stored)
  const inOrder = Object.keys(FACT_COLUMNS[kind]).map((name) => (columns as Record<string, FlatArray>)[name]) // its columns
  return Array.from({ length: rows }, (_, row) => inOrder.map((column) => column?.[row] as number))
}

/** Returns the row as text after rounding each value to its stored type. */
function asStored(kind: FactKind, values: FactRow): string {
  const elements: Element[] = Object.values(FACT_COLUMNS[kind])
  return String(
    elements.map((element, at) => {
      const cell = newColumn(element, 1)
      cell[0] = values[at] as number
      return cell[0]
    }),
  )
}
