import { amount, type FieldTable } from '../../model/field.ts'
import { type AsOf, readAsOf } from './as-of.ts'
import type { ImportNoun } from './import-noun.ts'
import type { ColumnUse } from './mapping-cells.ts'
import { type CellReader, type MappedField, readColumn, readField } from './mapping-field.ts'
import { readFormat } from './mapping-format.ts'
import { type KeyPart, readKey } from './mapping-key.ts'
import { MappingNode, unknownName } from './mapping-node.ts'
import { type Condition, readConditions } from './mapping-where.ts'
import { readWide } from './mapping-wide.ts'
import { IMPORT_NOUN_NAMES, type ImportNounName, importNounOf } from './nouns.ts'
import { readPrecedence } from './precedence.ts'
import type { SourceFormat } from './sources/open.ts'

/** Describes how a source's file becomes records. mappings/README.md documents the file format. */
export interface Mapping {
  /** The path of the mapping's file, for error messages. */
  readonly file: string
  readonly name: string
  /** The name of the source. Records of one source never overwrite records of another source. */
  readonly source: string
  /** Name of the publisher in the history of a home. Default: the source. */
  readonly reporter?: string
  /** Precedences of sources. If the records of a home differ, the source with the highest number wins. */
  readonly precedence?: ReadonlyMap<string, number>
  /** Required attribution and license. */
  readonly attribution?: string
  readonly noun: ImportNounName
  readonly format: SourceFormat
  /** The parts of a record's key in its source. Rows with the same key describe the same record. */
  readonly key?: readonly KeyPart[]
  /** Conditions that must all hold for a row to be read. */
  readonly where: readonly Condition[]
  /** Conditions for deletion: a row that meets any of them deletes its record. */
  readonly deletedWhen: readonly Condition[]
  /** Set if every row deletes its record; see `onlyDeletes`. */
  readonly deletes?: true
  /** The column with property numbers of the source that are used as property ids. */
  readonly zpid?: ColumnUse
  /** Fields that all records of a row have in common. */
  readonly fields: readonly MappedField[]
  /** All fields of each record of a row, including the common ones. Most mappings have one record per row. */
  readonly records: readonly (readonly MappedField[])[]
  /** Columns that are named after dates and contain the values for these dates. */
  readonly wide?: WideColumns
  /** Columns that fill no field. They are stored unchanged under `name`. */
  readonly kept: readonly (ColumnUse & { readonly name: string })[]
  /** Limits for values. Values beyond them are stored and reported. */
  readonly limits: readonly Limit[]
  /** The day that a file describes. */
  readonly asOf?: AsOf
  /** Whether a file is a complete list of its source. Records missing from it are treated as deleted. */
  readonly complete: boolean
  /** Whether a file only updates known records. Unknown records may have been deleted, so they are not added. */
  readonly partial: boolean
  /**
   * Set if each row is a whole record of another Plat: its key is the record's id, and missing fields mean "unknown".
   */
  readonly replica?: true
  /** Whether the rows contain personal data. Reports do not quote it. */
  readonly personal: boolean
}

export interface WideColumns {
  readonly line: number
  /** The format of the column names, such as `YYYY-MM`. */
  readonly format: string
  /** Returns the last day of the period in a column's name. Undefined for other columns. */
  periodEnd(column: string): string | undefined
  readonly read: CellReader
}

export interface Limit {
  readonly field: string
  readonly above?: number
  readonly below?: number
}

const KEYS_OF_SOURCE = ['name', 'source', 'reporter', 'attribution', 'precedence', 'noun', 'format', 'asOf'] as const
const KEYS_OF_ROWS = ['complete', 'partial', 'replica', 'key', 'where', 'deletedWhen', 'zpid'] as const
const KEYS_OF_VALUES = ['fields', 'records', 'wide', 'keep', 'report'] as const
const KEYS = [...KEYS_OF_SOURCE, ...KEYS_OF_ROWS, ...KEYS_OF_VALUES] as const
type Parts = { readonly [K in (typeof KEYS)[number]]?: MappingNode }

