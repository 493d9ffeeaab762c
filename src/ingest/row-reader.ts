import { CommandFault, EXIT } from '../base/failure.ts'
import { nearestName, quote } from '../base/sentence.ts'
import type { FieldValue } from '../model/field.ts'
import { LARGEST_GIVEN_ZPID } from '../model/identity.ts'
import { Partly, Unreadable } from './conversions.ts'
import { type Finding, Rejection } from './finding.ts'
import type { Mapping } from './mapping.ts'
import type { CellReader, ColumnUse, MappedField } from './mapping-field.ts'
import type { DatedValue, RowContent } from './noun.ts'
import type { Source } from './sources/source.ts'

interface BoundField {
  readonly field: string
  readonly column: string
  readonly index: number
  readonly required: boolean
  readonly read: CellReader
}

/** What one record of a row is made of. */
interface BoundRecord {
  readonly constants: Readonly<Record<string, FieldValue>>
  readonly fields: readonly BoundField[]
  readonly mapped: ReadonlySet<string>
  /** Columns that this record alone reads: a row in which all of them are empty does not tell of it. */
  readonly own: readonly number[]
}

/** A mapping applied to the columns of one file. */
export class RowReader {
  readonly #mapping: Mapping
  readonly #records: readonly BoundRecord[]
  readonly #kept: readonly { readonly name: string; readonly index: number }[]
  readonly #keyIndex: number | undefined
  readonly #zpidIndex: number | undefined
  readonly #periods: readonly { readonly end: string; readonly column: string; readonly index: number }[]
  /** Columns of the file that the mapping does not use. */
  readonly columnsNotUsed: readonly string[]

