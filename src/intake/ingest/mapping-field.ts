import { amount, type Field, type FieldValue } from '../../model/field.ts'
import {
  CONVERSION_NAMES,
  type Conversion,
  type ConversionName,
  type ConversionOption,
  conversion,
  itemsOf,
  listOf,
  Partly,
  Unreadable,
  USUAL_CONVERSION,
} from './conversions.ts'
import { isDateFormat, isMonthFormat } from './dates.ts'
import {
  CELLS_KEYS,
  type CellsUse,
  type ColumnUse,
  type Refinement,
  readCells,
  readRefinement,
} from './mapping-cells.ts'
import { readPad } from './mapping-key.ts'
import type { MappingNode } from './mapping-node.ts'
import { type Condition, readConditions } from './mapping-where.ts'
import { THOUSANDS } from './numbers.ts'
import { ELEMENT_MARK } from './sources/source.ts'

/** Reads a raw cell. Undefined if the cell is empty. */
export type CellReader = (cell: string) => FieldValue | Unreadable | Partly | undefined

/** The source of one field's values. */
export interface MappedField {
  readonly field: string
  readonly line: number
  /**
   * Whether an empty or unreadable cell rejects the row. Otherwise the field stays unknown, and unreadable cells are
   * counted.
   */
  readonly required: boolean
  /** Conditions that must all hold; otherwise the row leaves the field unchanged. */
  readonly when?: readonly Condition[]
  readonly from:
    | { readonly constant: FieldValue }
    | (CellsUse & { readonly read: CellReader /** A file need not have the columns. */; readonly optional: boolean })
}

const READING_KEYS = ['constant', 'as', 'format', 'lastYear', 'separator', 'scale', 'digits', 'decimalComma'] as const
const MEANING_KEYS = ['thousands', 'units', 'pad', 'values', 'otherwise', 'required', 'optional', 'when'] as const
const FIELD_KEYS = [...CELLS_KEYS, ...READING_KEYS, ...MEANING_KEYS] as const
type Parts = { readonly [K in (typeof FIELD_KEYS)[number]]?: MappingNode }

/** A field as it is written in a mapping. */
interface FieldUse {
  readonly name: string
  readonly field: Field
  readonly node: MappingNode
  readonly required: boolean
  readonly decimalComma: boolean
}

/** Reads `Field: column`, `Field: { column: …, as: … }` or `Field: { constant: … }`. */
export function readField({ name, field, node, required, decimalComma }: FieldUse): MappedField {
  const parts: Parts = node.isMap ? node.keyed(name, FIELD_KEYS) : { column: node }
  const isRequired = parts.required?.boolean(`required of ${name}`) ?? required
  const when = parts.when && { when: readConditions(`when of ${name}`, parts.when) }
  const common = { field: name, line: node.line, required: isRequired, ...when }
  if (parts.constant) return { ...common, from: { constant: readConstant(name, field, parts, parts.constant) } }
  if (!parts.column && !parts.join) return node.fail(`${name} needs a column or a constant.`)
  const separator = parts.separator?.text(`separator of ${name}`) ?? ','
  const split = field.kind === 'list' ? (cell: string) => itemsOf(cell, separator) : undefined
  const cells = readCells(name, node, parts, split)
  const optional = parts.optional?.boolean(`optional of ${name}`) ?? false
  if (optional && isRequired) parts.optional?.fail(`${name} is required, so its column cannot be optional.`)
  return {
    ...common,
    from: {
      ...cells,
      optional,
      read: filled(cellReader(name, field, parts, decimalComma), isRequired, name, field, parts.otherwise),
    },
  }
}

/** Gives empty cells of a required field the value of `otherwise`, because an empty cell would reject the row. */
function filled(read: CellReader, isRequired: boolean, name: string, field: Field, node?: MappingNode): CellReader {
  if (!isRequired || node === undefined || node.isText(KEEP)) return read
  const otherwise = readValue(name, field, node)
  return (cell) => read(cell) ?? otherwise
}

