import { storageOf } from '../../../engine/column.ts'
import type { Table } from '../../../engine/table.ts'
import { HOME_COLUMNS, type HomeColumn, type HomeColumnName } from '../../../model/home-columns.ts'
import type { HomeValueName, HomeValues } from '../../query.ts'
import { FLAGS, KEY } from './shape.ts'

function isColumn(name: HomeValueName): name is HomeColumnName {
  return Object.hasOwn(HOME_COLUMNS, name)
}

/** Column values of some rows, in the order of the rows. */
export function valuesOfRows<C extends HomeValueName>(
  table: Table,
  rows: Uint32Array,
  columns: readonly C[],
): HomeValues<C> {
  const zpids = table.columnOf('f64', KEY).values
  const flags = table.columnOf('flags', FLAGS).values
  const values = Object.fromEntries(columns.map((name) => [name, valuesOfColumn(table, rows, name)]))
  return {
    zpids: Float64Array.from(rows, (row) => zpids[row] as number),
    flags: Uint32Array.from(rows, (row) => flags[row] as number),
    values: values as Record<C, Float64Array>, // one entry per column
  }
}

function valuesOfColumn(table: Table, rows: Uint32Array, name: HomeValueName): Float64Array {
  const { kind, values } = table.column(name)
  const scale = isColumn(name) ? scaleOf(HOME_COLUMNS[name]) : 1
  const { missing } = storageOf(kind)
  const found = new Float64Array(rows.length)
  for (let i = 0; i < rows.length; i++) {
    const stored = values[rows[i] as number] as number
    found[i] = stored === missing ? Number.NaN : stored / scale
  }
  return found
}

function scaleOf({ scale = 1 }: HomeColumn): number {
  return scale
}
