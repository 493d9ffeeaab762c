import { RowSet } from './row-set.ts'

/**
 * Memory that searches reuse one after the other, so that a search allocates none. An array is valid until `reset`, and
 * first contains leftovers of earlier searches.
 */
export class Scratch {
  #arrays: Uint32Array[] = []
  #taken = 0
  #rowSet: RowSet | undefined

  reset(): void {
    this.#taken = 0
  }

  /** An array with room for at least this many rows. */
  takeRows(length: number): Uint32Array {
    const slot = this.#taken++
    const array = this.#arrays[slot]
    if (array !== undefined && array.length >= length) return array
    const larger = new Uint32Array(Math.max(length, 2 * (array?.length ?? 0)))
    this.#arrays[slot] = larger
    return larger
  }

  /** An empty set of rows, which the caller must leave empty. The table is always the same. */
  rowSet(rowCount: number): RowSet {
    this.#rowSet ??= new RowSet(rowCount)
    return this.#rowSet
  }
}
