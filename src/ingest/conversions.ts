import { dayOf } from '../base/clock.ts'
import type { Field, FieldKind, FieldValue } from '../model/field.ts'
import { byFormat, isoTime } from './dates.ts'
import { ELEMENT_MARK } from './sources/source.ts'

/** Why a cell cannot be read: completes `Cannot read FIELD "CELL": …`. */
export class Unreadable {
  readonly why: string

  constructor(why: string) {
    this.why = why
  }
}

/** A list with some unreadable elements: the others, and why these cannot be read. */
export class Partly {
  readonly value: FieldValue
  readonly refused: Unreadable

  constructor(value: FieldValue, refused: Unreadable) {
    this.value = value
    this.refused = refused
  }
}

/** Turns the text of a cell, trimmed and not empty, into a value. */
export type Conversion = (text: string) => FieldValue | Unreadable | Partly

export interface ConversionOptions {
  /** Numbers have a decimal comma: 3,5. */
  readonly decimalComma: boolean
  readonly format?: string | undefined
  readonly separator?: string | undefined
  readonly scale?: number | undefined
  readonly pad?: number | undefined
}

export type ConversionOption = Exclude<keyof ConversionOptions, 'decimalComma'>

interface ConversionRow {
  /** Kinds of field that the conversion can fill. */
  readonly fills: readonly FieldKind[]
  readonly options: readonly ConversionOption[]
  make(field: Field, options: ConversionOptions): Conversion
}

/** Every conversion that a mapping can select with `as`. */
export const CONVERSIONS = {
  text: { fills: ['text', 'oneOf'], options: ['pad'], make: toText },
  number: { fills: ['number'], options: ['scale'], make: toNumber },
  'whole number': { fills: ['wholeNumber', 'number'], options: ['scale'], make: toWholeNumber },
  date: { fills: ['date', 'time'], options: ['format'], make: toDate },
  boolean: { fills: ['boolean'], options: [], make: () => toBoolean },
  list: { fills: ['list'], options: ['separator'], make: toList },
} as const satisfies Record<string, ConversionRow>

export type ConversionName = keyof typeof CONVERSIONS

export const CONVERSION_NAMES = Object.keys(CONVERSIONS) as ConversionName[]

export function conversion(name: ConversionName): ConversionRow {
  return CONVERSIONS[name]
}

/** A field's default conversion. */
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
  return (text) => {
    if (pad > 0 && text.length > pad) return new Unreadable(`accepted are up to ${pad} characters.`)
    const padded = text.padStart(pad, '0')
    if (field.web && !isWebAddress(padded)) return NO_WEB_ADDRESS
    return values === undefined || values.includes(padded)
      ? padded
      : new Unreadable(`accepted are ${values.join(', ')}.`)
  }
}

const NO_WEB_ADDRESS = new Unreadable('accepted are addresses that begin with http:// or https://.')

/** Other schemes are unsafe: a browser would run `javascript:` and read `file:`. */
function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text)
}

function toNumber(field: Field, { decimalComma, scale = 1 }: ConversionOptions): Conversion {
  return (text) => {
    const value = numberIn(text, decimalComma)
    return value === undefined
      ? new Unreadable(`accepted is a number such as ${decimalComma ? '3,5' : '3.5'}.`)
      : plausible(field, value * scale)
  }
}

function toWholeNumber(field: Field, { decimalComma, scale = 1 }: ConversionOptions): Conversion {
  return (text) => {
    const value = numberIn(text, decimalComma)
    return value !== undefined && Number.isSafeInteger(value)
      ? plausible(field, value * scale)
      : new Unreadable('accepted is a whole number such as 3.')
  }
}

/** Placeholders that programs write for a missing number, such as the limits of 32-bit integers. */
const FILLERS: ReadonlySet<number> = new Set([2 ** 31 - 1, -(2 ** 31), 2 ** 32 - 1, Number.MAX_SAFE_INTEGER])
/** The most expensive home ever sold was about 240 million dollars; commercial buildings and land can cost more. */
const MOST: Readonly<Record<string, number>> = { dollars: 500_000_000, PLN: 2_000_000_000 }

function plausible({ unit = '' }: Field, value: number): number | Unreadable {
  const most = MOST[unit] ?? Number.POSITIVE_INFINITY
  if (FILLERS.has(value))
    return new Unreadable('it is a placeholder, not an amount; if it means unknown, list it under emptyWhen.')
  return value <= most ? value : new Unreadable(`accepted are up to ${most.toLocaleString('en-US')} ${unit}.`)
}

const DECIMAL_POINT = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i
const DECIMAL_COMMA = /^[+-]?(\d+(,\d*)?|,\d+)(e[+-]?\d{1,3})?$/i

/** Thousands separators are rejected: `1,234` may be a thousand or a fraction, and only the source knows. */
function numberIn(text: string, decimalComma: boolean): number | undefined {
  if (!(decimalComma ? DECIMAL_COMMA : DECIMAL_POINT).test(text)) return undefined
  const value = Number(decimalComma ? text.replace(',', '.') : text) + 0 // turns -0 into 0, as the catalogue does
  return Number.isFinite(value) ? value : undefined
}

const WORDS_OF_TRUE = new Set(['true', 'yes', 'y', 't', '1'])
const WORDS_OF_FALSE = new Set(['false', 'no', 'n', 'f', '0'])

function toBoolean(text: string): boolean | Unreadable {
  const word = text.toLowerCase()
  if (WORDS_OF_TRUE.has(word)) return true
  return WORDS_OF_FALSE.has(word) ? false : new Unreadable('accepted are true, false, yes, no, y, n, t, f, 1, 0.')
}

function toList(field: Field, { separator = ',' }: ConversionOptions): Conversion {
  const { values } = field
  return (text) => {
    const elements = text
      .split(text.includes(ELEMENT_MARK) ? ELEMENT_MARK : separator)
      .map((element) => element.trim())
      .filter((element) => element !== '')
    if (field.web && !elements.every(isWebAddress)) return new Partly(elements.filter(isWebAddress), NO_WEB_ADDRESS)
    const strange = values && elements.find((element) => !values.includes(element))
    return strange === undefined ? elements : new Unreadable(`accepted are ${values?.join(', ')}.`)
  }
}

function toDate(field: Field, { format }: ConversionOptions): Conversion {
  const accepted = format ?? (field.kind === 'date' ? 'YYYY-MM-DD' : 'an ISO 8601 time such as 2026-01-31T09:30:00Z')
  const refusal = new Unreadable(`accepted is ${accepted}, and a day that exists.`)
  const read = format === undefined && field.kind === 'time' ? isoTime : byFormat(format ?? 'YYYY-MM-DD')
  return (text) => {
    const timeMs = read(text)
    if (timeMs === undefined) return refusal
    return field.kind === 'time' ? timeMs : dayOf(timeMs)
  }
}