/** Reads a mapping. Throws a one-sentence CommandFault with file and line for the first error. */
export function readMapping(text: string, file: string): Mapping {
  const root = MappingNode.read(text, file)
  const parts: Parts = root.keyed('The mapping', KEYS)
  const need = (key: 'name' | 'source' | 'key' | 'fields') => parts[key] ?? root.fail(`The mapping has no "${key}".`)
  const fieldsNode = need('fields')
  const nounName = parts.noun?.oneOf('noun', IMPORT_NOUN_NAMES) ?? 'home'
  const noun = importNounOf(nounName)
  refuseWhatDoesNotFit(parts, noun)
  const name = readName(need('name'))
  const source = readName(need('source'))
  const key = noun.keyed ? readKey(need('key')) : undefined
  const format = readFormat(parts.format)
  const { decimalComma = false } = format
  const { fields, records } = readRecords(fieldsNode, parts.records, noun, decimalComma)
  const isPoint = fields.some(({ field }) => field === 'Value')
  if (isPoint)
    parts.wide?.fail('"wide" and the field Value exclude each other: a row is either a complete series or one point.')
  return {
    file,
    name,
    source,
    ...(parts.reporter && { reporter: parts.reporter.text('reporter') }),
    ...(parts.attribution && { attribution: parts.attribution.text('attribution') }),
    ...(parts.precedence && { precedence: readPrecedence(parts.precedence, source) }),
    noun: nounName,
    format,
    ...(key && { key }),
    where: parts.where ? readConditions('where', parts.where) : [],
    deletedWhen: parts.deletedWhen ? readConditions('deletedWhen', parts.deletedWhen) : [],
    ...(parts.zpid && { zpid: readColumn(parts.zpid, 'zpid') }),
    fields,
    records,
    ...(parts.wide && { wide: readWide(parts.wide, decimalComma) }),
    kept: parts.keep ? readKept(parts.keep) : [],
    limits: parts.report ? readLimits(parts.report, records.flat(), noun.fields) : [],
    ...(parts.asOf && { asOf: readAsOf(parts.asOf) }),
    complete: parts.complete?.boolean('complete') ?? false,
    partial: parts.partial?.boolean('partial') ?? false,
    ...(parts.replica?.boolean('replica') && { replica: true as const }),
    personal: noun.personal,
  }
}

const REPLICATED: ReadonlySet<string> = new Set(['home', 'agent', 'office'])

/** Throws for settings that the record type does not use. Otherwise they would have no effect. */
function refuseWhatDoesNotFit(parts: Parts, { noun, stored, partKey, keyed, wide, listed }: ImportNoun): void {
  const isHome = noun === 'home'
  if (stored !== 'home') parts.zpid?.fail(`"zpid" works for homes, not for the noun ${noun}.`)
  if (!isHome) parts.precedence?.fail(`"precedence" works for homes, not for the noun ${noun}.`)
  if (!isHome) parts.keep?.fail(`"keep" works for homes, not for the noun ${noun}.`)
  if (!REPLICATED.has(noun))
    parts.replica?.fail(`"replica" works for homes, agents and offices, not for the noun ${noun}.`)
  if (parts.replica) parts.zpid?.fail('"zpid" and "replica" exclude each other: the key is the property id.')
  if (!keyed) parts.deletedWhen?.fail(`"deletedWhen" does not work for the noun ${noun}: no key names what to delete.`)
  if (!keyed) parts.key?.fail(`The noun ${noun} takes no "key": its fields identify the record.`)
  if (keyed)
    parts.records?.fail(`"records" does not work for the noun ${noun}: its records have a key, so a row is one record.`)
  if (!keyed) parts.partial?.fail(`"partial" does not work for the noun ${noun}: its records have no key.`)
  if (partKey) parts.partial?.fail(`"partial" does not work for the noun ${noun}: its rows never add homes.`)
  if (parts.complete) parts.partial?.fail('"partial" and "complete" exclude each other: a complete list adds records.')
  if (!wide) parts.wide?.fail(`"wide" works for series, not for the noun ${noun}.`)
  if (!listed) parts.complete?.fail(`"complete" works for homes, their parts and offers, not for the noun ${noun}.`)
  if (!listed) parts.asOf?.fail(`"asOf" works for homes, their parts and offers, not for the noun ${noun}.`)
}

/** Names are part of file names and ids. */
function readName(node: MappingNode): string {
  const name = node.text('A name')
  return /^[a-z0-9][a-z0-9-]{0,60}$/.test(name)
    ? name
    : node.fail(
        `A name must have up to 61 lower-case letters, digits and -, and begin with a letter or digit; the mapping says "${name}".`,
      )
}

