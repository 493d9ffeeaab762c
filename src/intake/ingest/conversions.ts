import { dayOf } from '../../kit/base/clock.ts'
import { rounded } from '../../kit/base/figures.ts'
import type { Field, FieldKind, FieldValue } from '../../model/field.ts'
import { ANY_FORMAT, anyDate, byFormat } from './dates.ts'
import { digitsOf, type NumberStyle, numberHint, numberReader } from './numbers.ts'
import { ELEMENT_MARK } from './sources/source.ts'

/** Why a cell cannot be read. */
export class Unreadable {
  /** What the cell must be, e.g. `must be a whole number`. Error messages put the field's name before it. */
  readonly must: string
  /** Advice for the user. Error messages put it after the cell's text. */
  readonly hint: string | undefined
  /** The unreadable item of a list. Undefined if the whole cell is unreadable. */
  readonly item: string | undefined

  constructor(must: string, hint?: string, item?: string) {
    this.must = must
    this.hint = hint
    this.item = item
  }
}

/** A list with unreadable items. */
export class Partly {
  /** The readable items. Undefined if no item is readable. */
  readonly value: FieldValue | undefined
  readonly refused: readonly Unreadable[]

  constructor(value: FieldValue | undefined, refused: readonly Unreadable[]) {
    this.value = value
    this.refused = refused
  }
}

/** Turns a cell's text into a value. The text is trimmed and not empty. */
export type Conversion = (text: string) => FieldValue | Unreadable | Partly

export interface ConversionOptions extends NumberStyle {
  /** The formats that a date column may have. */
  readonly format?: readonly string[] | undefined
  /** The last year that two digits can mean. */
  readonly lastYear?: number | undefined
  readonly separator?: string | undefined
  readonly scale?: number | undefined
  /** Decimal places to which a number is rounded after scaling. */
  readonly digits?: number | undefined
  readonly pad?: number | undefined
}

export type ConversionOption = keyof ConversionOptions

interface ConversionRow {
  /** The kinds of field that the conversion can fill. */
  readonly fills: readonly FieldKind[]
  readonly options: readonly ConversionOption[]
  make(field: Field, options: ConversionOptions): Conversion
}

/** Every conversion that a mapping can select with `as`. */
export const CONVERSIONS = {
  text: { fills: ['text', 'oneOf'], options: ['pad'], make: toText },
  number: { fills: ['number'], options: ['scale', 'digits', 'decimalComma', 'thousands', 'units'], make: toNumber },
  'whole number': {
    fills: ['wholeNumber', 'number'],
    options: ['scale', 'decimalComma', 'thousands', 'units'],
    make: toWholeNumber,
  },
  date: { fills: ['date', 'time'], options: ['format', 'lastYear'], make: toDate },
  boolean: { fills: ['boolean'], options: [], make: () => toBoolean },
  list: { fills: ['list'], options: ['separator'], make: toList },
} as const satisfies Record<string, ConversionRow>

export type ConversionName = keyof typeof CONVERSIONS

export const CONVERSION_NAMES = Object.keys(CONVERSIONS) as ConversionName[]

export function conversion(name: ConversionName): ConversionRow {
  return CONVERSIONS[name]
}

/** The conversion of a field without `as`, by the field's kind. */
export const USUAL_CONVERSION: Readonly<Record<FieldKind, ConversionName>> = {
  text: 'text',
  oneOf: 'text',
  number: 'number',
  wholeNumber: 'whole number',
  boolean: 'boolean',
  date: 'date',
  time: 'date',
  list: 'list',
}

function toText(field: Field, { pad = 0 }: ConversionOptions): Conversion {
  const { values } = field
  return (given) => {
    const text = digitsOf(given)
    if (text === undefined) return DIGITS_LOST
    if (pad > 0 && text.length > pad) return new Unreadable(`must have up to ${pad} characters`)
    const padded = text.padStart(pad, '0')
    if (field.web && !isWebAddress(padded)) return NO_WEB_ADDRESS
    return values === undefined || values.includes(padded)
      ? padded
      : new Unreadable(`must be one of ${values.join(', ')}`)
  }
}

/**
 * For codes that a spreadsheet turned into 1.23E+11: the last digits are lost, and different codes may look the same.
 */
export const DIGITS_LOST = new Unreadable(
  'must be text with all digits',
  'the exponent hides digits, so save the column as text in the program that wrote it',
)

const NO_WEB_ADDRESS = new Unreadable('must be an address that begins with http:// or https://')

