import { amount, type Field, type FieldValue } from '../model/field.ts'
import {
  CONVERSION_NAMES,
  type Conversion,
  type ConversionName,
  type ConversionOption,
  conversion,
  Partly,
  Unreadable,
  USUAL_CONVERSION,
} from './conversions.ts'
import { isDateFormat } from './dates.ts'
import type { MappingNode } from './mapping-node.ts'
import { ELEMENT_MARK } from './sources/source.ts'

/** A column name, and the mapping's line that names it. */
export interface ColumnUse {
  readonly column: string
  readonly line: number
}

/** Reads a raw cell; undefined when the cell is empty. */
export type CellReader = (cell: string) => FieldValue | Unreadable | Partly | undefined

/** The source of one field's values. */
export interface MappedField {
  readonly field: string
  readonly line: number
  /** A row with an empty or unreadable cell is rejected, not just reported. */
  readonly required: boolean
  readonly from:
    | { readonly constant: FieldValue }
    | (ColumnUse & { readonly read: CellReader /** A file need not have the column. */; readonly optional: boolean })
}

const FIELD_KEYS = [
  'column',
  'constant',
  'as',
  'format',
  'separator',
  'scale',
  'pad',
  'values',
  'otherwise',
  'emptyWhen',
  'required',
  'optional',
] as const
type Parts = { readonly [K in (typeof FIELD_KEYS)[number]]?: MappingNode }

/** A field as written in a mapping. */
interface FieldUse {
  readonly name: string
  readonly field: Field
  readonly node: MappingNode
  readonly required: boolean
  readonly decimalComma: boolean
}

/** `Field: column`, `Field: { column: …, as: … }` or `Field: { constant: … }`. */
export function readField({ name, field, node, required, decimalComma }: FieldUse): MappedField {
  const parts: Parts = node.isMap ? node.keyed(name, FIELD_KEYS) : { column: node }
  const isRequired = parts.required?.boolean(`required of ${name}`) ?? required
  const common = { field: name, line: node.line, required: isRequired }
  if (parts.constant) return { ...common, from: { constant: readConstant(name, field, parts, parts.constant) } }
  if (!parts.column) return node.fail(`${name} needs a column or a constant.`)
  const use = readColumn(parts.column, `The column of ${name}`)
  const optional = parts.optional?.boolean(`optional of ${name}`) ?? false
  if (optional && isRequired) parts.optional?.fail(`${name} is required, so its column cannot be optional.`)
  return { ...common, from: { ...use, optional, read: cellReader(name, field, parts, decimalComma) } }
}

const VALUE_KEYS = ['scale', 'emptyWhen'] as const

/** Reads the cells of a wide table as numbers. Allows `scale` and `emptyWhen`, and the keys in `others`. */
export function readValueReader(
  node: MappingNode,
  decimalComma: boolean,
): { read: CellReader; columns: MappingNode | undefined } {
  const { columns, ...parts } = node.keyed('wide', ['columns', ...VALUE_KEYS])
  return { read: cellReader('Value', { ...amount, doc: '' }, parts, decimalComma), columns }
}

export function readColumn(node: MappingNode, what: string): ColumnUse {
  return { column: node.text(what), line: node.line }
}

/** A key column, with leading zeros restored: `id` or `{ column: id, pad: 10 }`. */
export function readTextColumn(node: MappingNode, what: string): ColumnUse & { readonly pad: number } {
  if (!node.isMap) return { ...readColumn(node, what), pad: 0 }
  const parts = node.keyed(what, ['column', 'pad'])
  if (!parts.column) return node.fail(`${what} needs a column.`)
  return { ...readColumn(parts.column, `The column of ${what}`), pad: parts.pad ? readPad(parts.pad, what) : 0 }
}

function readConstant(name: string, field: Field, parts: Parts, node: MappingNode): FieldValue {
  for (const key of FIELD_KEYS) {
    if (key !== 'constant' && key !== 'required') parts[key]?.fail(`${name} is a constant, so it takes no ${key}.`)
  }
  return readValue(name, field, node)
}

