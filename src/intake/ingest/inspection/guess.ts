import type { Field, FieldTable } from '../../../model/field.ts'
import { digitsOf } from '../numbers.ts'
import { plainName, type Synonyms, type SynonymTable, wordsIn } from './names.ts'
import type { ColumnProfile, Count } from './profile.ts'
import { meaningOf } from './words.ts'

/** A column that fills a field, how it does, and the reason for the guess. */
export interface Guess {
  readonly field: string
  readonly column: string
  readonly reason: string
  /** The further options of the field, spelled as in a mapping. */
  readonly options: Readonly<Record<string, OptionValue>>
  /** The columns that fill the field together, where one alone does not. */
  readonly joined?: readonly string[]
  /** Set where neither the header nor every value says so. */
  readonly doubtful?: true
}

export type OptionValue = string | number | boolean | readonly string[] | Readonly<Record<string, string>>

/** Guesses a field for each column where that is possible. A column fills one field, and a field has one column. */
export function guessFields(
  columns: readonly ColumnProfile[],
  table: FieldTable,
  synonyms: SynonymTable,
): readonly Guess[] {
  const candidates = Object.entries(table).flatMap(([field, kind]) => {
    const names = [plainName(field), ...wordsIn(synonyms[field]?.names ?? '')]
    return columns.flatMap((column) => {
      const rank = rankOf(column.name, field, names)
      if (rank === undefined) return []
      const fit = fitOf(column, kind, synonyms[field] ?? { names: '' })
      return fit === undefined ? [] : [{ field, column, rank, fit }]
    })
  })
  candidates.sort((a, b) => a.rank - b.rank)
  const [fields, taken] = [new Set<string>(), new Set<string>()]
  return candidates.flatMap(({ field, column, rank, fit }) => {
    if (fields.has(field) || taken.has(column.name)) return []
    fields.add(field)
    taken.add(column.name)
    const name = rank === 0 ? 'the header is its RESO name' : `"${column.name}" is a usual header for it`
    return [{ field, column: column.name, ...fit, reason: `${name}; ${fit.reason}` }]
  })
}

/** Words around a name that say no more than the name does, as in `property_zip`, `cityname` and `bedroom_cnt`. */
const DECORATED =
  /^(?:property|prop|situs|site|home|house|listing|address|addr|location|loc|physical|full|total|tot|numberof|numof|noof|num|nbr|no)?(.+?)(?:name|nm|count|cnt|total|usd|amount|amt)?$/

/** Ranks a column's name: 0 for the field's own name, then by how usual the name is. Undefined for any other name. */
function rankOf(column: string, field: string, names: readonly string[]): number | undefined {
  if (column === field) return 0
  const last = plainName(column.slice(column.lastIndexOf('.') + 1))
  for (const [i, name] of names.entries()) {
    if (plainName(column) === name) return i + 1
    // The last key of a path counts, unless the whole path is a known name.
    if (last === name && column.includes('.')) return i + 100
  }
  const [, bare = ''] = DECORATED.exec(last) ?? []
  const i = names.indexOf(bare)
  return i === -1 ? undefined : i + 200
}

/** Whether a column's name is one of those of a field. */
export function isNamedAs(column: string, field: string, synonyms: SynonymTable): boolean {
  return rankOf(column, field, wordsIn(synonyms[field]?.names ?? '')) !== undefined
}

type Fit = Pick<Guess, 'reason' | 'options' | 'doubtful'>

/** How a column's values can fill a field; undefined when they cannot. */
export function fitOf(column: ColumnProfile, field: Field, synonyms: Synonyms): Fit | undefined {
  if (column.type === 'empty') return undefined
  const nothing = column.placeholders.map(({ value }) => value)
  if (field.kind === 'number' || field.kind === 'wholeNumber')
    return withOdd(column, numberFit(column, synonyms, nothing))
  const empty = nothing.length > 0 ? { emptyWhen: nothing } : {}
  const fit = otherFit(column, field, synonyms)
  const isText = field.kind === 'text' || field.kind === 'oneOf' || field.kind === 'list'
  return fit && (isText ? withEmpty(fit, empty) : withOdd(column, withEmpty(fit, empty)))
}

function withEmpty(fit: Fit, empty: Fit['options']): Fit {
  return { ...fit, options: { ...fit.options, ...empty } }
}

/** Tells of cells that an import will leave out. */
function withOdd({ odd }: ColumnProfile, fit: Fit | undefined): Fit | undefined {
  if (fit === undefined || odd.cells === 0) return fit
  return { ...fit, reason: `${fit.reason}; cannot be read: ${quoted(odd.texts)}`, doubtful: true }
}

function quoted(texts: readonly string[]): string {
  return texts.map((text) => `"${text}"`).join(', ')
}

function otherFit(column: ColumnProfile, field: Field, synonyms: Synonyms): Fit | undefined {
  if (field.kind === 'oneOf') return wordFit(column, field, synonyms)
  if (field.kind === 'boolean') return booleanFit(column)
  if (field.kind === 'date' || field.kind === 'time') return dayFit(column)
  if (field.kind === 'list')
    return field.values === undefined && (!field.web || /web address|list/.test(column.type))
      ? { reason: described(column), options: {} }
      : undefined
  return textFit(column, synonyms)
}

