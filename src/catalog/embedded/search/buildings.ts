import { storageOf } from '../../engine/column.ts'
import type { Segments } from '../../engine/segments.ts'
import { BUILDING } from './shape.ts'
import type { OpenSegments } from './stored.ts'

const NO_BUILDING = storageOf('u32').missing

/** The buildings of rental units. Their numbers are unique across all segments. */
export class Buildings {
  readonly #segments: Segments
  /** These three arrays have one entry per segment. */
  readonly #columns: readonly Uint32Array[]
  readonly #lotIds: readonly (readonly string[])[]
  readonly #starts: readonly number[]

  constructor(open: OpenSegments, segments: Segments) {
    this.#segments = segments
    this.#columns = open.map(({ table }) => table.columnOf('u32', BUILDING).values as Uint32Array) // the column's kind is u32
    this.#lotIds = open.map(({ buildings }) => buildings)
    let count = 0
    this.#starts = open.map(({ buildings }) => {
      count += buildings.length
      return count - buildings.length
    })
  }

  /** Returns the building number of a row; undefined for a single home. */
  of(row: number): number | undefined {
    const i = this.#segments.of(row)
    const number = this.#columns[i]?.[row - (this.#segments.starts[i] as number)]
    return number === undefined || number === NO_BUILDING ? undefined : this.startOf(i) + number
  }

  /** Returns the number of a segment's first building. */
  startOf(segment: number): number {
    return this.#starts[segment] as number
  }

  lotIdOf(building: number): string {
    let i = this.#starts.length - 1
    while (building < this.startOf(i)) i--
    return this.#lotIds[i]?.[building - this.startOf(i)] ?? ''
  }
}