const VALUE_KEYS = ['scale', 'thousands', 'units', 'strip', 'emptyWhen'] as const

/** Reads the value cells of a wide table as numbers. `wide` accepts the options in `VALUE_KEYS`. */
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

function readConstant(name: string, field: Field, parts: Parts, node: MappingNode): FieldValue {
  for (const key of FIELD_KEYS) {
    if (key !== 'constant' && key !== 'required' && key !== 'when')
      parts[key]?.fail(`${name} is a constant, so it takes no ${key}.`)
  }
  return readValue(name, field, node)
}

/** Reads a constant. Its decimals always have a point, and its dates are YYYY-MM-DD. */
function readValue(name: string, field: Field, node: MappingNode): FieldValue {
  const read = conversion(USUAL_CONVERSION[field.kind]).make(field, { decimalComma: false })
  if (field.kind === 'list') return readList(name, read, node)
  const text = node.text(`A value of ${name}`)
  const value = read(text)
  if (value instanceof Partly) return node.fail(`${name} must be one value; the mapping says "${text}".`)
  return value instanceof Unreadable ? refuse(name, text, value, node) : value
}

function readList(name: string, read: Conversion, node: MappingNode): readonly string[] {
  return node.elements().flatMap((element) => {
    const text = element.text(`A value of ${name}`)
    const value = read(text)
    const refused = value instanceof Partly ? value.refused[0] : value
    if (refused instanceof Unreadable) return refuse(name, text, refused, element)
    return value as readonly string[] // a list conversion returns a list
  })
}

function refuse(name: string, text: string, { must, hint }: Unreadable, node: MappingNode): never {
  return node.fail(`${name} ${must}; the mapping says "${text}"${hint === undefined ? '' : `: ${hint}`}.`)
}

function cellReader(name: string, field: Field, parts: Parts, decimalComma: boolean): CellReader {
  const empty = new Set(parts.emptyWhen?.elements().map((node) => node.text(`emptyWhen of ${name}`)))
  const refine = readRefinement(name, parts)
  const isSilent = (text: string) => text === '' || empty.has(text)
  const read = field.kind === 'list' ? listReader : textReader
  const readText = read({ name, field, parts, decimalComma, isSilent, refine })
  return (cell) => {
    const text = cell.trim()
    return isSilent(text) ? undefined : readText(text)
  }
}

/** The parts of a reader for a field's cells. */
interface ReaderParts {
  readonly name: string
  readonly field: Field
  readonly parts: Parts
  readonly decimalComma: boolean
  readonly isSilent: (text: string) => boolean
  readonly refine: Refinement | undefined
}

function textReader({ name, field, parts, decimalComma, isSilent, refine }: ReaderParts): CellReader {
  const read = parts.values
    ? valueReader(name, field, parts, parts.values, decimalComma)
    : conversionReader(name, parts, field, decimalComma)
  const signs = new Set(parts.units && [...readUnits(name, parts.units).keys()].map((sign) => sign.toLowerCase()))
  if (!refine && signs.size === 0) return (text) => (text.includes(ELEMENT_MARK) ? NOT_A_LIST : read(text))
  return (text) => {
    if (text.includes(ELEMENT_MARK)) return NOT_A_LIST
    const refined = refine ? refine(text) : text
    if (refined instanceof Unreadable) return refined
    // If the unit has its own column, it may be present although the number is missing.
    const isUnitAlone = signs.size > 0 && signs.has(refined.toLowerCase())
    return isSilent(refined) || isUnitAlone ? undefined : read(refined)
  }
}

const NOT_A_LIST = new Unreadable('must be one value, not a list')