function numberFit(column: ColumnProfile, synonyms: Synonyms, nothing: readonly string[]): Fit | undefined {
  const { type, min = 0, max = 0, most: [low, high] = [min, max], thousands, unit, values } = column
  if (type !== 'number' && type !== 'whole number') return undefined
  const [least, greatest] = synonyms.within ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  const zeros = values?.some(({ value }) => Number(value) === 0) ?? min === 0
  const isNone = synonyms.zeroIsNone === true && zeros
  // Where 0 means that nothing is known, the largest value shows the scale of the others.
  const isTooLow = (value: number) => value < Math.min(least, 0) && !isNone
  if (high > greatest || max < least || isTooLow(low)) return undefined
  const strange = [...(isTooLow(min) ? [min] : []), ...(max > greatest ? [max] : [])]
  const emptyWhen = [...nothing, ...(isNone ? ['0'] : [])]
  return {
    reason: `${described(column)}${isNone ? '; 0 is taken for unknown' : ''}${strange.length > 0 ? '; strange in it: ' : ''}${strange.join(', ')}`,
    ...(strange.length > 0 && { doubtful: true }),
    options: {
      ...(thousands !== undefined && { thousands }),
      ...(unit !== undefined && { units: [unit] }),
      ...(emptyWhen.length > 0 && { emptyWhen }),
    },
  }
}

function wordFit(column: ColumnProfile, { values: accepted = [] }: Field, { meanings }: Synonyms): Fit | undefined {
  const words = column.values
  if (words === undefined) return undefined
  if (words.every(({ value }) => accepted.includes(value))) return { reason: described(column), options: {} }
  const values: Record<string, string> = {}
  for (const { value } of words) {
    const meaning = accepted.includes(value) ? value : meanings && meaningOf(value, meanings)
    if (meaning !== undefined) values[value] = meaning
  }
  const matching = words.filter(({ value }) => value in values)
  const isNumbers = column.type === 'whole number' || column.type === 'number'
  if (share(matching, words) < (isNumbers ? 1 : 0.5)) return undefined
  const unknown = words.filter(({ value }) => !(value in values)).map(({ value }) => `"${value}"`)
  const rest = unknown.length === 0 ? '' : `; add what ${unknown.join(', ')} means`
  const reason = `${matching.length} of its ${words.length} words are known${rest}`
  return { reason, options: { values }, ...(unknown.length > 0 && { doubtful: true }) }
}

function booleanFit(column: ColumnProfile): Fit | undefined {
  const isBinary = column.values?.every(({ value }) => value === '0' || value === '1') ?? false
  return column.type === 'yes or no' || isBinary ? { reason: described(column), options: {} } : undefined
}

/** From 1980 to 2100, in seconds since 1970. */
const COUNTED_SECONDS = [315_532_800, 4_102_444_800] as const

/** The format of whole numbers that may be moments, counted in seconds or milliseconds since 1970. */
function countedFormat({ type, min = 0, max = 0 }: ColumnProfile): 'X' | 'x' | undefined {
  const lies = (unit: number) => min >= COUNTED_SECONDS[0] * unit && max <= COUNTED_SECONDS[1] * unit
  return type !== 'whole number' ? undefined : lies(1) ? 'X' : lies(1000) ? 'x' : undefined
}

function dayFit(column: ColumnProfile): Fit | undefined {
  const { type, format } = column
  const counted = countedFormat(column)
  if (counted !== undefined) return { reason: `${described(column)}, counted since 1970`, options: { format: counted } }
  if (type !== 'day' && type !== 'time') return undefined
  const isIso = format === undefined
  const iso = type === 'day' ? {} : { format: 'YYYY-MM-DDTHH:mm:ss' }
  return { reason: described(column), options: isIso ? iso : { format } }
}

function textFit(column: ColumnProfile, { form, pad, meanings, isOwn }: Synonyms): Fit | undefined {
  const shown = column.values ?? column.samples.map((value) => ({ value, rows: 1 }))
  const odd = shown.filter(({ value }) => form?.test(digitsOf(value) ?? '') === false)
  if (column.type === 'list' || (isOwn && column.distinct < column.said / 2)) return undefined
  if (share(odd, shown) > 0.5)
    return meanings && wordFit(column, { kind: 'oneOf', doc: '', values: [] }, { names: '', meanings })
  const isShort = pad !== undefined && column.lengths[0] < pad
  const look = odd.length === 0 ? '' : `; strange in it: ${odd.map(({ value }) => `"${value}"`).join(', ')}`
  return {
    reason: `${described(column)}${isShort ? `; leading zeros are restored to ${pad} digits` : ''}${look}`,
    options: isShort ? { pad } : {},
    ...(odd.length > 0 && { doubtful: true }),
  }
}

function share(some: readonly Count[], all: readonly Count[]): number {
  return rowsOf(some) / Math.max(1, rowsOf(all))
}

function rowsOf(counts: readonly Count[]): number {
  return counts.reduce((total, { rows }) => total + rows, 0)
}

/** Describes a column in a few words. */
export function described(column: ColumnProfile): string {
  const { type, format, min, max, distinct, distinctIsLeast, unit } = column
  const many = `${distinctIsLeast ? 'over ' : ''}${distinct.toLocaleString('en-US')}`
  if (min !== undefined && max !== undefined)
    return `${type}s${unit === undefined ? '' : ` in ${unit}`} from ${min} to ${max}`
  if (type === 'day' || type === 'time') return `${type}s${format === undefined ? '' : ` as ${format}`}`
  if (type === 'text') return `${many} different text${distinct === 1 ? '' : 's'}`
  return type
}
