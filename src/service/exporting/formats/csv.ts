import { csvLine } from '../../../kit/algorithms/csv-line.ts'
import type { FieldValue } from '../../../model/field.ts'
import type { Cell, Column } from '../column.ts'
import { type Encoding, rowsOf } from './encoding.ts'

/** Separates the items of a list. */
export const SEPARATOR = '|'

/** A table with a header. Unknown values are empty cells. */
export function csv(columns: readonly Column[]): Encoding {
  return {
    begin: () => csvLine(columns.map(({ name }) => name)),
    add: (item) =>
      rowsOf(item)
        .map((row) => csvLine(columns.map((column, place) => textOf(row[place], column))))
        .join(''),
    end: () => '',
  }
}

function textOf(cell: Cell, column: Column): string {
  if (cell === undefined) return ''
  if (typeof cell !== 'object') return column.kind === 'time' ? new Date(Number(cell)).toISOString() : String(cell)
  return cell.map((item) => itemOf(item, column)).join(SEPARATOR)
}

/** Replaces the separator if an item contains it. In web addresses, %7C means the same. */
function itemOf(item: string, { web }: Column): FieldValue {
  return item.replaceAll(SEPARATOR, web ? '%7C' : '/')
}