/** Reads a list item by item. Leaves out unreadable items and reports them. */
function listReader({ name, field, parts, decimalComma, isSilent, refine }: ReaderParts): CellReader {
  // Without `values`, a list accepts all texts that its conversion can read.
  const readWhole = parts.values ? undefined : conversionReader(name, parts, field, decimalComma)
  if (readWhole && !refine && !parts.emptyWhen) return readWhole
  const separator = parts.separator?.text(`separator of ${name}`) ?? ','
  const { values, translate } = parts.values ? itemTranslator(name, field, parts, parts.values) : AS_IT_IS
  const fieldValue = (items: readonly string[]) => (items.length === 0 ? undefined : listOf(field, items))
  return (text) => {
    // `values` may also contain a whole cell, with separators.
    const whole = values.get(text)
    if (whole !== undefined) return fieldValue(whole)
    const refused: Unreadable[] = []
    const items = itemsOf(text, separator).flatMap((item) => {
      const refined = refine ? refine(item) : item
      if (!(refined instanceof Unreadable) && isSilent(refined)) return []
      const taken = refined instanceof Unreadable ? refined : translate(refined)
      if (!(taken instanceof Unreadable)) return taken
      refused.push(new Unreadable(taken.must, taken.hint, item))
      return []
    })
    const value = fieldValue([...new Set(items)])
    if (refused.length === 0 || value instanceof Unreadable) return value
    return value instanceof Partly
      ? new Partly(value.value, [...refused, ...value.refused])
      : new Partly(value, refused)
  }
}

const NUMBER_OPTIONS = ['digits', 'decimalComma', 'thousands', 'units'] as const
const CONVERSION_OPTIONS = [
  'format',
  'lastYear',
  'separator',
  'scale',
  'pad',
  ...NUMBER_OPTIONS,
] as const satisfies readonly ConversionOption[]

function conversionReader(name: string, parts: Parts, field: Field, decimalComma: boolean): Conversion {
  if (!parts.values) parts.otherwise?.fail(`${name} takes "otherwise" only together with "values".`)
  const as = readConversionName(name, parts.as, field)
  const row = conversion(as)
  for (const option of CONVERSION_OPTIONS) {
    if (!row.options.includes(option)) parts[option]?.fail(`${name} is read as ${as}, which takes no ${option}.`)
  }
  const isComma = parts.decimalComma?.boolean(`decimalComma of ${name}`) ?? decimalComma
  return row.make(field, {
    decimalComma: isComma,
    format: parts.format && readFormats(name, parts.format),
    lastYear: parts.lastYear?.number(`lastYear of ${name}`),
    separator: parts.separator?.text(`separator of ${name}`),
    scale: parts.scale?.number(`scale of ${name}`),
    digits: parts.digits?.number(`digits of ${name}`),
    pad: parts.pad && readPad(parts.pad, name),
    thousands: parts.thousands && readThousands(name, parts.thousands, isComma),
    units: parts.units && readUnits(name, parts.units),
  })
}

function readConversionName(name: string, node: MappingNode | undefined, field: Field): ConversionName {
  if (!node) return USUAL_CONVERSION[field.kind]
  const as = node.oneOf(`"as" of ${name}`, CONVERSION_NAMES)
  if (conversion(as).fills.includes(field.kind)) return as
  const fitting = CONVERSION_NAMES.filter((other) => conversion(other).fills.includes(field.kind))
  return node.fail(`"as" of ${name} must be ${fitting.join(' or ')}; the mapping says "${as}".`)
}

function readFormats(name: string, node: MappingNode): readonly string[] {
  return node.elements().map((element) => readFormat(name, element))
}

function readFormat(name: string, node: MappingNode): string {
  const format = node.text(`"format" of ${name}`)
  if (isDateFormat(format) || isMonthFormat(format)) return format
  return node.fail(
    `"format" of ${name} must have YYYY or YY, MMMM, MMM, MM or M, DD or D, HH, hh or h with A, mm and ss in any order, with year and month once each, or be any, X, x or serial; the mapping says "${format}".`,
  )
}

