import { type Day, dayOf } from '../../../kit/base/clock.ts'
import { digitsOf } from '../numbers.ts'
import { Range } from './range.ts'
import { type CellShape, type Shape, shapesOf, TEXT } from './shapes.ts'

/** The observed properties of a column. */
export interface ColumnProfile extends CellShape {
  readonly name: string
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
  /** Number of cells that are not of the column's type, and some of them. */
  readonly odd: { readonly cells: number; readonly texts: readonly string[] }
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
const VALUES_SHOWN_MAX = 30
const SAMPLES = 3
const SAMPLE_MAX_CHARACTERS = 40

/** A column is of a type that fits all but one in so many cells. */
const CELLS_PER_ODD = 20
const ODD_SHOWN = 2
/** A type is given up that did not fit half of this many cells and more. */
const CELLS_TRIED = 400

const PLACEHOLDER = /^(n\/?a|#n\/a|nan|null|none|nil|-+|\?+|\.|unknown|not available|undefined|\(null\)|\\n)$/i
/** A type that a column may have, and the cells so far that do not fit it. */
interface Tried {
  readonly shape: Shape
  misfits: number
  readonly texts: string[]
}

const AS_TEXT: Tried = { shape: TEXT, misfits: 0, texts: [] }

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
  #tried: readonly Tried[]
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
    this.#tried = shapesOf(decimalComma).map((shape) => ({ shape, misfits: 0, texts: [] }))
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
    const { shape, misfits, texts } = this.#fitting()
    const { fits: _, moments, ...found } = shape
    const type = isEmpty ? 'empty' : this.#isList ? 'list' : found.type
    const all = this.#all && [...this.#all].map(([value, rows]) => ({ value, rows })).sort((a, b) => b.rows - a.rows)
    const isNumber = type === 'whole number' || type === 'number'
    const numbers = found.decimalComma ? this.#withComma : this.#withPoint
    const days = type === found.type ? moments : undefined
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
      odd: { cells: misfits, texts },
      ...(isNumber && { ...numbers.ends, most: numbers.most }),
      ...(days && { first: dayOf(days.ends.min), last: dayOf(days.ends.max), most: days.most }),
      lengths: isEmpty ? [0, 0] : this.#lengths,
    }
  }

  #addText(text: string): void {
    this.#said++
    const { length } = digitsOf(text) ?? text
    if (length >= 4 && length <= 5 && this.#isZip((digitsOf(text) ?? '').padStart(5, '0'))) this.#zips++
    if (text.includes(this.#listMark)) this.#isList = true
    this.#try(text)
    this.#count(text)
    if (/\d/.test(text)) {
      this.#withPoint.add(Number(text.replaceAll(/[^\d.eE+-]/g, '')))
      this.#withComma.add(Number(text.replaceAll(/[^\d,eE+-]/g, '').replace(',', '.')))
    }
    this.#lengths = [Math.min(this.#lengths[0], length), Math.max(this.#lengths[1], length)]
    if (this.#samples.size < SAMPLES) this.#samples.add(this.#shown(text))
  }

  #try(text: string): void {
    let isGivenUp = false
    for (const tried of this.#tried) {
      if (tried.shape.fits(text)) continue
      tried.misfits++
      if (tried.texts.length < ODD_SHOWN) tried.texts.push(this.#shown(text))
      if (tried.misfits >= CELLS_TRIED / 2 && tried.misfits > this.#said / 2) isGivenUp = true
    }
    if (isGivenUp) this.#tried = this.#tried.filter(({ misfits }) => misfits < CELLS_TRIED / 2)
  }

  /** The type that fits most cells, the stricter of several; text where too many are odd for any. */
  #fitting(): Tried {
    const [best] = this.#tried.toSorted((a, b) => a.misfits - b.misfits)
    return best !== undefined && best.misfits * CELLS_PER_ODD <= this.#said ? best : AS_TEXT
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
    const start = text.slice(0, 2 * SAMPLE_MAX_CHARACTERS)
    const plain = start.replace(new RegExp(`${this.#listMark}+$`), '').replaceAll(this.#listMark, ' | ')
    return plain.length > SAMPLE_MAX_CHARACTERS ? `${plain.slice(0, SAMPLE_MAX_CHARACTERS - 1)}…` : plain
  }
}
