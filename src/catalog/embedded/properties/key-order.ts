import { firstPlace } from '../../../kit/algorithms/sorted.ts'
import { sortRowsByKey } from '../../engine/radix.ts'
import { sortRowsById } from '../../engine/rank.ts'

/** A float represents every integer with up to this many digits exactly. */
const DIGITS = 15
const LEAST = 10 ** DIGITS

/** Returns a number by which ids sort as strings do. If two numbers are equal, the lower id comes first. */
function textRank(id: number): number {
  if (id >= LEAST) return Math.floor(id / 10)
  let rank = id
  if (id > 0) while (rank * 10 < LEAST) rank *= 10
  return rank
}

/** Compares two ids as strings: 10 sorts before 2. */
export function compareIds(one: number, other: number): number {
  return textRank(one) - textRank(other) || one - other
}

/** Returns the rows of ids, sorted by the ids as strings: 1, 10, 2. Ids are integers below 2^53. */
export function rowsByText(ids: Float64Array): Uint32Array {
  const rows = sortRowsById(ids)
  sortRowsByKey(rows, Float64Array.from(ids, textRank))
  return rows
}

/** Returns how many ids sort before `text`, or also equal it if inclusive. The ids must be sorted as strings. */
export function countBefore(ids: Float64Array, text: string, isInclusive: boolean): number {
  return firstPlace(0, ids.length, (row) => (isInclusive ? String(ids[row]) > text : String(ids[row]) >= text))
}

/** Returns the row of an id; undefined if the id is missing. The ids must be sorted as strings. */
export function rowOfId(ids: Float64Array, id: number): number | undefined {
  const row = firstPlace(0, ids.length, (place) => compareIds(ids[place] as number, id) >= 0)
  return ids[row] === id ? row : undefined
}
