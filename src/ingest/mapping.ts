import { HOME_FIELD_NAMES, type HomeFieldName, homeField, isHomeField } from '../model/home-fields.ts'
import {
  type ColumnUse,
  type MappedField,
  REQUIRED_FIELDS,
  readColumn,
  readField,
  readTextColumn,
} from './mapping-field.ts'
import { MappingNode, unknownName } from './mapping-node.ts'
import type { CsvFormat } from './sources/csv.ts'

/** How one source’s file becomes homes; mappings/README.md describes the file that it is read from. */
export interface Mapping {
  /** Where it was read, for messages. */
  readonly file: string
  readonly name: string
  /** Name of the source: homes of one source never overwrite those of another. */
  readonly source: string
  /** Who stands behind the events of the history. */
  readonly reporter?: string
  /** Who must be named with the data, and its licence. */
  readonly attribution?: string
  readonly noun: 'home'
  readonly format: CsvFormat
  /** Identifies the home in its source: rows of one key are one home. */
  readonly key: ColumnUse & { readonly pad: number }
  /** The source's own number of the property, when it can serve as property id. */
  readonly zpid?: ColumnUse
  readonly fields: readonly MappedField[]
  /** Columns that have no field: kept as they are, under `name`. */
  readonly kept: readonly (ColumnUse & { readonly name: string })[]
  /** Values beyond these are kept but reported. */
  readonly limits: readonly Limit[]
}

export interface Limit {
  readonly field: HomeFieldName
  readonly above?: number
  readonly below?: number
}

const KEYS = [
  'name',
  'source',
  'reporter',
  'attribution',
  'noun',
  'format',
  'key',
  'zpid',
  'fields',
  'keep',
  'report',
] as const

/** Reads a mapping. Throws a CommandFault of one sentence, with file and line, for the first thing that is wrong. */
export function readMapping(text: string, file: string): Mapping {
  const root = MappingNode.read(text, file)
  const parts = root.keyed('The mapping', KEYS)
  const need = (key: 'name' | 'source' | 'key' | 'fields') => parts[key] ?? root.fail(`The mapping has no "${key}".`)
  const format = readFormat(parts.format)
  const fields = readFields(need('fields'), format.decimalComma)
  return {
    file,
    name: readName(need('name')),
    source: readName(need('source')),
    ...(parts.reporter && { reporter: parts.reporter.text('reporter') }),
    ...(parts.attribution && { attribution: parts.attribution.text('attribution') }),
    noun: parts.noun?.oneOf('noun', ['home']) ?? 'home',
    format,
    key: readTextColumn(need('key'), 'key'),
    ...(parts.zpid && { zpid: readColumn(parts.zpid, 'zpid') }),
    fields,
    kept: parts.keep ? readKept(parts.keep) : [],
    limits: parts.report ? readLimits(parts.report, fields) : [],
  }
}

/** Names stand in file names and in ids. */
function readName(node: MappingNode): string {
  const name = node.text('A name')
  return /^[a-z0-9][a-z0-9-]{0,60}$/.test(name)
    ? name
    : node.fail(`Cannot take "${name}" as a name: accepted are a-z, 0-9 and -.`)
}

const DELIMITERS: Readonly<Record<string, string>> = { ',': ',', ';': ';', '|': '|', '\t': '\t', tab: '\t' }

/** `csv`, or its options. Further formats come to stand beside it. */
function readFormat(node: MappingNode | undefined): CsvFormat {
  if (node && !node.isMap) node.oneOf('format', ['csv'])
  const parts = node?.isMap ? node.keyed('format', ['type', 'delimiter', 'decimalComma', 'encoding']) : {}
  parts.type?.oneOf('type of the format', ['csv'])
  parts.encoding?.oneOf('encoding', ['utf-8'])
  return {
    delimiter: parts.delimiter ? readDelimiter(parts.delimiter) : ',',
    decimalComma: parts.decimalComma?.boolean('decimalComma') ?? false,
  }
}

function readDelimiter(node: MappingNode): string {
  const given = node.text('delimiter')
  return DELIMITERS[given] ?? node.fail(`delimiter cannot be "${given}": accepted are , ; | and tab.`)
}

function readFields(node: MappingNode, decimalComma: boolean): MappedField[] {
  const fields = node.entries('fields').map(([name, value, key]) => {
    if (!isHomeField(name)) return key.fail(unknownName('The table of fields', name, HOME_FIELD_NAMES))
    return { key, mapped: readField(name, value, decimalComma) }
  })
  const filled = new Set<string>(fields.map(({ mapped }) => mapped.field))
  for (const name of REQUIRED_FIELDS) {
    if (!filled.has(name)) node.fail(`No field ${name}: every home needs one, from a column or as a constant.`)
  }
  for (const { key, mapped } of fields) {
    const missing = homeField(mapped.field).needs?.find((needed) => !filled.has(needed))
    if (missing !== undefined) key.fail(`${mapped.field} says nothing without ${missing}: add that field too.`)
  }
  return fields.map(({ mapped }) => mapped)
}

/** A list of columns, or names with their columns. */
function readKept(node: MappingNode): Mapping['kept'] {
  if (!node.isMap) {
    return node.elements().map((element) => {
      const use = readColumn(element, 'A column of keep')
      return { ...use, name: use.column }
    })
  }
  return node.entries('keep').map(([name, value]) => ({ ...readColumn(value, `The column of ${name}`), name }))
}

function readLimits(node: MappingNode, fields: readonly MappedField[]): Limit[] {
  const mapped = new Map<string, HomeFieldName>(fields.map(({ field }) => [field, field]))
  return node.entries('report').map(([name, value, key]) => {
    const field = mapped.get(name)
    if (field === undefined) return key.fail(unknownName('report', name, [...mapped.keys()]))
    const { kind } = homeField(field)
    if (kind !== 'number' && kind !== 'wholeNumber') return key.fail(`report knows limits of numbers, ${name} is none.`)
    const { above, below } = value.keyed(`report of ${name}`, ['above', 'below'])
    if (!above && !below) return value.fail(`report of ${name} needs above or below.`)
    return {
      field,
      ...(above && { above: above.number(`above of ${name}`) }),
      ...(below && { below: below.number(`below of ${name}`) }),
    }
  })
}
