import { byFormat } from '../dates.ts'
import { type NumberStyle, numberReader, withoutHalves } from '../numbers.ts'
import { type Measure, measuresOf } from './measures.ts'
import { Range } from './range.ts'

/** The kind of value that the cells of a column have. */
export type ColumnType =
  | 'empty'
  | 'whole number'
  | 'number'
  | 'yes or no'
  | 'day'
  | 'time'
  | 'web address'
  | 'list'
  | 'text'

/** Number of cells that are not of the column's type, and some examples. */
export interface OddCells {
  readonly cells: number
  readonly texts: readonly string[]
}

/** Number of unusual cells shown as examples. */
const ODD_SHOWN = 2
const SHOWN_MAX_CHARACTERS = 40

class Misfits {
  cells = 0
  readonly texts: string[] = []

  add(text: string): void {
    this.cells++
    if (this.texts.length < ODD_SHOWN) this.texts.push(shown(text))
  }

  get odd(): OddCells {
    return { cells: this.cells, texts: this.texts }
  }
}

/** Shortens a text for a report. */
export function shown(text: string): string {
  return text.length > SHOWN_MAX_CHARACTERS ? `${text.slice(0, SHOWN_MAX_CHARACTERS - 1)}…` : text
}

/** Numbers with the same unit or without a unit, and their range. */
export interface SignedNumbers {
  readonly signs: readonly string[]
  readonly measures: readonly Measure[]
  readonly cells: number
  readonly min: number
  readonly max: number
  readonly most: readonly [min: number, max: number]
  /** Returns the share of the numbers between `least` and `greatest`. */
  share(least: number, greatest: number): number
}

/** How a column writes numbers. */
export interface NumberLook {
  readonly style: NumberStyle
  readonly signed: readonly SignedNumbers[]
  readonly isWhole: boolean
  /** Whether every point is followed by three digits, as in 509.500. Such points may separate thousands. */
  readonly hasThrees: boolean
  /** Number of cells with a range such as `$1,200 - $1,500`. Imports do not read these cells. */
  readonly ranges: number
  readonly odd: OddCells
}

