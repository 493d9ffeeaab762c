import { type Day, dayOf } from '../../../kit/base/clock.ts'
import { byFormat, isoTime } from '../dates.ts'
import { digitsOf, type NumberStyle, numberReader } from '../numbers.ts'

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

/** The observed properties of a column. */
export interface ColumnProfile {
  readonly name: string
  readonly type: ColumnType
  /** The format of days or times. Absent when it is ISO 8601. */
  readonly format?: string
  /** The sign between thousands, and the sign in front or behind, of a column of numbers. */
  readonly thousands?: string
  readonly unit?: string
  readonly decimalComma?: boolean
  readonly rows: number
  readonly empty: number
  /** Number of cells that are neither empty nor a placeholder, and of ZIP codes among them, zeros lost or not. */
  readonly said: number
  readonly zips: number
  /** Number of distinct values. It is exact up to `DISTINCT_MAX`, and always for columns that may be a key. */
  readonly distinct: number
  readonly distinctIsLeast: boolean
  /** Words such as NA that stand for nothing, each with its frequency. */
  readonly placeholders: readonly Count[]
  readonly samples: readonly string[]
  /** All values, the most frequent first. Absent when there are many. */
  readonly values?: readonly Count[]
  readonly min?: number
  readonly max?: number
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
const VALUES_SHOWN_MAX = 30
const SAMPLES = 3
const SAMPLE_MAX_CHARACTERS = 40

const PLACEHOLDER = /^(n\/?a|#n\/a|nan|null|none|nil|-+|\?+|\.|unknown|not available|undefined|\(null\)|\\n)$/i
const YES_NO: ReadonlySet<string> = new Set(['true', 'false', 'yes', 'no', 'y', 'n', 't', 'f'])

/** The formats of days and times, the likelier first where a text fits several. */
const DAY_FORMATS = [
  'YYYY-MM-DD',
  'M/D/YYYY',
  'D/M/YYYY',
  'D.M.YYYY',
  'YYYY/MM/DD',
  'YYYYMMDD',
  'M-D-YYYY',
  'D MMM YYYY',
  'D-MMM-YYYY',
  'MMM D, YYYY',
  'MMMM D, YYYY',
  'M/D/YY',
] as const
const TIME_FORMATS = [
  'YYYYMMDDTHHmmss',
  'YYYY-MM-DD HH:mm:ss',
  'YYYY-MM-DD HH:mm',
  'M/D/YYYY H:mm',
  'M/D/YYYY H:mm:ss',
  'M/D/YYYY h:mm:ss A',
  'D.M.YYYY HH:mm',
] as const

interface Shape extends Pick<ColumnProfile, 'type' | 'format' | 'thousands' | 'unit' | 'decimalComma'> {
  /** Collects the moments of the texts that fit, if they are days or times. */
  readonly moments?: Range
  fits(text: string): boolean
}

function reads(style: NumberStyle): Shape['fits'] {
  const read = numberReader(style)
  return (text) => read(text) !== undefined
}

function dated(type: 'day' | 'time', format?: string): Shape {
  const read = format === undefined ? isoTime : byFormat(format)
  const moments = new Range()
  const fits = (text: string) => {
    const timeMs = type === 'time' || format !== undefined || text.length === 10 ? read(text) : undefined
    if (timeMs === undefined || !isYear(timeMs)) return false
    moments.add(timeMs)
    return true
  }
  return { type, ...(format !== undefined && { format }), moments, fits }
}

/** Returns the possible types of a column, the stricter first. The first that fits every cell is taken. */
function shapes(decimalComma: boolean): readonly Shape[] {
  const units = ['$', '€', 'zł', 'PLN', 'sqft', 'sq ft', '%']
  const comma = decimalComma ? { decimalComma: true } : {}
  const plain = reads({ decimalComma })
  const thousands = decimalComma ? '.' : ','
  return [
    dated('day'),
    ...DAY_FORMATS.map((format) => dated('day', format)),
    dated('time'),
    ...TIME_FORMATS.map((format) => dated('time', format)),
    { type: 'whole number', ...comma, fits: (text) => /^[+-]?\d+(\.0+)?$/.test(text) },
    { type: 'number', ...comma, fits: plain },
    { type: 'number', ...comma, thousands, fits: reads({ decimalComma, thousands }) },
    ...units.map((unit): Shape => {
      const fits = reads({ decimalComma, thousands, units: new Map([[unit, 1]]) })
      return { type: 'number', ...comma, unit, thousands, fits }
    }),
    ...(decimalComma ? [] : [{ type: 'number' as const, decimalComma: true, fits: reads({ decimalComma: true }) }]),
    { type: 'yes or no', fits: (text) => YES_NO.has(text.toLowerCase()) },
    { type: 'web address', fits: (text) => /^https?:\/\/\S+$/i.test(text) },
  ]
}

const TEXT: Shape = { type: 'text', fits: () => true }

/** Whether a year lies in our time. Numbers of eight digits are read as days only then. */
function isYear(timeMs: number): boolean {
  return timeMs > Date.UTC(1800, 0) && timeMs < Date.UTC(2100, 0)
}

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
  #shapes: readonly Shape[]
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
  readonly #withPoint = new Range()
  readonly #withComma = new Range()
  #lengths: [number, number] = [Number.POSITIVE_INFINITY, 0]
  readonly #samples = new Set<string>()

  constructor(name: string, { listMark, decimalComma, mayBeKey, isZip }: TallyOptions) {
    this.#name = name
    this.#listMark = listMark
    this.#isZip = isZip
    this.#shapes = shapes(decimalComma)
    this.#keys = mayBeKey ? new Set() : undefined
  }

  add(cell: string): void {
    this.#rows++
    const text = cell.trim()
    if (text === '') this.#empty++
    else if (PLACEHOLDER.test(text)) this.#placeholders.set(text, (this.#placeholders.get(text) ?? 0) + 1)
    else this.#addText(text)
  }

  profile(): ColumnProfile {
    const isEmpty = this.#lengths[1] === 0
    const [shape] = this.#shapes
    const { fits: _, moments, ...found } = shape ?? TEXT
    const type = isEmpty ? 'empty' : this.#isList ? 'list' : found.type
    const all = this.#all && [...this.#all].map(([value, rows]) => ({ value, rows })).sort((a, b) => b.rows - a.rows)
    const isNumber = type === 'whole number' || type === 'number'
    return {
      name: this.#name,
      ...(isEmpty || this.#isList ? {} : found),
      type,
      rows: this.#rows,
      empty: this.#empty,
      said: this.#said,
      zips: this.#zips,
      distinct: this.#all?.size ?? this.#distinct,
      distinctIsLeast: this.#all === undefined && !this.#keyed,
      placeholders: [...this.#placeholders].map(([value, rows]) => ({ value, rows })),
      samples: [...this.#samples],
      ...(all && all.length > 0 && all.length <= VALUES_SHOWN_MAX && { values: all }),
      ...(isNumber && (found.decimalComma ? this.#withComma : this.#withPoint).ends),
      ...(moments && type === found.type && { first: dayOf(moments.ends.min), last: dayOf(moments.ends.max) }),
      lengths: isEmpty ? [0, 0] : this.#lengths,
    }
  }

  #addText(text: string): void {
    this.#said++
    const { length } = digitsOf(text) ?? text
    if (length >= 4 && length <= 5 && this.#isZip((digitsOf(text) ?? '').padStart(5, '0'))) this.#zips++
    if (text.includes(this.#listMark)) this.#isList = true
    if (this.#shapes.some((shape) => !shape.fits(text))) this.#shapes = this.#shapes.filter((shape) => shape.fits(text))
    this.#count(text)
    this.#withPoint.add(Number(text.replaceAll(/[^\d.eE+-]/g, '')))
    this.#withComma.add(Number(text.replaceAll(/[^\d,eE+-]/g, '').replace(',', '.')))
    this.#lengths = [Math.min(this.#lengths[0], length), Math.max(this.#lengths[1], length)]
    if (this.#samples.size < SAMPLES) this.#samples.add(this.#shown(text))
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
    const plain = text.replace(new RegExp(`${this.#listMark}+$`), '').replaceAll(this.#listMark, ' | ')
    return plain.length > SAMPLE_MAX_CHARACTERS ? `${plain.slice(0, SAMPLE_MAX_CHARACTERS - 1)}…` : plain
  }
}

/** Keeps the least and the greatest of some numbers. */
class Range {
  #min = Number.POSITIVE_INFINITY
  #max = Number.NEGATIVE_INFINITY

  add(value: number): void {
    if (value < this.#min) this.#min = value
    if (value > this.#max) this.#max = value
  }

  get ends(): { readonly min: number; readonly max: number } {
    return { min: this.#min, max: this.#max }
  }
}