  /** Throws a CommandFault when the mapping names a column that the file does not have, or has twice. */
  constructor(mapping: Mapping, { columns, file }: Pick<Source, 'columns' | 'file'>) {
    const used = new Set<number>()
    const indexOf = (use: ColumnUse) => {
      const index = columnIndex(use, mapping, columns, file)
      used.add(index)
      return index
    }
    const isThere = ({ from }: MappedField) => 'constant' in from || !from.optional || columns.includes(from.column)
    this.#mapping = mapping
    this.#keyIndex = mapping.key && indexOf(mapping.key)
    this.#zpidIndex = mapping.zpid && indexOf(mapping.zpid)
    this.#records = mapping.records.map((fields) => bindRecord(fields.filter(isThere), mapping, indexOf))
    this.#kept = mapping.kept.map((kept) => ({ name: kept.name, index: indexOf(kept) }))
    this.#periods = periodsOf(mapping, columns, file)
    for (const { index } of this.#periods) used.add(index)
    this.columnsNotUsed = columns.filter((_, index) => !used.has(index))
  }

  /** What the row says of each record that it tells of: never none. */
  read(cells: readonly string[]): readonly RowContent[] | Rejection {
    const identity = this.#identity(cells)
    if (identity instanceof Rejection) return identity
    const contents: RowContent[] = []
    for (const bound of this.#records) {
      if (bound.own.length > 0 && bound.own.every((index) => (cells[index] ?? '').trim() === '')) continue
      const content = this.#record(bound, cells)
      if (content instanceof Rejection) return content
      contents.push({ ...identity, ...content })
    }
    if (contents.length > 0) return contents
    return new Rejection('row.nothing', 'The row tells of no record.', 'all columns of its records are empty')
  }

  #record({ constants, fields, mapped }: BoundRecord, cells: readonly string[]) {
    const values: Record<string, FieldValue> = { ...constants }
    const findings: Finding[] = []
    for (const bound of fields) {
      const cell = cells[bound.index] ?? ''
      const read = bound.read(cell)
      const value = read instanceof Partly ? read.value : read
      if (read instanceof Partly) findings.push(this.#unreadable(bound, cell, read.refused).finding)
      if (value instanceof Unreadable) {
        if (bound.required) return this.#unreadable(bound, cell, value)
        findings.push(this.#unreadable(bound, cell, value).finding)
      } else if (value !== undefined) values[bound.field] = value
      else if (bound.required) return missing(bound)
    }
    const points = this.#points(cells, findings)
    // the mapping's fields were checked against the table, and each conversion gives values of its field's kind
    return { record: values, other: this.#other(cells), points, findings, mapped }
  }

  #points(cells: readonly string[], findings: Finding[]): readonly DatedValue[] {
    const points: DatedValue[] = []
    for (const { end, column, index } of this.#periods) {
      const cell = cells[index] ?? ''
      const value = this.#mapping.wide?.read(cell)
      if (typeof value === 'number') points.push([end, value])
      if (value instanceof Unreadable) {
        findings.push(this.#unreadable({ field: 'Value', column }, cell, value).finding)
      }
    }
    return points
  }

  #identity(cells: readonly string[]): { sourceKey: string; zpid?: number } | Rejection {
    const { key } = this.#mapping
    if (key === undefined || this.#keyIndex === undefined) return { sourceKey: '' }
    const text = cells[this.#keyIndex]?.trim() ?? ''
    if (text === '') return new Rejection('key.missing', 'The key is empty.', `${key.column} is empty`)
    const sourceKey = text.padStart(key.pad, '0')
    if (this.#zpidIndex === undefined) return { sourceKey }
    const given = cells[this.#zpidIndex]?.trim() ?? ''
    const zpid = /^\d{1,20}$/.test(given) ? Number(given) : 0
    if (zpid >= 1 && zpid <= LARGEST_GIVEN_ZPID) return { sourceKey, zpid }
    return new Rejection(
      'zpid.unreadable',
      'The property id cannot be read.',
      `cannot read zpid ${quote(given)}: accepted is a whole number from 1 to ${LARGEST_GIVEN_ZPID}`,
    )
  }

  #other(cells: readonly string[]): Readonly<Record<string, string>> {
    const other: Record<string, string> = {}
    for (const { name, index } of this.#kept) {
      const cell = cells[index]?.trim() ?? ''
      if (cell !== '') other[name] = cell
    }
    return other
  }

  /** What a row says of a person is not repeated. */
  #unreadable({ field, column }: Pick<BoundField, 'field' | 'column'>, cell: string, { why }: Unreadable): Rejection {
    const given = this.#mapping.personal ? '' : ` ${quote(cell.trim())}`
    const detail = `cannot read ${field}${given} in ${column}: ${why.replace(/\.$/, '')}`
    return new Rejection(`${field}.unreadable`, `${field} cannot be read.`, detail)
  }
}

function bindRecord(
  fields: readonly MappedField[],
  mapping: Mapping,
  indexOf: (use: ColumnUse) => number,
): BoundRecord {
  const { records } = mapping
  const constants: Record<string, FieldValue> = {}
  const bound: BoundField[] = []
  for (const { field, required, from } of fields) {
    if ('constant' in from) constants[field] = from.constant
    else bound.push({ field, required, read: from.read, column: from.column, index: indexOf(from) })
  }
  const isCommon = (use: MappedField) => records.every((others) => others.includes(use))
  const own = records.length === 1 ? [] : fields.filter((use) => !isCommon(use))
  return {
    constants,
    fields: bound,
    mapped: mappedBy(mapping, fields),
    own: own.flatMap(({ from }) => ('constant' in from ? [] : [indexOf(from)])),
  }
}

/** The same set for files with the same columns, as the records of such files are put together as one. */
const MAPPED = new WeakMap<Mapping, Map<string, ReadonlySet<string>>>()

function mappedBy(mapping: Mapping, fields: readonly MappedField[]): ReadonlySet<string> {
  const names = [...fields.map(({ field }) => field), ...mapping.kept.map(({ name }) => `keep ${name}`)]
  const sets = MAPPED.get(mapping) ?? new Map<string, ReadonlySet<string>>()
  MAPPED.set(mapping, sets)
  const mapped = sets.get(names.join('\n')) ?? new Set(names)
  sets.set(names.join('\n'), mapped)
  return mapped
}

/** Columns of a wide table whose names are dates, oldest first. */
function periodsOf({ wide, file: mappingFile }: Mapping, columns: readonly string[], file: string) {
  if (wide === undefined) return []
  const periods = columns.flatMap((column, index) => {
    const end = wide.periodEnd(column)
    return end === undefined ? [] : [{ end, column, index }]
  })
  const twice = new Set(periods.map(({ end }) => end)).size < periods.length
  if (periods.length > 0 && !twice) return periods.sort((a, b) => (a.end < b.end ? -1 : 1))
  const what = twice ? `Two columns of "${file}" have the same date` : `No column of "${file}" has a date for its name`
  throw new CommandFault(
    `${mappingFile}, line ${wide.line}: ${what}: expected are names like ${wide.format}.`,
    EXIT.data,
  )
}

function columnIndex({ column, line }: ColumnUse, mapping: Mapping, columns: readonly string[], file: string): number {
  const index = columns.indexOf(column)
  const start = `${mapping.file}, line ${line}:`
  if (index === -1) {
    const delimiter = delimiterMeant(mapping, columns)
    if (delimiter !== undefined) {
      const format = `format: { type: csv, delimiter: ${delimiter} }`
      throw new CommandFault(
        `${start} "${file}" has a single column, ${quote(columns[0] ?? '')}: are its cells parted otherwise? Then the mapping says so with ${format}.`,
        EXIT.data,
      )
    }
    const nearest = nearestName(column, columns)
    const hint = nearest === undefined ? `its columns are ${columns.join(', ')}.` : `did you mean "${nearest}"?`
    throw new CommandFault(`${start} There is no column ${quote(column)} in "${file}": ${hint}`, EXIT.data)
  }
  if (columns.indexOf(column, index + 1) === -1) return index
  throw new CommandFault(
    `${start} The column ${quote(column)} stands twice in "${file}": rename one of them.`,
    EXIT.data,
  )
}

/** How a mapping writes the delimiters of CSV files. */
const DELIMITERS = { ',': '","', ';': '";"', '|': '"|"', '\t': 'tab' }

/** The delimiter of a file whose header, read with the mapping's, is one cell: it shows in its text. */
function delimiterMeant({ format }: Mapping, [header = '', ...others]: readonly string[]): string | undefined {
  if (format.type !== 'csv' || others.length > 0) return undefined
  return Object.entries(DELIMITERS).find(([delimiter]) => header.includes(delimiter))?.[1]
}

function missing({ field, column }: BoundField): Rejection {
  return new Rejection(`${field}.missing`, `${field} is missing.`, `${column} says nothing, and ${field} is required`)
}
