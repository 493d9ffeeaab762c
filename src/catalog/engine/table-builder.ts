import { allocate, type Column, type ColumnKind, type FlatArray, storageOf } from './column.ts'
import { type DayAmount, DayIndexBuilder } from './day-index-builder.ts'
import { grown } from './growing.ts'
import { hilbertDistance } from './hilbert.ts'
import { copyPerElement } from './own-copy.ts'
import { MAX_ROWS } from './page.ts'
import { PostingListsBuilder } from './posting-lists.ts'
import { PROFILE_LENGTH, profileColumn } from './profile.ts'
import { sortRowsByKey } from './radix.ts'
import { rankBy, sortRowsById } from './rank.ts'
import {
  columnArrays,
  dayArrays,
  LATITUDE,
  LONGITUDE,
  listArrays,
  type OrderShape,
  Table,
  type TableManifest,
  wordArrays,
} from './table.ts'
import { WordIndexBuilder } from './word-index-builder.ts'
import { blocksOf, boundZones, regionsOf } from './zones.ts'

interface ColumnShape {
  readonly name: string
  readonly kind: ColumnKind
}

export interface TableShape {
  /** Every table also has the columns `longitude` and `latitude`. */
  readonly columns: readonly ColumnShape[]
  /** The f64 column that breaks ties. Must contain unique whole numbers. */
  readonly id: string
  readonly orders: readonly OrderShape[]
  readonly lists: readonly string[]
  readonly words: readonly string[]
  readonly days?: readonly string[]
  /** Rows with the same value in this column are stored together. A search for that value skips all other rows. */
  readonly clusterBy?: string
  /** Splits a text with non-ASCII characters into words; see `WordIndexBuilder`. */
  readonly normalize: (text: string) => string
}

/** A position in degrees: both coordinates or neither. */
interface RowPlace {
  readonly longitude?: number
  readonly latitude?: number
}

/** A row to add. Absent values are missing. */
export interface NewRow extends RowPlace {
  readonly values: Readonly<Record<string, number | undefined>>
  /** The keys of the row, by name of the posting list. */
  readonly lists?: Readonly<Record<string, readonly number[]>>
  /** The row's texts, separated by BETWEEN_TEXTS, by name of the word index. */
  readonly words?: Readonly<Record<string, string>>
  /** Amounts by day, by name of the day index. */
  readonly days?: Readonly<Record<string, readonly DayAmount[]>>
}

/** A row whose values are in the order of the table's columns. Faster than a row with values by name. */
interface OrderedRow {
  readonly values: readonly (number | undefined)[]
  readonly place: RowPlace | undefined
  readonly lists: readonly (readonly number[])[]
  readonly words: readonly string[]
  readonly days: readonly (readonly DayAmount[])[]
}

interface BuiltTable {
  readonly table: Table
  /** The final row number of each added row, in the order in which rows were added. */
  readonly rowOf: Uint32Array
}

const PLACE_COLUMNS: readonly ColumnShape[] = [
  { name: LONGITUDE, kind: 'f64' },
  { name: LATITUDE, kind: 'f64' },
]

/** Number of rows to buffer before moving them to the columns. */
const ROWS_WAITING = 256

/** Accepts rows in any order, sorts them along the Hilbert curve, and indexes them. */
export class TableBuilder {
  readonly #shape: TableShape
  readonly #columns: readonly ColumnShape[]
  /** Value ranges of the columns, without `longitude` and `latitude`. */
  readonly #limits: readonly Limits[]
  /** Cells of each column, in the order of `#columns`. */
  readonly #cells: FlatArray[]
  /** Values of the buffered rows, row by row. */
  readonly #waiting: Float64Array
  #rowsWaiting = 0
  readonly #lists: readonly PostingListsBuilder[]
  readonly #words: readonly WordIndexBuilder[]
  readonly #days: readonly DayIndexBuilder[]
  #rows = 0