function readThousands(name: string, node: MappingNode, decimalComma: boolean): string {
  const sign = node.text(`"thousands" of ${name}`)
  const decimal = decimalComma ? ',' : '.'
  if (sign === decimal) return node.fail(`"thousands" of ${name} must not be "${sign}", the decimal sign.`)
  if (Object.hasOwn(THOUSANDS, sign)) return sign
  return node.fail(`"thousands" of ${name} must be a comma, a point, ' or a space; the mapping says "${sign}".`)
}

/** Reads `units: "$"`, `units: [sqft, "sq ft"]` or `units: { acres: 43560, sqft: 1 }`. */
function readUnits(name: string, node: MappingNode): ReadonlyMap<string, number> {
  if (!node.isMap)
    return new Map(node.elements().map((sign) => [readSign(name, sign.text(`"units" of ${name}`), sign), 1]))
  return new Map(
    node.entries(`"units" of ${name}`).map(([sign, factor, key]) => {
      return [readSign(name, sign, key), factor.number(`The factor of "${sign}" in "units" of ${name}`)]
    }),
  )
}

function readSign(name: string, sign: string, node: MappingNode): string {
  return /\d/.test(sign) && !/[^\d.,+-]/.test(sign)
    ? node.fail(`"units" of ${name} must not look like numbers; the mapping says "${sign}".`)
    : sign
}

/** With `otherwise: keep`, texts missing from `values` stay unchanged. */
const KEEP = 'keep'

/** Looks cells up in `values`. Other cells become `otherwise`, or are unreadable. */
function valueReader(
  name: string,
  field: Field,
  parts: Parts,
  node: MappingNode,
  decimalComma: boolean,
): (text: string) => ReturnType<Conversion> {
  const values = new Map(
    node.entries(`values of ${name}`).map(([cell, value]) => [cell, readValue(name, field, value)] as const),
  )
  if (parts.otherwise?.isText(KEEP)) {
    const read = conversionReader(name, parts, field, decimalComma)
    return (text) => values.get(text) ?? read(text)
  }
  for (const option of ['as', ...CONVERSION_OPTIONS] as const) {
    parts[option]?.fail(`${name} lists its values, so it takes no ${option}.`)
  }
  const otherwise = parts.otherwise && readValue(name, field, parts.otherwise)
  const refusal = untranslated(values)
  return (text) => values.get(text) ?? otherwise ?? refusal
}

/** Translates one list item into zero or more items. */
interface Translator {
  /** Translations that the mapping lists. */
  readonly values: ReadonlyMap<string, readonly string[]>
  /** Translates any item, listed or not. */
  readonly translate: (item: string) => readonly string[] | Unreadable
}

const AS_IT_IS: Translator = { values: new Map(), translate: (item) => [item] }

function itemTranslator(name: string, field: Field, parts: Parts, node: MappingNode): Translator {
  for (const option of ['as', 'format', 'scale', 'pad', ...NUMBER_OPTIONS] as const) {
    parts[option]?.fail(`${name} lists its values, so it takes no ${option}.`)
  }
  // a list field has list values
  const list = (value: MappingNode) => readValue(name, field, value) as readonly string[]
  const values = new Map(node.entries(`values of ${name}`).map(([item, value]) => [item, list(value)] as const))
  const isKept = parts.otherwise?.isText(KEEP) ?? false
  const otherwise = isKept ? undefined : parts.otherwise && list(parts.otherwise)
  const refusal = untranslated(values)
  const isKnown = (item: string) => isKept && (field.values === undefined || field.values.includes(item))
  return { values, translate: (item) => values.get(item) ?? otherwise ?? (isKnown(item) ? [item] : refusal) }
}

const VALUES_SHOWN = 20

function untranslated(values: ReadonlyMap<string, unknown>): Unreadable {
  const shown = [...values.keys()].slice(0, VALUES_SHOWN).join(', ')
  return new Unreadable(`must be one of ${shown}${values.size > VALUES_SHOWN ? ' and others' : ''}`)
}
