import type { Table } from '../../engine/table.ts'

/**
 * Keeps what a thread finds out about a segment, once for all states that the segment is part of. It is forgotten
 * together with the last of them: the ids of the rows stand for the segment, see `openSegments`.
 */
export class PerSegment<T> {
  readonly #values = new WeakMap<Float64Array, T>()

  of({ ids }: Table, find: () => T): T {
    const value = this.#values.get(ids) ?? find()
    this.#values.set(ids, value)
    return value
  }
}
