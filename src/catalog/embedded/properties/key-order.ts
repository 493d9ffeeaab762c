import { sortRowsByKey } from '../../engine/radix.ts'
import { sortRowsById } from '../../engine/rank.ts'

/** Digits of a text that numbers below 10^15, which floats hold exactly, can stand for. */
const DIGITS = 15
const LEAST = 10 ** DIGITS

/** A number in whose order the texts of ids are; of two that have the same, the lower id is first. */
function textRank(id: number): number {
  if (id >= LEAST) return Math.floor(id / 10)
  let rank = id
  if (id > 0) while (rank * 10 < LEAST) rank *= 10
  return rank
}

/** Negative if the text of the first id comes first. */
export function compareIds(one: number, other: number): number {
  return textRank(one) - textRank(other) || one - other
}

/** The rows of ids in the order of the ids as texts: 1, 10, 2. Ids are whole numbers below 2^53. */
export function rowsByText(ids: Float64Array): Uint32Array {
  const rows = sortRowsById(ids)
  sortRowsByKey(rows, Float64Array.from(ids, textRank))
  return rows
}

/** The number of ids, in the order of their texts, that come before a text, or also the one that equals the text. */
export function countBefore(ids: Float64Array, text: string, isInclusive: boolean): number {
  let [low, high] = [0, ids.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const other = String(ids[middle])
    if (other < text || (isInclusive && other === text)) low = middle + 1
    else high = middle
  }
  return low
}

/** The row of an id among ids in the order of their texts; undefined if it is not among them. */
export function rowOfId(ids: Float64Array, id: number): number | undefined {
  let [low, high] = [0, ids.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compareIds(ids[middle] as number, id) < 0) low = middle + 1
    else high = middle
  }
  return ids[low] === id ? low : undefined
}
