import { allocate, type FlatArray } from './column.ts'
import { sortRowsByKey } from './radix.ts'

/**
 * For each row its place, from 0, when all rows are put in order of their values: ties by id, ascending, and missing
 * values last in either direction.
 */
export function rankBy(
  values: FlatArray,
  missing: number,
  direction: 'ascending' | 'descending',
  rowsById: Uint32Array,
): Uint32Array {
  const sign = direction === 'ascending' ? 1 : -1
  const keys = Float64Array.from(values, (value) => (value === missing ? Number.POSITIVE_INFINITY : sign * value))
  const rows = rowsById.slice()
  sortRowsByKey(rows, keys)
  const ranks = allocate('u32', rows.length)
  for (let rank = 0; rank < rows.length; rank++) ranks[rows[rank] as number] = rank
  return ranks
}

/** All rows in ascending order of their ids. */
export function sortRowsById(ids: Float64Array): Uint32Array {
  const rows = Uint32Array.from(ids, (_, row) => row)
  sortRowsByKey(rows, ids)
  return rows
}
