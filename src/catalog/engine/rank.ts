import { allocate, elementOf, type FlatArray } from './column.ts'
import { copyPerElement } from './own-copy.ts'
import { sortRowsByKey } from './radix.ts'

/**
 * Ranks all rows by value, starting from 0. Ties are in ascending order of id. Missing values come last in both
 * directions.
 */
export function rankBy(
  values: FlatArray,
  missing: number,
  direction: 'ascending' | 'descending',
  rowsById: Uint32Array,
): Uint32Array {
  const keys = new Float64Array(values.length)
  writeKeys[elementOf(values)](values, missing, direction === 'ascending' ? 1 : -1, keys)
  const rows = rowsById.slice()
  sortRowsByKey(rows, keys)
  const ranks = allocate('u32', rows.length)
  for (let rank = 0; rank < rows.length; rank++) ranks[rows[rank] as number] = rank
  return ranks
}

const writeKeys = copyPerElement(writeSortKeys)

function writeSortKeys(values: FlatArray, missing: number, sign: number, keys: Float64Array): void {
  for (let row = 0; row < values.length; row++) {
    const value = values[row] as number
    keys[row] = value === missing ? Number.POSITIVE_INFINITY : sign * value
  }
}

/** All rows in ascending order of their ids. */
export function sortRowsById(ids: Float64Array): Uint32Array {
  const rows = new Uint32Array(ids.length)
  for (let row = 0; row < rows.length; row++) rows[row] = row
  sortRowsByKey(rows, ids)
  return rows
}

/** Returns the row with this id, or undefined. `byId` must come from `sortRowsById`. */
export function rowWithId(ids: Float64Array, byId: Uint32Array, id: number): number | undefined {
  let [low, high] = [0, byId.length]
  // a loop of its own, because lists of homes look up each home here
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ids[byId[middle] as number] as number) < id) low = middle + 1
    else high = middle
  }
  const row = byId[low]
  return row !== undefined && ids[row] === id ? row : undefined
}
