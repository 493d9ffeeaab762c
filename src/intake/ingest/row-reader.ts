import { nearestName, quote } from '../../kit/base/sentence.ts'
import type { FieldValue } from '../../model/field.ts'
import { LARGEST_GIVEN_ZPID, LARGEST_ZPID } from '../../model/identity.ts'
import { Partly, Unreadable } from './conversions.ts'
import { MOMENT_FIELD } from './deletes.ts'
import { dataFault } from './file-fault.ts'
import { type Finding, Rejection } from './finding.ts'
import type { Mapping } from './mapping.ts'
import type { CellsUse, ColumnUse } from './mapping-cells.ts'
import type { CellReader, MappedField } from './mapping-field.ts'
import { type KeyPart, keyOf } from './mapping-key.ts'
import type { Condition } from './mapping-where.ts'
import type { DatedValue, Deletion, Identity, RowContent } from './noun.ts'
import { importNounOf } from './nouns.ts'
import { type BrokenRow, ELEMENT_MARK, type Row, type Source } from './sources/source.ts'

/** Combines some cells of a row into one text. */
type TextOf = (cells: readonly string[]) => string

interface BoundField {
  readonly field: string
  /** The columns, as error messages name them. */
  readonly column: string
  readonly textOf: TextOf
  readonly required: boolean
  /** Indexes of the field's columns, if a row may lack all of them. Otherwise empty. */
  readonly mayLack: readonly number[]
  readonly when: readonly BoundCondition[]
  readonly read: CellReader
}

interface BoundKeyPart {
  readonly column: string
  readonly textOf: TextOf
  readonly required: boolean
  readonly read: KeyPart['read']
}

interface BoundCondition {
  /** -1 if the file lacks the column. */
  readonly index: number
  readonly holds: Condition['holds']
}

/** The fields of one record of a row, bound to the columns of a file. */
interface BoundRecord {
  readonly constants: Readonly<Record<string, FieldValue>>
  readonly fields: readonly BoundField[]
  readonly mapped: ReadonlySet<string>
  /** Columns that only this record reads. If they are all empty, the row lacks this record. */
  readonly own: readonly number[]
}

/** A mapping applied to the columns of one file. */
export class RowReader {
  readonly #mapping: Mapping
  readonly #records: readonly BoundRecord[]
  readonly #kept: readonly { readonly name: string; readonly index: number }[]
  readonly #key: readonly BoundKeyPart[]
  readonly #where: readonly BoundCondition[]
  readonly #deletedWhen: readonly BoundCondition[]
  readonly #moment: BoundField | undefined
  /** Reads the key of a part of a home, such as a picture. */
  readonly #partKey: ((cells: readonly string[]) => string | Rejection) | undefined
  readonly #zpidIndex: number | undefined
  readonly #periods: readonly { readonly end: string; readonly column: string; readonly index: number }[]
  /** Columns that the mapping does not use. */
  readonly columnsNotUsed: readonly string[]