  constructor(shape: TableShape) {
    this.#shape = shape
    this.#columns = [...PLACE_COLUMNS, ...shape.columns]
    this.#limits = shape.columns.map(limitsOf)
    this.#cells = this.#columns.map(({ kind }) => allocate(storageOf(kind).element, 0))
    this.#waiting = new Float64Array(ROWS_WAITING * this.#columns.length)
    this.#lists = shape.lists.map(() => new PostingListsBuilder())
    this.#words = shape.words.map(() => new WordIndexBuilder(shape.normalize))
    this.#days = (shape.days ?? []).map(() => new DayIndexBuilder())
  }

  /** Adds a row whose values are given by column name; see `addOrdered`. */
  add(row: NewRow): void {
    const { columns, lists, words, days = [] } = this.#shape
    this.addOrdered({
      values: columns.map(({ name }) => row.values[name]),
      place: row,
      lists: lists.map((name) => row.lists?.[name] ?? []),
      words: words.map((name) => row.words?.[name] ?? ''),
      days: days.map((name) => row.days?.[name] ?? []),
    })
  }

  /**
   * Adds a row. Throws a RangeError if a value does not fit its column, the coordinates are not on the globe, or a key
   * is negative or not whole. The builder is unusable after an error.
   */
  addOrdered({ values, place, lists, words, days }: OrderedRow): void {
    if (this.#rows === MAX_ROWS) throw new RangeError(`The table is full: it must have at most ${MAX_ROWS} rows.`)
    if (place !== undefined) checkPlace(place)
    if (this.#rowsWaiting === ROWS_WAITING) this.#settle()
    const waiting = this.#waiting
    const limits = this.#limits
    let at = this.#rowsWaiting * this.#columns.length
    waiting[at++] = place?.longitude ?? Number.POSITIVE_INFINITY
    waiting[at++] = place?.latitude ?? Number.POSITIVE_INFINITY
    for (let i = 0; i < limits.length; i++) waiting[at++] = cellOf(values[i], limits[i] as Limits)
    this.#rowsWaiting++
    for (let i = 0; i < this.#lists.length; i++) this.#lists[i]?.add(lists[i] ?? [])
    for (let i = 0; i < this.#words.length; i++) this.#words[i]?.add(this.#rows, words[i] ?? '')
    for (let i = 0; i < this.#days.length; i++) this.#days[i]?.add(days[i] ?? [])
    this.#rows++
  }

  /** Builds the table. No rows may be added after this call. */
  build(): BuiltTable {
    this.#settle()
    const order = this.#curveOrder()
    const rowOf = new Uint32Array(this.#rows)
    order.forEach((added, row) => {
      rowOf[added] = row
    })
    const columns = this.#columns.map((shape) => this.#buildColumn(shape, order))
    this.#cells.length = 0 // frees memory before the lists and words are built
    const manifest: TableManifest = {
      format: 2,
      rows: this.#rows,
      columns: columns.map(({ name, kind }) => ({ name, kind })),
      id: this.#shape.id,
      orders: this.#shape.orders,
      lists: this.#shape.lists,
      words: this.#shape.words,
      days: this.#shape.days ?? [],
    }
    const arrays = Object.assign(
      {},
      ...columns.map(columnArrays),
      this.#rankOrders(columns),
      ...this.#lists.map((lists, i) => listArrays(manifest.lists[i] as string, lists.build(order))),
      ...this.#words.map((words, i) => wordArrays(manifest.words[i] as string, words.build(this.#rows, rowOf))),
      ...this.#days.map((days, i) => dayArrays(manifest.days[i] as string, days.build(order))),
    )
    return { table: Table.open(manifest, arrays), rowOf }
  }

  /** Moves the buffered rows to the columns. */
  #settle(): void {
    const first = this.#rows - this.#rowsWaiting
    this.#columns.forEach(({ kind }, column) => {
      const cells = grown(this.#cells[column] as FlatArray, this.#rows)
      this.#cells[column] = cells
      const move = moveColumn[storageOf(kind).element]
      move(this.#waiting, column, this.#columns.length, cells, first, this.#rows)
    })
    this.#rowsWaiting = 0
  }

  #cellsOf(name: string): FlatArray {
    const cells = this.#cells[this.#columns.findIndex((column) => column.name === name)]
    if (cells !== undefined) return cells
    throw new TypeError(`There is no column "${name}", only ${this.#columns.map((column) => column.name).join(', ')}.`)
  }

  /**
   * Returns the added rows in their final order: by the column `clusterBy`, then along the Hilbert curve. With the same
   * `clusterBy`, rows without coordinates come last.
   */
  #curveOrder(): Uint32Array {
    const longitudes = this.#cellsOf(LONGITUDE)
    const latitudes = this.#cellsOf(LATITUDE)
    const order = sortRowsById(Float64Array.from(this.#cellsOf(this.#shape.id).subarray(0, this.#rows)))
    const distances = Float64Array.from(order, (_, row) => {
      const longitude = longitudes[row] as number
      return Number.isFinite(longitude)
        ? hilbertDistance(longitude, latitudes[row] as number)
        : Number.POSITIVE_INFINITY
    })
    sortRowsByKey(order, distances)
    if (this.#shape.clusterBy !== undefined) {
      sortRowsByKey(order, Float64Array.from(this.#cellsOf(this.#shape.clusterBy).subarray(0, this.#rows)))
    }
    return order
  }

  #buildColumn({ name, kind }: ColumnShape, order: Uint32Array): Column {
    const cells = this.#cellsOf(name)
    const { element } = storageOf(kind)
    const values = allocate(element, this.#rows)
    pickColumn[element](cells, order, values)
    const zones = blocksOf(this.#rows) + regionsOf(this.#rows)
    const lows = allocate('f64', zones)
    const highs = allocate('f64', zones)
    boundZones(kind, values, { lows, highs })
    const profile = allocate('f64', PROFILE_LENGTH)
    profileColumn(kind, values, profile)
    return { name, kind, values, lows, highs, profile }
  }

  #rankOrders(columns: readonly Column[]): Record<string, Uint32Array> {
    const columnNamed = (name: string) => {
      const column = columns.find((each) => each.name === name)
      if (column === undefined) throw new TypeError(`The shape of the table has no column "${name}".`)
      return column
    }
    const rowsById = sortRowsById(Float64Array.from(columnNamed(this.#shape.id).values))
    return Object.fromEntries(
      this.#shape.orders.map(({ name, column, direction }) => {
        const { values, kind } = columnNamed(column)
        return [`order/${name}`, rankBy(values, storageOf(kind).missing, direction, rowsById)]
      }),
    )
  }
}

const moveColumn = copyPerElement(moveCells)

/**
 * Copies one column's cells from the buffer to rows `first` … `last - 1`. In the buffer, they start at `from`, every
 * `stride` cells.
 */
function moveCells(
  waiting: Float64Array,
  from: number,
  stride: number,
  cells: FlatArray,
  first: number,
  last: number,
): void {
  for (let row = first, at = from; row < last; row++, at += stride) cells[row] = waiting[at] as number
}

const pickColumn = copyPerElement(pickCells)

function pickCells(cells: FlatArray, order: Uint32Array, into: FlatArray): void {
  for (let row = 0; row < order.length; row++) into[row] = cells[order[row] as number] as number
}

function checkPlace({ longitude, latitude }: RowPlace): void {
  if (longitude === undefined && latitude === undefined) return
  if (longitude !== undefined && latitude !== undefined && Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90)
    return
  throw new RangeError(
    `A row must have a longitude from -180 to 180 and a latitude from -90 to 90; got ${longitude}, ${latitude}.`,
  )
}

/** The allowed values of a column. Error messages show the name. */
interface Limits {
  readonly name: string
  readonly isFloat: boolean
  readonly missing: number
  readonly least: number
  readonly greatest: number
}

function limitsOf({ name, kind }: ColumnShape): Limits {
  const { element, missing, least, greatest } = storageOf(kind)
  return { name, isFloat: element.startsWith('f'), missing, least, greatest }
}

function cellOf(value: number | undefined, { name, isFloat, missing, least, greatest }: Limits): number {
  if (value === undefined) return missing
  if (value >= least && value <= greatest && (isFloat || Number.isInteger(value))) return value
  const numbers = isFloat ? 'finite numbers' : `whole numbers from ${least} to ${greatest}`
  throw new RangeError(`${name} holds ${numbers}, not "${value}".`)
}
