import { type Day, dayOf } from '../../../kit/base/clock.ts'
import { digitsOf } from '../numbers.ts'
import { cityBehindComma, isCityWithState, isWholeAddress, stateIn } from '../whole-address.ts'
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

/** The observed properties of a column. */
export interface ColumnProfile {
  readonly name: string
  /** The type that all but one in twenty of the cells have. */
  readonly type: ColumnType
  /** The format of days or times. Absent when they show themselves which number is which. */
  readonly format?: string
  /** The sign between thousands, and the sign in front or behind, of a column of numbers. */
  readonly thousands?: string
  readonly unit?: string
  readonly decimalComma?: boolean
  /** How the column writes numbers and dates, where at least half of its cells are some. */
  readonly numbers?: NumberLook
  readonly dates?: DateLook
  readonly rows: number
  readonly empty: number
  /** Number of cells that are neither empty nor a placeholder, and of ZIP codes among them, zeros lost or not. */
  readonly said: number
  readonly zips: number
  /** The shares of cells that look like a kind of text, from 0 to 1, among the first ones. */
  readonly looks: Looks
  /** Number of distinct values. It is exact up to `DISTINCT_MAX`, and always for columns that may be a key. */
  readonly distinct: number
  readonly distinctIsLeast: boolean
  /** Words such as NA that stand for nothing, each with its frequency. */
  readonly placeholders: readonly Count[]
  readonly samples: readonly string[]
  /** All values, the most frequent first. Absent when there are many. */
  readonly values?: readonly Count[]
  /** The cells that are not of the column's type. */
  readonly odd: OddCells
  readonly min?: number
  readonly max?: number
  /** Between which numbers, or milliseconds of days and times, nine in ten lie. */
  readonly most?: readonly [min: number, max: number]
  /** The first and the last of the days or times. */
  readonly first?: Day
  readonly last?: Day
  /** The least and the greatest length of the cells that are not empty, with codes such as 98103.0 read as 98103. */
  readonly lengths: readonly [min: number, max: number]
}

export interface Count {
  readonly value: string
  readonly rows: number
}

/** Cap on the distinct values that are counted. Further ones count only where every value so far occurred once. */
const DISTINCT_MAX = 2_000
const VALUES_SHOWN_MAX = 60
const SAMPLES = 3

/** A column is of a type that fits all but one in so many cells. */
const CELLS_PER_ODD = 20
const LIKE_SHARE = 1 - 1 / CELLS_PER_ODD
/** Cap on the cells whose look is examined. */
const LOOKED_AT_MAX = 1_000

/** Texts that programs and people write where they have no value. */
const PLACEHOLDER =
  /^(n\.?\/?a\.?|#n\/a|#(value|ref|name|div\/0)[!?]|<?nan>?|<na>|null|none|nil|[-–—]+|[?*.]+|unk|unknown|undefined|\(?null\)?|\(blank\)|\[object object\]|\\n|no (data|info|information|value|price|address|date)|not? (available|applicable|known|provided|specified|disclosed|listed|given)|tbd|tba|undisclosed|withheld|call|contact|inquire|price (on|upon) (request|application)|contact (agent|for price|us)|call for (price|details)|please (call|inquire)|upon request)$/i
/** Texts in the place of an address that may not be shown. */
const NO_ADDRESS =
  /^[([*]*\s*(?:undisclosed|withheld|private|confidential|unknown|no|hidden|not (?:disclosed|available|provided))\s+(?:street\s+)?(?:address|location)[)\]*]*$|^(?:x+ )?(?:undetermined|unassigned|unknown|no) situs(?: address)?$|^[([*]*address (?:not|undisclosed|withheld|unavailable|upon|available)[^,\d]*$/i
/** Dates that programs write where they have none. */
const NO_DATE =
  /^(0000[-/]00[-/]00|00?[-/.]00?[-/.]00(00)?|00000000|1899[-/]12[-/]3[01]|1900[-/]0?1[-/]0?1|1901[-/]01[-/]01|0?1\/0?1\/190[01]|12\/3[01]\/1899|0?1-jan-1900|9999[-/]12[-/]31|12\/31\/9999)([T ]0?0:00(:00)?(\.0+)?Z?)?$/i

const NOTHING = [PLACEHOLDER, NO_ADDRESS, NO_DATE]

/** Kinds of text that tell what a column is. */
const KINDS_OF_TEXT = {
  whole: (text: string) => isWholeAddress(text) || cityBehindComma(text) !== undefined,
  cityState: isCityWithState,
  state: (text: string) => text.length > 1 && stateIn(text) !== undefined,
  numbered: (text: string) => /^\d+[\w/-]*\s+[^\d]*[a-z]/i.test(text),
  street: (text: string) => /^(?:\d+(?:st|nd|rd|th)\b|[^\d]*[a-z])/i.test(text),
  yesNo: (text: string) => /^(true|false|yes|no|y|n|t|f)$/i.test(text),
  web: (text: string) => /^https?:\/\/\S+$/i.test(text),
  baths: (text: string) => BATHS.test(text),
  sold: (text: string) => SOLD_ON.test(text),
  point: (text: string) => POINT.test(text),
  pair: (text: string) => PAIR.test(text),
} as const
type Look = keyof typeof KINDS_OF_TEXT
type Looks = Readonly<Record<Look, number>>
const LOOK_NAMES = Object.keys(KINDS_OF_TEXT) as Look[]
/** Full and half baths: `2/1`, `2F 1H`, `2 full, 1 half`. */
const BATHS = /^\d{1,2}\s*(?:\/|\||f\w*)[\s,&+/]*(?:and\s+)?\d{1,2}\s*(?:h\w*|p\w*)?$/i
/** A day of sale in words, as on the badge of a listing: `SOLD OCT 20, 2025`. */
const SOLD_ON = new RegExp(SOLD_DAY, 'i')
/** A point as databases write it, and a pair of latitude and longitude. */
const POINT = /^(?:SRID=\d+;)?POINT\s*Z?\s*\(\s*(-?[\d.]+)\s+(-?[\d.]+)/i
const PAIR = /\(?\s*(-?\d{1,2}\.\d+)\s*,\s*(-?\d{1,3}\.\d+)\s*\)?$/

export interface TallyOptions {
  /** The mark between the elements of a list. */
  readonly listMark: string
  readonly decimalComma: boolean
  /** Whether to count all distinct values. */
  readonly mayBeKey: boolean
  /** Whether five digits are the ZIP code of a place. */
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
  readonly #samples = new Set<string>()

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
    const looks = Object.fromEntries(shares) as Looks // the names are those of the table
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
      samples: [...this.#samples],
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
      for (const look of LOOK_NAMES)
        if (KINDS_OF_TEXT[look](text)) this.#looks.set(look, (this.#looks.get(look) ?? 0) + 1)
    this.#count(text)
    this.#lengths = [Math.min(this.#lengths[0], length), Math.max(this.#lengths[1], length)]
    if (this.#samples.size < SAMPLES) this.#samples.add(this.#shown(text))
  }

  /** The type that fits most cells, the stricter of several; text where too many are odd for any. */
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
    const start = text.slice(0, 100)
    return shown(start.replace(new RegExp(`${this.#listMark}+$`), '').replaceAll(this.#listMark, ' | '))
  }
}

const NONE: OddCells = { cells: 0, texts: [] }
