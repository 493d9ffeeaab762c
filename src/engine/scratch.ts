import { RowSet } from './row-set.ts'

/**
 * Memory that one thread's searches use one after the other, so that a search allocates none. Whatever it hands out is
 * good until `reset`, and holds what an earlier search left there.
 */
export class Scratch {
  #arrays: Uint32Array[] = []
  #taken = 0
  #rowSet: RowSet | undefined

  reset(): void {
    this.#taken = 0
  }

  /** Room for at least so many rows. */
  takeRows(length: number): Uint32Array {
    const slot = this.#taken++
    const array = this.#arrays[slot]
    if (array !== undefined && array.length >= length) return array
    const larger = new Uint32Array(Math.max(length, 2 * (array?.length ?? 0)))
    this.#arrays[slot] = larger
    return larger
  }

  /** An empty set of rows, to be left empty; the table is always the same. */
  rowSet(rowCount: number): RowSet {
    this.#rowSet ??= new RowSet(rowCount)
    return this.#rowSet
  }
}