/** A constant: always with a decimal point, dates as YYYY-MM-DD. */
function readValue(name: string, field: Field, node: MappingNode): FieldValue {
  const read = conversion(USUAL_CONVERSION[field.kind]).make(field, { decimalComma: false })
  if (field.kind === 'list') return readList(name, read, node)
  const text = node.text(`A value of ${name}`)
  const value = read(text)
  const refused = value instanceof Partly ? value.refused : value
  return refused instanceof Unreadable ? node.fail(`${name} cannot be "${text}": ${refused.why}`) : refused
}

function readList(name: string, read: Conversion, node: MappingNode): readonly string[] {
  return node.elements().flatMap((element) => {
    const text = element.text(`A value of ${name}`)
    const value = read(text)
    const refused = value instanceof Partly ? value.refused : value
    if (refused instanceof Unreadable) return element.fail(`${name} cannot hold "${text}": ${refused.why}`)
    return value as readonly string[] // a list conversion returns a list
  })
}

function cellReader(name: string, field: Field, parts: Parts, decimalComma: boolean): CellReader {
  const empty = new Set(parts.emptyWhen?.elements().map((node) => node.text(`emptyWhen of ${name}`)))
  const read = parts.values
    ? valueReader(name, field, parts, parts.values)
    : conversionReader(name, parts, field, decimalComma)
  return (cell) => {
    const text = cell.trim()
    if (text === '' || empty.has(text)) return undefined
    return field.kind !== 'list' && text.includes(ELEMENT_MARK) ? NOT_A_LIST : read(text)
  }
}

const NOT_A_LIST = new Unreadable('accepted is one value, not a list.')

const CONVERSION_OPTIONS = ['format', 'separator', 'scale', 'pad'] as const satisfies readonly ConversionOption[]

function conversionReader(name: string, parts: Parts, field: Field, decimalComma: boolean): Conversion {
  parts.otherwise?.fail(`${name} takes otherwise only together with values.`)
  const as = readConversionName(name, parts.as, field)
  const row = conversion(as)
  for (const option of CONVERSION_OPTIONS) {
    if (!row.options.includes(option)) parts[option]?.fail(`${name} is read as ${as}, which takes no ${option}.`)
  }
  return row.make(field, {
    decimalComma,
    format: parts.format && readFormat(name, parts.format),
    separator: parts.separator?.text(`separator of ${name}`),
    scale: parts.scale?.number(`scale of ${name}`),
    pad: parts.pad && readPad(parts.pad, name),
  })
}

function readConversionName(name: string, node: MappingNode | undefined, field: Field): ConversionName {
  if (!node) return USUAL_CONVERSION[field.kind]
  const as = node.oneOf(`as of ${name}`, CONVERSION_NAMES)
  if (conversion(as).fills.includes(field.kind)) return as
  const fitting = CONVERSION_NAMES.filter((other) => conversion(other).fills.includes(field.kind))
  return node.fail(`${name} cannot be read as "${as}": accepted is ${fitting.join(' or ')}.`)
}

function readFormat(name: string, node: MappingNode): string {
  const format = node.text(`format of ${name}`)
  if (isDateFormat(format)) return format
  return node.fail(
    `format of ${name} cannot be "${format}": accepted are YYYY, MM or M, DD or D, HH, mm and ss in any order, with year, month and day once each.`,
  )
}

const PAD_MAX = 100

function readPad(node: MappingNode, name: string): number {
  const pad = node.number(`pad of ${name}`)
  return Number.isInteger(pad) && pad >= 1 && pad <= PAD_MAX
    ? pad
    : node.fail(`pad of ${name} cannot be ${pad}: accepted is a whole number from 1 to ${PAD_MAX}.`)
}

/** Looks cells up in the mapping's `values`; `otherwise` is the value for all other cells. */
function valueReader(name: string, field: Field, parts: Parts, node: MappingNode): Conversion {
  for (const option of ['as', ...CONVERSION_OPTIONS] as const) {
    parts[option]?.fail(`${name} lists its values, so it takes no ${option}.`)
  }
  const values = new Map(
    node.entries(`values of ${name}`).map(([cell, value]) => [cell, readValue(name, field, value)] as const),
  )
  const otherwise = parts.otherwise && readValue(name, field, parts.otherwise)
  const refusal = new Unreadable(`accepted are ${[...values.keys()].join(', ')}.`)
  return (text) => values.get(text) ?? otherwise ?? refusal
}
