import { CommandFault, EXIT } from '../base/failure.ts'
import { nearestOf, quote } from '../base/sentence.ts'
import type { FieldValue, HomeFieldName, HomeRecord } from '../model/home-fields.ts'
import { derivedZpid, LARGEST_GIVEN_ZPID } from '../model/identity.ts'
import { Unreadable } from './conversions.ts'
import type { Mapping } from './mapping.ts'
import type { CellReader, ColumnUse } from './mapping-field.ts'
import type { Source } from './sources/source.ts'

/** Something about a row: the rule it falls under, and what is so with this row. */
export interface Finding {
  /** Stable name. */
  readonly rule: string
  /** What is so with every row of this rule. */
  readonly sentence: string
  /** What is so with this row. */
  readonly detail: string
}

/** What a row says, as far as it can be read. */
export interface RowContent {
  readonly sourceKey: string
  readonly zpid: number
  readonly record: HomeRecord
  readonly other: Readonly<Record<string, string>>
  /** Cells that could not be read and were left out. */
  readonly findings: readonly Finding[]
}

/** Why a row cannot be used. */
export class Rejection {
  readonly finding: Finding

  constructor(rule: string, sentence: string, detail: string) {
    this.finding = { rule, sentence, detail }
  }
}

interface BoundField {
  readonly field: HomeFieldName
  readonly column: string
  readonly index: number
  readonly required: boolean
  readonly read: CellReader
}

/** A mapping applied to the columns of one file. */
export class RowReader {
  readonly #mapping: Mapping
  readonly #constants: Readonly<Record<string, FieldValue>>
  readonly #fields: readonly BoundField[]
  readonly #kept: readonly { readonly name: string; readonly index: number }[]
  readonly #keyIndex: number
  readonly #zpidIndex: number | undefined
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
    this.#mapping = mapping
    this.#keyIndex = indexOf(mapping.key)
    this.#zpidIndex = mapping.zpid && indexOf(mapping.zpid)
    this.#constants = Object.fromEntries(
      mapping.fields.flatMap(({ field, from }) => ('constant' in from ? [[field, from.constant]] : [])),
    )
    this.#fields = mapping.fields.flatMap(({ field, required, from }) =>
      'constant' in from ? [] : [{ field, required, read: from.read, column: from.column, index: indexOf(from) }],
    )
    this.#kept = mapping.kept.map((kept) => ({ name: kept.name, index: indexOf(kept) }))
    this.columnsNotUsed = columns.filter((_, index) => !used.has(index))
  }

  read(cells: readonly string[]): RowContent | Rejection {
    const identity = this.#identity(cells)
    if (identity instanceof Rejection) return identity
    const values: Record<string, FieldValue> = { ...this.#constants }
    const findings: Finding[] = []
    for (const bound of this.#fields) {
      const cell = cells[bound.index] ?? ''
      const value = bound.read(cell)
      if (value instanceof Unreadable) {
        if (bound.required) return unreadable(bound, cell, value)
        findings.push(unreadable(bound, cell, value).finding)
      } else if (value !== undefined) values[bound.field] = value
      else if (bound.required) return missing(bound)
    }
    // the mapping's fields were checked against the table, and each conversion gives values of its field's kind
    return { ...identity, record: values, other: this.#other(cells), findings }
  }

  #identity(cells: readonly string[]): { sourceKey: string; zpid: number } | Rejection {
    const { key, source } = this.#mapping
    const text = cells[this.#keyIndex]?.trim() ?? ''
    if (text === '') return new Rejection('key.missing', 'The key is empty.', `${key.column} is empty`)
    const sourceKey = text.padStart(key.pad, '0')
    if (this.#zpidIndex === undefined) return { sourceKey, zpid: derivedZpid(source, sourceKey) }
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
}

function columnIndex({ column, line }: ColumnUse, mapping: Mapping, columns: readonly string[], file: string): number {
  const index = columns.indexOf(column)
  const start = `${mapping.file}, line ${line}:`
  if (index === -1) {
    const nearest = nearestOf(column, columns)
    const hint = nearest === undefined ? `its columns are ${columns.join(', ')}.` : `did you mean "${nearest}"?`
    throw new CommandFault(`${start} There is no column ${quote(column)} in "${file}": ${hint}`, EXIT.data)
  }
  if (columns.indexOf(column, index + 1) === -1) return index
  throw new CommandFault(
    `${start} The column ${quote(column)} stands twice in "${file}": rename one of them.`,
    EXIT.data,
  )
}

function unreadable({ field, column }: BoundField, cell: string, { why }: Unreadable): Rejection {
  const detail = `cannot read ${field} ${quote(cell.trim())} in ${column}: ${why.replace(/\.$/, '')}`
  return new Rejection(`${field}.unreadable`, `${field} cannot be read.`, detail)
}

function missing({ field, column }: BoundField): Rejection {
  return new Rejection(`${field}.missing`, `${field} is missing.`, `${column} says nothing, and ${field} is required`)
}
