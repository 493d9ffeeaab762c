import type { Table } from '../../engine/table.ts'

/**
 * Caches a value per segment. All states with the segment share the value, which is dropped together with the segment.
 * The cache key is the array of row ids; see `openSegments`.
 */
export class PerSegment<T> {
  readonly #values = new WeakMap<Float64Array, T>()

  of({ ids }: Table, find: () => T): T {
    const value = this.#values.get(ids) ?? find()
    this.#values.set(ids, value)
    return value
  }
}
