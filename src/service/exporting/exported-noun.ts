import type { StoredRecords } from '../../catalog/ports/stored-records.ts'
import type { Point } from '../../model/home.ts'
import type { RecordOf, SearchedNoun } from '../../model/searched.ts'
import type { Cells, Column } from './column.ts'

/** Looks up what stands beside a record: the attributions of its source, and the agents that it names. */
export type Beside = Pick<StoredRecords, 'about' | 'get'>

/** How the records of a noun become rows. What answers withhold, rows lack. */
export interface ExportedNoun<N extends SearchedNoun = SearchedNoun> {
  readonly noun: N
  /** The name that the command line and reports use. */
  readonly plural: string
  /** The column with the records' id, by which exports are in order. */
  readonly idColumn: string
  readonly columns: readonly Column[]
  /** Whether any answer may show the record; where this is left out, one may show each. */
  isShown?(record: RecordOf<N>): boolean
  /** The cells of the columns, in their order. */
  cells(record: RecordOf<N>, beside: Beside): Cells
  /** Where a map may show it. */
  pointOf(record: RecordOf<N>): Point | undefined
  /** A list of things with columns of their own: a row of a table holds one of them. */
  readonly list?: ExportedList<RecordOf<N>>
}

export interface ExportedList<R> {
  readonly name: string
  readonly columns: readonly Column[]
  of(record: R): readonly Cells[]
}
