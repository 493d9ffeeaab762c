import type { Table } from '../../engine/table.ts'

/**
 * What a thread finds out about a segment, once for all states that the segment is part of. It is forgotten together
 * with the last of them: the ids of the rows stand for the segment, see `openSegments`.
 */
export class PerSegment<T> {
  readonly #found = new WeakMap<Float64Array, T>()

  of({ ids }: Table, find: () => T): T {
    const found = this.#found.get(ids) ?? find()
    this.#found.set(ids, found)
    return found
  }
}