/** Reads the common fields, and the own fields of each record. Checks that all required fields are present. */
function readRecords(
  fieldsNode: MappingNode,
  recordsNode: MappingNode | undefined,
  noun: ImportNoun,
  decimalComma: boolean,
): Pick<Mapping, 'fields' | 'records'> {
  const fields = readFields(fieldsNode, noun, decimalComma)
  if (recordsNode === undefined) {
    checkTogether(fieldsNode, fields, noun)
    return { fields, records: [fields] }
  }
  const records = recordsNode.elements().map((node) => {
    const own = readFields(node, noun, decimalComma)
    const twice = own.find(({ field }) => fields.some((common) => common.field === field))
    if (twice) node.fail(`${twice.field} is in both "fields" and "records": remove one.`)
    checkTogether(node, [...fields, ...own], noun)
    return [...fields, ...own]
  })
  return { fields, records }
}

function readFields(node: MappingNode, noun: ImportNoun, decimalComma: boolean): MappedField[] {
  const names = Object.keys(noun.fields)
  return node.entries('fields').map(([name, value, key]) => {
    const field = Object.hasOwn(noun.fields, name) ? noun.fields[name] : undefined
    if (field === undefined) return key.fail(unknownName('The table of fields', name, names))
    return readField({ name, field, node: value, required: noun.required.includes(name), decimalComma })
  })
}

function checkTogether(
  node: MappingNode,
  mapped: readonly MappedField[],
  { fields, required, someOf, noun }: ImportNoun,
): void {
  const filled = new Map(mapped.map((use) => [use.field, use]))
  for (const name of required) {
    if (!filled.has(name)) node.fail(`No field ${name}: every ${noun} needs one, from a column or as a constant.`)
  }
  if (someOf.length > 0 && !someOf.some((names) => names.every((name) => filled.has(name)))) {
    const [[first] = [], ...others] = someOf
    const instead = others.map((names) => names.join(' and ')).join(', or ')
    node.fail(`No field ${first}: every ${noun} needs one, or else ${instead}.`)
  }
  for (const { field, line } of mapped) {
    const unused = whyUnused(field, fields, filled)
    if (unused !== undefined) node.failAt(line, unused)
  }
}

/** Returns why no row can ever fill the field with this combination of settings. Undefined if some rows can. */
function whyUnused(name: string, table: FieldTable, filled: ReadonlyMap<string, MappedField>): string | undefined {
  const { needs = [], insteadOf = '', onlyWith } = table[name] ?? {}
  const lacking = needs.find((needed) => ![needed].flat().some((other) => filled.has(other)))
  if (typeof lacking === 'string') return `${name} has no effect without ${lacking}: add that field too.`
  if (lacking !== undefined)
    return `${name} has no effect without ${lacking.join(' or ')}: add one of these fields too.`
  const before = filled.get(insteadOf)
  if (before?.required || (before && 'constant' in before.from)) {
    return `${name} is used only if ${insteadOf} is empty, which never happens here: leave one of the two fields out.`
  }
  const { from } = filled.get(onlyWith?.field ?? '') ?? {}
  if (!onlyWith || !from || !('constant' in from) || onlyWith.values.includes(String(from.constant))) return undefined
  const { field, values } = onlyWith
  return `${name} is used only if ${field} is ${values.join(' or ')}, but here ${field} is always ${String(from.constant)}: leave one of the two fields out.`
}

/** Reads a list of columns, or a map from names to columns. */
function readKept(node: MappingNode): Mapping['kept'] {
  if (!node.isMap) {
    return node.elements().map((element) => {
      const use = readColumn(element, 'A column of keep')
      return { ...use, name: use.column }
    })
  }
  return node.entries('keep').map(([name, value]) => ({ ...readColumn(value, `The column of ${name}`), name }))
}

function readLimits(node: MappingNode, fields: readonly MappedField[], table: FieldTable): Limit[] {
  const mapped = new Set(fields.map(({ field }) => field))
  return node.entries('report').map(([name, value, key]) => {
    if (!mapped.has(name)) return key.fail(unknownName('report', name, [...mapped]))
    const { kind } = table[name] ?? amount
    if (kind !== 'number' && kind !== 'wholeNumber')
      return key.fail(`"report" works only with number fields; ${name} is not a number.`)
    const { above, below } = value.keyed(`"report" of ${name}`, ['above', 'below'])
    if (!above && !below) return value.fail(`"report" of ${name} needs "above" or "below".`)
    return {
      field: name,
      ...(above && { above: above.number(`above of ${name}`) }),
      ...(below && { below: below.number(`below of ${name}`) }),
    }
  })
}
