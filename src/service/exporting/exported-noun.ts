import { sourceName } from '../../catalog/ports/source-name.ts'
import type { StoredRecords } from '../../catalog/ports/stored-records.ts'
import type { Field } from '../../model/field.ts'
import type { Point } from '../../model/home.ts'
import type { RecordOf, SearchedNoun } from '../../model/searched.ts'
import { type Cell, type Cells, type Column, columnFor, textColumns } from './column.ts'

/** Looks up the attribution of a record's source, and the agents that a record names. */
export type Beside = Pick<StoredRecords, 'about' | 'get'>

/** How the records of one type become rows. Rows leave out what answers hide. */
export interface ExportedNoun<N extends SearchedNoun = SearchedNoun> {
  readonly noun: N
  /** The plural of the record type, on the command line and in reports. */
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
  /** A list in each record whose items have columns of their own. Each row of a table then has one item of the list. */
  readonly list?: ExportedList<RecordOf<N>>
}

type Reader<R> = (record: R) => Cell

/** The fields that records store unchanged. Their keys in a record begin with a lower-case letter. */
type Stored<R, F> = F extends string ? (Uncapitalize<F> extends keyof R ? F : never) : never

/** The export of one record type. All columns except the id and the source are fields of imports. */
interface FieldExport<N extends SearchedNoun, F extends string>
  extends Omit<ExportedNoun<N>, 'idColumn' | 'columns' | 'cells'> {
  readonly id: Column
  readonly idOf: Reader<RecordOf<N>>
  readonly fields: Readonly<Record<F, Field>>
  /** Functions that read the fields whose stored form differs from the imported form. */
  readonly readers: Readonly<Record<Exclude<F, Stored<RecordOf<N>, F>>, Reader<RecordOf<N>>>>
}

export function exportedFields<N extends SearchedNoun, F extends string>(spec: FieldExport<N, F>): ExportedNoun<N> {
  const { id, idOf, fields, readers, ...noun } = spec
  const names = Object.keys(fields) as F[] // `fields` has exactly these keys
  const own = new Map<string, Reader<RecordOf<N>>>(Object.entries(readers))
  const values = names.map((name) => own.get(name) ?? stored(name))
  return {
    ...noun,
    idColumn: id.name,
    columns: [id, ...names.map((name) => columnFor(name, fields[name])), ...textColumns('Source', 'Attribution')],
    cells: (record, { about }) => [
      idOf(record),
      ...values.map((read) => read(record)),
      record.source,
      sourceName(about, record),
    ],
  }
}

function stored(name: string): Reader<object> {
  const key = name.replace(/^./, (first) => first.toLowerCase())
  return (record) => Reflect.get(record, key) as Cell // `Stored` allows only names of keys whose values are cells
}

export interface ExportedList<R> {
  readonly name: string
  readonly columns: readonly Column[]
  of(record: R): readonly Cells[]
}
