import { type Day, dayOf } from '../../../kit/base/clock.ts'
import { digitsOf } from '../numbers.ts'
import { cityBehindComma, isCityWithState, isWholeAddress, NO_ADDRESS, stateIn, withoutName } from '../whole-address.ts'
import {
  type ColumnType,
  type DateLook,
  DateTally,
  type NumberLook,
  NumberTally,
  type OddCells,
  shown,
} from './shapes.ts'
import { SOLD_DAY } from './words.ts'

/** What the cells of a column show about it. */
export interface ColumnProfile {
  readonly name: string
  /** The type of at least 95 % of the cells. */
  readonly type: ColumnType
  /** The date format. Absent if every date shows which number is the year, the month and the day. */
  readonly format?: string
  /** The separator of thousands, and the unit beside the numbers. */
  readonly thousands?: string
  readonly unit?: string
  readonly decimalComma?: boolean
  /** How the column writes numbers and dates. Absent if less than half of the cells are numbers or dates. */
  readonly numbers?: NumberLook
  readonly dates?: DateLook
  readonly rows: number
  readonly empty: number
  /** Number of cells with a value: neither empty nor a placeholder. */
  readonly said: number
  /** Number of cells with an existing ZIP code, with or without leading zeros. */
  readonly zips: number
  /** For each kind of text, the share of the first cells that look like it, from 0 to 1. */
  readonly looks: Looks
  /** Number of distinct values. Exact up to `DISTINCT_MAX`, and for columns that may be a key. */
  readonly distinct: number
  readonly distinctIsLeast: boolean
  /** Words such as NA that mean "no value", each with its frequency. */
  readonly placeholders: readonly Count[]
  readonly samples: readonly string[]
  /** The first different texts, for judging their form. */
  readonly texts: readonly string[]
  /** All values, the most frequent first. Absent when there are many. */
  readonly values?: readonly Count[]
  /** The cells that are not of the column's type. */
  readonly odd: OddCells
  readonly min?: number
  readonly max?: number
  /** Nine in ten of the numbers or dates lie in this range. Dates are in milliseconds. */
  readonly most?: readonly [min: number, max: number]
  /** The first and the last of the days or times. */
  readonly first?: Day
  readonly last?: Day
  /** The shortest and longest length of the non-empty cells. 98103.0 counts as 98103. */
  readonly lengths: readonly [min: number, max: number]
}

export interface Count {
  readonly value: string
  readonly rows: number
}

/**
 * Maximum number of distinct values that are counted. Beyond it, counting goes on only if at least 80 % of the cells
 * are distinct.
 */
const DISTINCT_MAX = 2_000
const VALUES_SHOWN_MAX = 60
const SAMPLES = 3
const TEXTS = 50
const TEXT_MAX_CHARACTERS = 100

/** A column has a type if at most one in this number of cells does not fit. */
const CELLS_PER_ODD = 20
const LIKE_SHARE = 1 - 1 / CELLS_PER_ODD
/** Maximum number of cells that are examined for their kind of text. */
const LOOKED_AT_MAX = 1_000

