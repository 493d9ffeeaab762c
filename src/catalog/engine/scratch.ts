import { RowSet } from './row-set.ts'

/**
 * Memory that consecutive searches reuse, so that searches allocate nothing. `reset` invalidates all arrays. A new
 * array contains data of earlier searches.
 */
export class Scratch {
  #arrays: Uint32Array[] = []
  #taken = 0
  #rowSet: RowSet | undefined

  reset(): void {
    this.#taken = 0
  }

  /** Returns an array with room for at least this many rows. */
  takeRows(length: number): Uint32Array {
    const slot = this.#taken++
    const array = this.#arrays[slot]
    if (array !== undefined && array.length >= length) return array
    const larger = new Uint32Array(Math.max(length, 2 * (array?.length ?? 0)))
    this.#arrays[slot] = larger
    return larger
  }

  /**
   * Returns an empty set of rows. The caller must empty it after use. All calls must pass the row count of the same
   * table.
   */
  rowSet(rowCount: number): RowSet {
    this.#rowSet ??= new RowSet(rowCount)
    return this.#rowSet
  }
}