const STYLES: readonly NumberStyle[] = [
  { decimalComma: false },
  { decimalComma: false, thousands: ',' },
  { decimalComma: true },
  { decimalComma: true, thousands: '.' },
  { decimalComma: false, thousands: ' ' },
  { decimalComma: true, thousands: ' ' },
  { decimalComma: false, thousands: "'" },
]
const NUMBER =
  /^([^\d+-]{0,16}?)([+-]?(?:\d[\d.,'’ \u00a0\u2009\u202f]*\d|[.,]?\d+)[.,]?(?:e[+-]?\d{1,3})?)((?:[^\d]|(?<=[mt])2){0,24})$/iu
/** A range, with spaces around the dash, a word after it or a currency sign: `$1,200 - $1,500/mo`, `1-3 Baths`, `$650-790`. */
const RANGE =
  /^(?:\$\s?[\d,.]+[-–—]\$?\d[\d,.]*|[$€£]?\s?[\d,.]+\+?(?:\s*[a-z/]+)?\s+[-–—]\s+[$€£]?\s?\d[\d,.]*|(?:studio|\d{1,2})\s?[-–—]\s?\d{1,2}\s+|studio\s?[-–—]\s?\d{1,2})[^\d]*$/i
/** Maximum number of different units. A column with more is text. */
const SIGNS_MAX = 16

interface Signed {
  readonly signs: readonly string[]
  readonly measures: readonly Measure[]
  cells: number
  readonly withPoint: Range
  readonly withComma: Range
}

/** Collects how the cells of a column write numbers. */
export class NumberTally {
  readonly #styles: readonly {
    readonly style: NumberStyle
    readonly read: (text: string) => number | undefined
    readonly misfits: Misfits
  }[]
  readonly #signed = new Map<string, Signed>()
  #cells = 0
  #ranges = 0
  #isWhole = true
  #threes = 0
  #otherDecimals = 0

  constructor(decimalComma: boolean) {
    const styles = decimalComma ? STYLES.toSorted((a, b) => Number(b.decimalComma) - Number(a.decimalComma)) : STYLES
    this.#styles = styles.map((style) => ({ style, read: numberReader(style), misfits: new Misfits() }))
  }

  add(text: string): void {
    // Imports skip ranges such as `1-3 baths`. They do not turn a column of numbers into text.
    if (RANGE.test(text)) {
      this.#ranges++
      return
    }
    this.#cells++
    const [, front = '', number = '', back = ''] = NUMBER.exec(withoutHalves(text)) ?? []
    const signs = [front, back].map((sign) => sign.trim().toLowerCase())
    const signed = number === '' ? undefined : this.#signedBy(signs)
    // Every style reads plain digits.
    const isPlain = signed !== undefined && /^\d+$/.test(number)
    for (const { read, misfits } of isPlain ? [] : this.#styles)
      if (signed === undefined || read(number) === undefined) misfits.add(text)
    if (signed === undefined) return
    signed.cells++
    if (!/^[+-]?\d+(\.0+)?$/.test(text)) this.#isWhole = false
    if (/^[+-]?[1-9]\d{0,2}\.\d{3}$/.test(number)) this.#threes++
    else if (/\.\d/.test(number)) this.#otherDecimals++
    signed.withPoint.add(Number(number.replaceAll(/[^\d.e+-]/gi, '')))
    signed.withComma.add(Number(number.replaceAll(/[^\d,e+-]/gi, '').replace(',', '.')))
  }

  /** Returns the number style that reads most cells. Undefined if it reads less than half. */
  get look(): NumberLook | undefined {
    const [best] = this.#styles.toSorted((a, b) => a.misfits.cells - b.misfits.cells)
    if (best === undefined || best.misfits.cells * 2 > this.#cells || this.#cells === 0) return undefined
    const signed = [...this.#signed.values()].map(({ signs, measures, cells, withPoint, withComma }) => {
      const range = best.style.decimalComma ? withComma : withPoint
      return {
        signs: signs.filter((sign) => sign !== ''),
        measures,
        cells,
        ...range.ends,
        most: range.most,
        share: range.share.bind(range),
      }
    })
    const hasThrees = this.#threes > 2 && this.#otherDecimals === 0
    return { style: best.style, signed, isWhole: this.#isWhole, hasThrees, ranges: this.#ranges, odd: best.misfits.odd }
  }

  #signedBy(signs: readonly string[]): Signed | undefined {
    const key = signs.join('\t')
    const tally = this.#signed.get(key)
    if (tally !== undefined) return tally
    const [front, back] = signs.map(measuresOf)
    if (front === undefined || back === undefined || this.#signed.size >= SIGNS_MAX) return undefined
    const made = { signs, measures: [...front, ...back], cells: 0, withPoint: new Range(), withComma: new Range() }
    this.#signed.set(key, made)
    return made
  }
}

/** How a column writes dates. */
export interface DateLook {
  /** The formats, most frequent first. Absent if every date shows which number is the year, the month and the day. */
  readonly formats?: readonly string[]
  readonly hasShortYears: boolean
  readonly hasTimes: boolean
  readonly first: number
  readonly last: number
  readonly most: readonly [min: number, max: number]
  readonly odd: OddCells
}

/** The date formats. If a text fits several, the first one is most likely. */
const FORMS =
  'any|M/D/YYYY|D/M/YYYY|D.M.YYYY|M-D-YYYY|D-M-YYYY|M/D/YY|D/M/YY|M-D-YY|D.M.YY|MMM YYYY|MMMM YYYY|YYYY-MM|YYYYMM|M/YYYY|MMM-YY'.split(
    '|',
  )
const MAY_BE_DATE = /^(?=.*\d)[\w\s,/.:()+-]{6,70}$/
/** A column without a date in this number of cells has no dates. */
const CELLS_TRIED = 400

/** Collects how the cells of a column write dates. */
export class DateTally {
  readonly #forms = FORMS.map((form) => ({ form, read: byFormat(form), moments: new Range(), misfits: new Misfits() }))
  /** The number of cells for each set of formats that read them. */
  readonly #sets = new Map<string, number>()
  #cells = 0
  #dated = 0
  #times = 0
  #hasShortYears = false

  add(text: string): void {
    this.#cells++
    if (this.#dated === 0 && this.#cells > CELLS_TRIED) return
    const may = MAY_BE_DATE.test(text)
    let set = ''
    for (const { form, read, moments, misfits } of this.#forms) {
      const timeMs = may ? read(text) : undefined
      if (timeMs === undefined || !isYear(timeMs)) misfits.add(text)
      else {
        moments.add(timeMs)
        set += `${form}|`
      }
    }
    if (set === '') return
    this.#dated++
    if (/\d:\d\d/.test(text)) this.#times++
    if (/^\d{1,2}-[a-z]{3}-\d\d(?!\d)/i.test(text)) this.#hasShortYears = true
    this.#sets.set(set, (this.#sets.get(set) ?? 0) + 1)
  }

  /** Returns the formats that read most cells. Undefined if they read less than half. */
  get look(): DateLook | undefined {
    if (this.#dated * 2 < this.#cells || this.#dated === 0) return undefined
    const sets = [...this.#sets].map(([set, cells]) => ({ forms: set.slice(0, -1).split('|'), cells }))
    const chosen: string[] = []
    for (let rest = sets; rest.length > 0 && chosen.length < 3; ) {
      const counts = FORMS.map((form) => ({ form, cells: sumOf(rest.filter(({ forms }) => forms.includes(form))) }))
      const [best] = counts
        .filter(({ form, cells }) => cells > 0 && !chosen.some((one) => contradict(one, form)))
        .sort((a, b) => b.cells - a.cells)
      if (best === undefined) break
      chosen.push(best.form)
      rest = rest.filter(({ forms }) => !forms.includes(best.form))
    }
    const [main] = this.#forms.filter(({ form }) => form === chosen[0])
    if (main === undefined) return undefined
    const { min, max } = main.moments.ends
    const read = sumOf(sets.filter(({ forms }) => chosen.some((form) => forms.includes(form))))
    return {
      ...((chosen.length > 1 || chosen[0] !== 'any') && { formats: chosen }),
      hasShortYears: this.#hasShortYears || chosen.some((form) => /(^|[^Y])YY$/.test(form)),
      hasTimes: this.#times * 2 > this.#dated,
      first: min,
      last: max,
      most: main.moments.most,
      odd: { cells: this.#cells - read, texts: main.misfits.texts },
    }
  }
}

function sumOf(sets: readonly { readonly cells: number }[]): number {
  return sets.reduce((sum, { cells }) => sum + cells, 0)
}

/** Whether two formats read one text as different days. */
function contradict(one: string, other: string): boolean {
  const [a, b] = [one, other].map((form) => form.replace('YYYY', 'YY'))
  return (
    one !== other && a?.length === b?.length && a?.replaceAll(/[MD]/g, '') === b?.replaceAll(/[MD]/g, '') && a !== b
  )
}

/** Whether a year is plausible. Otherwise eight digits are not a date. */
function isYear(timeMs: number): boolean {
  return timeMs > Date.UTC(1800, 0) && timeMs < Date.UTC(2100, 0)
}