/** Texts that programs and people write for a missing value. */
const PLACEHOLDER =
  /^(n\.?\/?a\.?|#n\/a|#(value|ref|name|div\/0)[!?]|<?nan>?|<na>|null|none|nil|[-–—]+( ?(sqr?t?|ft|sqft|acres?|beds?|bds?|baths?|ba)\.?){0,3}|[?*.]+|info n\/a|unk|unknown|undefined|\(?null\)?|\(blank\)|\[object object\]|\\n|no (data|info|information|value|price|address|date|city(\/town)?)|not? (available|applicable|known|provided|specified|disclosed|listed|given)|tbd|tba|undisclosed|withheld|call|contact|inquire|price (on|upon) (request|application)|contact (agent|for price|us)|call for (price|details)|please (call|inquire)|upon request|no (photo|image|picture)s?( available)?|(grand |sub-?)?totals?:?|0{5,}(-0{4})?)$/i
/** Dates that programs write in place of a missing date. */
const NO_DATE =
  /^(0000[-/]00[-/]00|00?[-/.]00?[-/.]00(00)?|00000000|1899[-/]12[-/]3[01]|1900[-/]0?1[-/]0?1|1901[-/]01[-/]01|0?1\/0?1\/190[01]|12\/3[01]\/1899|0?1-jan-1900|9999[-/]12[-/]31|12\/31\/9999)([T ]0?0:00(:00)?(\.0+)?Z?)?$/i

const NOTHING = [PLACEHOLDER, NO_ADDRESS, NO_DATE]

/** Kinds of text that show what a column contains. */
const KINDS_OF_TEXT = {
  whole: (text: string) => isWholeAddress(text) || cityBehindComma(text) !== undefined,
  cityState: isCityWithState,
  state: (text: string) => text.length > 1 && stateIn(text) !== undefined,
  numbered: (text: string) => /^\d+[\w/-]*\s+(?:\d+(?:st|nd|rd|th)\b|[^\d]*[a-z])/i.test(withoutName(text)),
  street: /^(?:\d+(?:st|nd|rd|th)\b|[^\d]*[a-z])/i,
  yesNo: /^(true|false|yes|no|y|n|t|f)$/i,
  web: /^https?:\/\/\S+$/i,
  /** Full and half baths: `2/1`, `2F 1H`, `2 full, 1 half`, `1 full Bathrooms`. */
  baths: /^\d{1,2}\s*(?:(?:\/|\||f\w*)[\s,&+/]*(?:and\s+)?\d{1,2}\s*(?:h\w*|p\w*)?|full)(?:\s+bath\w*)?$/i,
  /** Beds beside baths or an area in one text: `3 bds, 2.5 ba`, `3bd/2ba`, `2br - 900ft2`, `Beds: 3 Baths: 2`. */
  rooms: /\d\s*(?:bd|br|bed)[a-z]*\W*\d[\d.,]*\s*(?:full )?(?:ba|sq|ft)|^\W*(?:bd|bed)[a-z]*\W*\d+\W+ba[a-z]*\W*\d/i,
  /** A sale date in words, as on the badge of a listing: `SOLD OCT 20, 2025`. */
  sold: new RegExp(SOLD_DAY, 'i'),
  /** A point in the notation of databases, or a pair of latitude and longitude. */
  point: /^(?:SRID=\d+;)?POINT\s*Z?\s*\(\s*(-?[\d.]+)\s+(-?[\d.]+)/i,
  pair: /\(?\s*(-?\d{1,2}\.\d+)\s*,\s*(-?\d{1,3}\.\d+)\s*\)?$/,
  /** Named coordinates: `{'latitude': 36.1, 'longitude': -96.9}`. */
  named: /\blat(itude)?\W{1,5}\d+\.\d.*\blo?ng?(itude)?\W{1,5}\d/i,
} as const
type Look = keyof typeof KINDS_OF_TEXT

function isOfKind(look: Look, text: string): boolean {
  const kind = KINDS_OF_TEXT[look]
  return kind instanceof RegExp ? kind.test(text) : kind(text)
}

type Looks = Readonly<Record<Look, number>>
const LOOK_NAMES = Object.keys(KINDS_OF_TEXT) as Look[]

export interface TallyOptions {
  /** The separator of list elements. */
  readonly listMark: string
  readonly decimalComma: boolean
  /** Whether to count all distinct values. */
  readonly mayBeKey: boolean
  /** Whether five digits are an existing ZIP code. */
  isZip(text: string): boolean
}

/** Collects the observed properties of one column. */
export class ColumnTally {
  readonly #name: string
  readonly #listMark: string
  readonly #isZip: TallyOptions['isZip']
  readonly #numbers: NumberTally
  readonly #dates = new DateTally()
  readonly #looks = new Map<Look, number>()
  #rows = 0
  #empty = 0
  #said = 0
  #zips = 0
  #isList = false
  #all: Map<string, number> | undefined = new Map()
  readonly #keys: Set<string> | undefined
  #keyed = true
  #distinct = 0
  readonly #placeholders = new Map<string, number>()
  #lengths: [number, number] = [Number.POSITIVE_INFINITY, 0]
  readonly #texts = new Set<string>()

  constructor(name: string, { listMark, decimalComma, mayBeKey, isZip }: TallyOptions) {
    this.#name = name
    this.#listMark = listMark
    this.#isZip = isZip
    this.#numbers = new NumberTally(decimalComma)
    this.#keys = mayBeKey ? new Set() : undefined
  }

  add(cell: string): void {
    this.#rows++
    const text = cell.trim()
    if (text === '') this.#empty++
    else if (NOTHING.some((pattern) => pattern.test(text)))
      this.#placeholders.set(text, (this.#placeholders.get(text) ?? 0) + 1)
    else this.#addText(text)
  }

  profile(): ColumnProfile {
    const all = this.#all && [...this.#all].map(([value, rows]) => ({ value, rows })).sort((a, b) => b.rows - a.rows)
    const numbers = this.#isList ? undefined : this.#numbers.look
    const dates = this.#isList ? undefined : this.#dates.look
    const seen = Math.max(1, Math.min(this.#said, LOOKED_AT_MAX))
    const shares = LOOK_NAMES.map((look) => [look, (this.#looks.get(look) ?? 0) / seen])
    const looks = Object.fromEntries(shares) as Looks // the names are keys of the table
    return {
      name: this.#name,
      ...this.#typed(numbers, dates, looks),
      ...(numbers && { numbers }),
      ...(dates && { dates }),
      rows: this.#rows,
      empty: this.#empty,
      said: this.#said,
      zips: this.#zips,
      looks,
      distinct: this.#all?.size ?? this.#distinct,
      distinctIsLeast: this.#all === undefined && !this.#keyed,
      placeholders: [...this.#placeholders].map(([value, rows]) => ({ value, rows })),
      samples: [...this.#texts].slice(0, SAMPLES).map((text) => this.#shown(text)),
      texts: [...this.#texts],
      ...(all && all.length > 0 && all.length <= VALUES_SHOWN_MAX && { values: all }),
      lengths: this.#said === 0 ? [0, 0] : this.#lengths,
    }
  }

  #addText(text: string): void {
    this.#said++
    const { length } = digitsOf(text) ?? text
    const [, zip] = /^(\d{4,5})(?:-?\d{4})?$/.exec(digitsOf(text) ?? '') ?? []
    if (zip !== undefined && this.#isZip(zip.padStart(5, '0'))) this.#zips++
    if (text.includes(this.#listMark)) this.#isList = true
    this.#numbers.add(text)
    this.#dates.add(text)
    if (this.#said <= LOOKED_AT_MAX)
      for (const look of LOOK_NAMES) if (isOfKind(look, text)) this.#looks.set(look, (this.#looks.get(look) ?? 0) + 1)
    this.#count(text)
    this.#lengths = [Math.min(this.#lengths[0], length), Math.max(this.#lengths[1], length)]
    if (this.#texts.size < TEXTS) this.#texts.add(text.slice(0, TEXT_MAX_CHARACTERS))
  }

  /** Returns the type that at least 95 % of the cells fit. Days come before numbers. Text if no other type fits. */
  #typed(numbers: NumberLook | undefined, dates: DateLook | undefined, looks: Looks) {
    if (this.#said === 0 || this.#isList) return { type: this.#isList ? 'list' : 'empty', odd: NONE } as const
    const fits = ({ cells }: OddCells) => cells * CELLS_PER_ODD <= this.#said
    if (dates !== undefined && fits(dates.odd) && dates.odd.cells <= (numbers?.odd.cells ?? this.#said)) {
      const { formats, first, last, most, hasTimes, odd } = dates
      const format = formats?.join(' or ')
      return {
        type: hasTimes ? ('time' as const) : ('day' as const),
        ...(format && { format }),
        first: dayOf(first),
        last: dayOf(last),
        most,
        odd,
      }
    }
    if (numbers !== undefined && fits(numbers.odd)) {
      const { style, signed, isWhole, odd } = numbers
      const [first] = signed
      const [min, max] = [Math.min(...signed.map((one) => one.min)), Math.max(...signed.map((one) => one.max))]
      const most = signed.length === 1 ? first?.most : undefined
      const unit = signed.toSorted((a, b) => b.cells - a.cells)[0]?.signs.at(-1)
      return {
        type: isWhole ? ('whole number' as const) : ('number' as const),
        ...(style.thousands !== undefined && { thousands: style.thousands }),
        ...(style.decimalComma && { decimalComma: true }),
        ...(unit !== undefined && { unit }),
        min,
        max,
        most: most ?? ([min, max] as const),
        odd,
      }
    }
    const type = looks.yesNo >= LIKE_SHARE ? 'yes or no' : looks.web >= LIKE_SHARE ? 'web address' : 'text'
    return { type, odd: NONE } as const
  }

  #count(text: string): void {
    if (this.#all !== undefined) {
      this.#all.set(text, (this.#all.get(text) ?? 0) + 1)
      this.#keys?.add(text)
      this.#distinct = this.#all.size
      if (this.#all.size > DISTINCT_MAX) this.#all = undefined
      return
    }
    if (this.#keys === undefined || this.#keys.size < (this.#rows - this.#empty) * 0.8) {
      this.#keyed = false
      this.#distinct = DISTINCT_MAX
      return
    }
    this.#keys.add(text)
    this.#distinct = this.#keys.size
  }

  #shown(text: string): string {
    return shown(text.replace(new RegExp(`${this.#listMark}+$`), '').replaceAll(this.#listMark, ' | '))
  }
}

const NONE: OddCells = { cells: 0, texts: [] }