  /** Throws a CommandFault if the mapping names a column that the file lacks or has twice. */
  constructor(mapping: Mapping, { columns, file }: Pick<Source, 'columns' | 'file'>) {
    const used = new Set<number>()
    const indexOf = (use: ColumnUse) => {
      const index = columnIndex(use, mapping, columns, file)
      used.add(index)
      return index
    }
    const isThere = ({ from }: MappedField) =>
      'constant' in from || !from.optional || from.columns.some((column) => columns.includes(column))
    const indexesOf = (use: CellsUse) => thoseThere(use, columns).map((column) => indexOf({ column, line: use.line }))
    this.#mapping = mapping
    this.#key = (mapping.key ?? []).map(({ cells, ...part }) => {
      return { column: cells.columns.join(' or '), textOf: boundText(cells, indexesOf(cells)), ...part }
    })
    const condition = ({ holds, optional, ...use }: Condition): BoundCondition => {
      return { index: optional && !columns.includes(use.column) ? -1 : indexOf(use), holds }
    }
    this.#where = mapping.where.map(condition)
    this.#deletedWhen = mapping.deletedWhen.map(condition)
    this.#zpidIndex = mapping.zpid && indexOf(mapping.zpid)
    this.#records = mapping.records.map((fields) => bindRecord(fields.filter(isThere), mapping, indexesOf, condition))
    this.#moment = this.#records[0]?.fields.find(({ field }) => field === MOMENT_FIELD)
    this.#partKey = this.#partKeyReader(importNounOf(mapping.noun).partKey)
    this.#kept = mapping.kept.map((kept) => ({ name: kept.name, index: indexOf(kept) }))
    this.#periods = periodsOf(mapping, columns, file)
    for (const { index } of this.#periods) used.add(index)
    this.columnsNotUsed = columns.filter((_, index) => !used.has(index))
  }

  /** Whether the row meets the mapping's `where`. */
  isMeant(cells: readonly string[]): boolean {
    return this.#where.every(({ index, holds }) => holds(cells[index] ?? ''))
  }

  isDeletion(cells: readonly string[]): boolean {
    return this.#mapping.deletes === true || this.#deletedWhen.some(({ index, holds }) => holds(cells[index] ?? ''))
  }

  /** Reads only the cells that identify the deleted record. */
  readDeletion({ cells }: Pick<Row, 'cells'>): Deletion | Rejection {
    const identity = this.identity(cells)
    if (identity instanceof Rejection || this.#moment === undefined) return identity
    const moment = this.#moment.read(this.#moment.textOf(cells))
    return typeof moment === 'number' ? { ...identity, momentMs: moment } : identity
  }

  /** Returns the row's key. Undefined if the row has no readable key. */
  keyOf(cells: readonly string[]): string | undefined {
    const identity = this.identity(cells)
    return identity instanceof Rejection ? undefined : identity.sourceKey
  }

  /** Returns the contents of the row's records, at least one. */
  read(row: Pick<Row, 'cells' | 'lacks'>): readonly RowContent[] | Rejection {
    const { cells } = row
    const identity = this.identity(cells)
    if (identity instanceof Rejection) return identity
    const contents: RowContent[] = []
    for (const bound of this.#records) {
      if (bound.own.length > 0 && bound.own.every((index) => (cells[index] ?? '').trim() === '')) continue
      const content = this.#record(bound, row)
      if (content instanceof Rejection) return content
      contents.push({ ...identity, ...content })
    }
    if (contents.length > 0) return contents
    return new Rejection('row.nothing', 'The row has no record.', 'all columns of its records are empty')
  }

  #record({ constants, fields, mapped }: BoundRecord, { cells, lacks }: Pick<Row, 'cells' | 'lacks'>) {
    const values: Record<string, FieldValue> = { ...constants }
    const findings: Finding[] = []
    let lacked: Set<string> | undefined
    for (const bound of fields) {
      if (lacks !== undefined && isLacked(bound, lacks)) {
        lacked ??= new Set()
        lacked.add(bound.field)
        continue
      }
      if (!bound.when.every(({ index, holds }) => holds(cells[index] ?? ''))) {
        if (bound.required) return missing(bound)
        continue
      }
      const cell = bound.textOf(cells)
      const read = bound.read(cell)
      const value = read instanceof Partly ? read.value : read
      if (read instanceof Partly) {
        for (const refused of read.refused) findings.push(this.#unreadable(bound, cell, refused).finding)
      }
      if (value instanceof Unreadable) {
        if (bound.required) return this.#unreadable(bound, cell, value)
        findings.push(this.#unreadable(bound, cell, value).finding)
      } else if (value !== undefined) values[bound.field] = value
      else if (bound.required) return missing(bound)
    }
    const points = this.#points(cells, findings)
    // The mapping was checked: its fields exist, and each conversion returns values of its field's kind.
    const complete = lacked === undefined ? mapped : oneSet(this.#mapping, without(mapped, lacked))
    return { record: values, other: this.#other(cells), points, findings, mapped: complete }
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

  /** Yields the identity of each row's record. Skips rows with an unreadable key. */
  *identities(rows: readonly (Row | BrokenRow)[]): Generator<Identity> {
    for (const row of rows) {
      const identity = 'rule' in row ? row : this.identity(row.cells)
      if ('sourceKey' in identity) yield identity
    }
  }

  /** Reads only the cells that identify the record. */
  identity(cells: readonly string[]): Identity | Rejection {
    const identity = this.#recordNamed(cells)
    if (identity instanceof Rejection || this.#partKey === undefined) return identity
    const partKey = this.#partKey(cells)
    return partKey instanceof Rejection ? partKey : { ...identity, partKey }
  }

  #partKeyReader(name: string | undefined): ((cells: readonly string[]) => string | Rejection) | undefined {
    if (name === undefined) return undefined
    const [record] = this.#records
    const bound = record?.fields.find(({ field }) => field === name)
    if (bound === undefined) return () => String(record?.constants[name] ?? '')
    return (cells) => {
      const cell = bound.textOf(cells)
      const key = bound.read(cell)
      if (key instanceof Unreadable) return this.#unreadable(bound, cell, key)
      return typeof key === 'string' && key !== '' ? key : missing(bound)
    }
  }

  #recordNamed(cells: readonly string[]): Identity | Rejection {
    const parts: string[] = []
    let emptyPart: string | undefined
    for (const { column, textOf, required, read } of this.#key) {
      const text = textOf(cells).trim()
      const part = read(text)
      if (required && part === '') emptyPart ??= column
      if (part instanceof Unreadable) return this.#unreadable({ field: 'key', column }, text, part)
      parts.push(part)
    }
    if (parts.length > 0 && parts.every((part) => part === '')) {
      const columns = this.#key.map(({ column }) => column).join(', ')
      return new Rejection('key.missing', 'The key is empty.', `${columns} ${parts.length > 1 ? 'are' : 'is'} empty`)
    }
    if (emptyPart !== undefined)
      return new Rejection('key.incomplete', 'A required part of the key is empty.', `${emptyPart} is empty`)
    const sourceKey = keyOf(parts)
    if (this.#mapping.replica && this.#mapping.noun !== 'home') {
      return /^[\w-]{1,100}$/.test(sourceKey) ? { sourceKey, isId: true } : UNREADABLE_ID
    }
    if (this.#mapping.replica) {
      const named = zpidOf(sourceKey, sourceKey, LARGEST_ZPID)
      return named instanceof Rejection ? named : { ...named, isId: true }
    }
    if (this.#zpidIndex === undefined) return { sourceKey }
    return zpidOf(sourceKey, cells[this.#zpidIndex]?.trim() ?? '', LARGEST_GIVEN_ZPID)
  }

  #other(cells: readonly string[]): Readonly<Record<string, string>> {
    const other: Record<string, string> = {}
    for (const { name, index } of this.#kept) {
      const cell = cells[index]?.trim() ?? ''
      if (cell !== '') other[name] = cell
    }
    return other
  }

  /** Reports an unreadable cell, without quoting personal data. */
  #unreadable(
    { field, column }: Pick<BoundField, 'field' | 'column'>,
    cell: string,
    { must, hint, item = cell }: Unreadable,
  ): Rejection {
    const sentence = `${field === 'key' ? 'The key' : field} cannot be read.`
    const start = `${field === 'key' ? 'the key' : field} ${must}; the cell in ${column} is`
    const end = hint === undefined ? '' : `: ${hint}`
    if (this.#mapping.personal) return new Rejection(`${field}.unreadable`, sentence, `${start} something else${end}`)
    const given = item.split(ELEMENT_MARK).join(', ').replace(/, $/, '').trim()
    return new Rejection(`${field}.unreadable`, sentence, `${start} ${quote(given)}${end}`, given)
  }
}

function bindRecord(
  fields: readonly MappedField[],
  mapping: Mapping,
  indexesOf: (use: CellsUse) => readonly number[],
  bindCondition: (condition: Condition) => BoundCondition,
): BoundRecord {
  const { records } = mapping
  const constants: Record<string, FieldValue> = {}
  const bound: BoundField[] = []
  for (const { field, required, from, when: conditions = [] } of fields) {
    const when = conditions.map(bindCondition)
    if ('constant' in from) {
      const read = () => from.constant
      if (when.length === 0) constants[field] = from.constant
      else bound.push({ field, required, mayLack: [], when, read, column: 'the condition', textOf: () => '' })
    } else {
      const column = from.columns.join(from.oneIsEnough ? ' or ' : ' and ')
      const indexes = indexesOf(from)
      const mayLack = from.optional ? indexes : []
      bound.push({ field, required, mayLack, when, read: from.read, column, textOf: boundText(from, indexes) })
    }
  }
  const isCommon = (use: MappedField) => records.every((others) => others.includes(use))
  const own = records.length === 1 ? [] : fields.filter((use) => !isCommon(use))
  return {
    constants,
    fields: bound,
    mapped: oneSet(mapping, [...fields.map(({ field }) => field), ...mapping.kept.map(({ name }) => `keep ${name}`)]),
    own: own.flatMap(({ from }) => ('constant' in from ? [] : indexesOf(from))),
  }
}

/** Returns the columns that exist in the file. If all are optional and missing, returns all of them. */
function thoseThere(use: CellsUse & { readonly optional?: boolean }, columns: readonly string[]): readonly string[] {
  if (!use.oneIsEnough && !use.optional) return use.columns
  const there = use.columns.filter((column) => columns.includes(column))
  return there.length === 0 ? use.columns : there
}

function boundText({ combine, empty }: CellsUse, indexes: readonly number[]): TextOf {
  const [index = 0] = indexes
  if (!combine) return (cells) => cells[index] ?? ''
  return (cells) => {
    const texts = indexes.map((at) => cells[at]?.trim() ?? '')
    return combine(texts.map((text) => (empty.has(text) ? '' : text)))
  }
}

/** Whether the row lacks all columns of an optional field. The known value then stays. */
function isLacked({ mayLack }: BoundField, lacks: ReadonlySet<number>): boolean {
  return mayLack.length > 0 && mayLack.every((index) => lacks.has(index))
}

function without(names: ReadonlySet<string>, lacked: ReadonlySet<string>): readonly string[] {
  return [...names].filter((name) => !lacked.has(name))
}

/** Maximum number of cached sets. Rows may lack fields in countless combinations. */
const SETS_MAX = 1_000

/** Rows that fill the same fields share one set, because their records are merged together. */
const MAPPED = new WeakMap<Mapping, Map<string, ReadonlySet<string>>>()

function oneSet(mapping: Mapping, names: readonly string[]): ReadonlySet<string> {
  const sets = MAPPED.get(mapping) ?? new Map<string, ReadonlySet<string>>()
  MAPPED.set(mapping, sets)
  const all = names.join('\n')
  const existing = sets.get(all)
  if (existing !== undefined) return existing
  if (sets.size >= SETS_MAX) sets.clear()
  const set = new Set(names)
  sets.set(all, set)
  return set
}

/** Returns the columns named after dates, oldest first. */
function periodsOf({ wide, file: mappingFile }: Mapping, columns: readonly string[], file: string) {
  if (wide === undefined) return []
  const periods = columns.flatMap((column, index) => {
    const end = wide.periodEnd(column)
    return end === undefined ? [] : [{ end, column, index }]
  })
  const twice = new Set(periods.map(({ end }) => end)).size < periods.length
  if (periods.length > 0 && !twice) return periods.sort((a, b) => (a.end < b.end ? -1 : 1))
  const what = twice ? `Two columns of "${file}" have the same date` : `No column name in "${file}" is a date`
  throw dataFault(`${mappingFile}, line ${wide.line}: ${what}: column names must look like ${wide.format}.`)
}

function columnIndex({ column, line }: ColumnUse, mapping: Mapping, columns: readonly string[], file: string): number {
  const index = columns.indexOf(column)
  const start = `${mapping.file}, line ${line}:`
  if (index === -1) {
    const delimiter = delimiterMeant(mapping, columns)
    if (delimiter !== undefined) {
      const format = `format: { type: csv, delimiter: ${delimiter} }`
      throw dataFault(
        `${start} "${file}" has a single column, ${quote(columns[0] ?? '')}: if its cells have another delimiter, add this to the mapping: ${format}.`,
      )
    }
    const nearest = nearestName(column, columns)
    const hint = nearest === undefined ? `its columns are ${columns.join(', ')}.` : `did you mean "${nearest}"?`
    throw dataFault(`${start} There is no column ${quote(column)} in "${file}": ${hint}`)
  }
  if (columns.indexOf(column, index + 1) === -1) return index
  throw dataFault(`${start} The column ${quote(column)} occurs twice in "${file}": rename one of them.`)
}

/** Guesses the right delimiter for a header that the mapping's delimiter did not split. Spelled as in mappings. */
function delimiterMeant({ format }: Mapping, [header = '', ...others]: readonly string[]): string | undefined {
  if (format.type !== 'csv' || others.length > 0) return undefined
  const sign = [',', ';', '|', '\t'].find((delimiter) => header.includes(delimiter))
  return sign === '\t' ? 'tab' : sign && `"${sign}"`
}

function zpidOf(sourceKey: string, given: string, largest: number): Identity | Rejection {
  const zpid = /^\d{1,20}$/.test(given) ? Number(given) : 0
  if (zpid >= 1 && zpid <= largest) return { sourceKey, zpid }
  return new Rejection(
    'zpid.unreadable',
    'The property id cannot be read.',
    `the property id must be a whole number from 1 to ${largest}; the cell is ${quote(given)}`,
  )
}

const UNREADABLE_ID = new Rejection(
  'id.unreadable',
  'The key is not an id of Plat.',
  'the key must have 1 to 100 letters, digits, - and _',
)

function missing({ field, column }: BoundField): Rejection {
  return new Rejection(`${field}.missing`, `${field} is missing.`, `${column} is empty, and ${field} is required`)
}