/** Other schemes are unsafe: a browser would run `javascript:` and read `file:`. */
function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text)
}

function toNumber(field: Field, { scale = 1, digits, ...style }: ConversionOptions): Conversion {
  const read = numberReader(style)
  const example = `a number such as ${style.decimalComma ? '3,5' : '3.5'}`
  return (text) => {
    const value = read(text)
    return value === undefined
      ? new Unreadable(`must be ${example}`, numberHint(style, text))
      : plausible(field, value, digits === undefined ? value * scale : rounded(value * scale, digits))
  }
}

function toWholeNumber(field: Field, { scale = 1, ...style }: ConversionOptions): Conversion {
  const read = numberReader(style)
  return (text) => {
    const value = read(text)
    return value !== undefined && Number.isSafeInteger(value)
      ? plausible(field, value, value * scale)
      : new Unreadable('must be a whole number such as 3', numberHint(style, text))
  }
}

/** Placeholders that programs write for a missing number, such as the limits of 32-bit integers. */
const FILLERS: ReadonlySet<number> = new Set([2 ** 31 - 1, -(2 ** 31), 2 ** 32 - 1, Number.MAX_SAFE_INTEGER])
/**
 * The largest plausible values. Homes cost at most 240 million dollars, but commercial buildings and land cost more.
 */
const MAX_BY_UNIT: Readonly<Record<string, number>> = { dollars: 500_000_000, PLN: 2_000_000_000 }

/** @param given The number as written, before it is scaled. */
function plausible({ unit = '' }: Field, given: number, value: number): number | Unreadable {
  const most = MAX_BY_UNIT[unit] ?? Number.POSITIVE_INFINITY
  if (FILLERS.has(given) || FILLERS.has(value))
    return new Unreadable(
      'must be an amount, not a placeholder',
      'if the placeholder means unknown, list it under emptyWhen',
    )
  return value <= most ? value : new Unreadable(`must be at most ${most.toLocaleString('en-US')} ${unit}`)
}

const WORDS_OF_TRUE = new Set(['true', 'yes', 'y', 't', '1'])
const WORDS_OF_FALSE = new Set(['false', 'no', 'n', 'f', '0'])

function toBoolean(text: string): boolean | Unreadable {
  const word = text.toLowerCase()
  if (WORDS_OF_TRUE.has(word)) return true
  return WORDS_OF_FALSE.has(word) ? false : new Unreadable('must be true, false, yes, no, y, n, t, f, 1 or 0')
}

function toList(field: Field, { separator = ',' }: ConversionOptions): Conversion {
  return (text) => listOf(field, itemsOf(text, separator))
}

export function itemsOf(text: string, separator: string): string[] {
  return text
    .split(text.includes(ELEMENT_MARK) ? ELEMENT_MARK : separator)
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

export function listOf({ web, values }: Field, items: readonly string[]): FieldValue | Unreadable | Partly {
  if (web && !items.every(isWebAddress)) return new Partly(items.filter(isWebAddress), [NO_WEB_ADDRESS])
  const strange = values && items.find((item) => !values.includes(item))
  return strange === undefined ? items : new Unreadable(`must list only ${values?.join(', ')}`)
}

/** Spreadsheets, Parquet and programs write dates in this form, even if the mapping names another format. */
const OF_PROGRAM = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d|$)/

function toDate(field: Field, { format, lastYear }: ConversionOptions): Conversion {
  const isDay = field.kind === 'date'
  const any = (text: string) => anyDate(text, isDay ? 'day' : 'moment', lastYear)
  const readers = format?.map((one) => (one === ANY_FORMAT ? any : byFormat(one, lastYear))) ?? [any]
  const form = format?.join(' or ') ?? (isDay ? 'YYYY-MM-DD' : 'an ISO 8601 time such as 2026-01-31T09:30:00Z')
  const refusal = new Unreadable(`must be a valid date, written as ${form}`)
  return (text) => {
    const byFormats = readers.flatMap((read) => read(text) ?? [])
    const [timeMs, other] = new Set(byFormats.length > 0 ? byFormats : OF_PROGRAM.test(text) ? [any(text)] : [])
    if (timeMs === undefined) return refusal
    if (other !== undefined) return ambiguous(timeMs, other)
    return isDay ? dayOf(timeMs) : timeMs
  }
}

/** Refuses a date such as 03/04/2026 if the column's formats have both orders of day and month. */
function ambiguous(one: number, other: number): Unreadable {
  return new Unreadable('must mean the same date in all formats', `the formats read ${dayOf(one)} and ${dayOf(other)}`)
}
