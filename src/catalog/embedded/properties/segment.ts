import type { RemovedRows } from '../../engine/removed-rows.ts'
import type { ColumnReader } from './stored.ts'

/** A segment's columns, which are read when they are first needed and stay while the segment is there. */
export interface ListedSegment {
  readonly noun: 'home' | 'offer'
  readonly name: string
  readonly columns: ColumnReader
  readonly removed: RemovedRows | undefined
}

export interface Segment extends ListedSegment {
  /** In the order of the ids as texts, as all columns are. */
  readonly ids: Float64Array
}
