import type { StoredRecords } from '../../catalog/ports/stored-records.ts'
import type { Point } from '../../model/home.ts'
import type { RecordOf, SearchedNoun } from '../../model/searched.ts'
import type { Cells, Column } from './column.ts'

/** Looks up the attributions of a record's source, and the agents that the record names. */
export type Beside = Pick<StoredRecords, 'about' | 'get'>

/** How the records of a noun become rows. Rows leave out what answers withhold. */
export interface ExportedNoun<N extends SearchedNoun = SearchedNoun> {
  readonly noun: N
  /** The noun's name on the command line and in reports. */
  readonly plural: string
  /** The column with the id. Exports are sorted by it. */
  readonly idColumn: string
  readonly columns: readonly Column[]
  /** Whether answers may show the record. If undefined, answers may show every record. */
  isShown?(record: RecordOf<N>): boolean
  /** Returns the cells of the columns, in the order of the columns. */
  cells(record: RecordOf<N>, beside: Beside): Cells
  /** Returns where a map may show the record. */
  pointOf(record: RecordOf<N>): Point | undefined
  /** A list of each record that has columns of its own: a row of a table holds one item of the list. */
  readonly list?: ExportedList<RecordOf<N>>
}

export interface ExportedList<R> {
  readonly name: string
  readonly columns: readonly Column[]
  of(record: R): readonly Cells[]
}
