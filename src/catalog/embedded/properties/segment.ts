import type { RemovedRows } from '../../engine/removed-rows.ts'
import type { ColumnReader } from './stored.ts'

/** A segment's columns. Each column is read when first needed, and stays in memory as long as the segment exists. */
export interface ListedSegment {
  readonly noun: 'home' | 'offer'
  readonly name: string
  readonly columns: ColumnReader
  readonly removed: RemovedRows | undefined
}

export interface Segment extends ListedSegment {
  /** Sorted by the ids as strings, like the rows of all columns. */
  readonly ids: Float64Array
}
