import { allocate, type Column, type ColumnKind, type FlatArray, storageOf } from './column.ts'
import { type DayAmount, DayIndexBuilder } from './day-index-builder.ts'
import { grown } from './growing.ts'
import { hilbertDistance } from './hilbert.ts'
import { MOST_ROWS } from './page.ts'
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
  Table,
  type TableManifest,
  wordArrays,
} from './table.ts'
import { WordIndexBuilder } from './word-index-builder.ts'
import { blocksOf, boundZones, regionsOf } from './zones.ts'

export interface ColumnShape {
  readonly name: string
  readonly kind: ColumnKind
  /** False for a column that orders the rows and is not needed afterwards. */
  readonly kept?: boolean
}

export interface OrderShape {
  readonly name: string
  /** The column whose values order the rows: ties by id, ascending, missing values last. */
  readonly column: string
  readonly direction: 'ascending' | 'descending'
}

export interface TableShape {
  /** Beside `longitude` and `latitude`, which every table has. */
  readonly columns: readonly ColumnShape[]
  /** The column of kind f64 that breaks ties: whole numbers, no two alike. */
  readonly id: string
  readonly orders: readonly OrderShape[]
  readonly lists: readonly string[]
  readonly words: readonly string[]
  readonly days?: readonly string[]
  /** A column whose values keep rows apart: rows of one value stand together, so that a search of them skips the others. */
  readonly clusterBy?: string
  readonly normalise?: (text: string) => string
}

/** A row to be. What is absent is missing. */
export interface NewRow {
  readonly values: Readonly<Record<string, number | undefined>>
  /** Degrees: both or none. */
  readonly longitude?: number
  readonly latitude?: number
  /** Keys of the lists that the row belongs to, by name of the posting lists. */
  readonly lists?: Readonly<Record<string, readonly number[]>>
  /** Text by name of the word index. */
  readonly words?: Readonly<Record<string, string>>
  /** Amounts by day, by name of the day index. */
  readonly days?: Readonly<Record<string, readonly DayAmount[]>>
}

export interface BuiltTable {
  readonly table: Table
  /** For each row in the order of `add`, its number in the table. */
  readonly rowOf: Uint32Array
}

const PLACE_COLUMNS: readonly ColumnShape[] = [
  { name: LONGITUDE, kind: 'f64' },
  { name: LATITUDE, kind: 'f64' },
]

/** Takes rows in any order, then puts them in the order of the curve and indexes them. */
export class TableBuilder {
  readonly #shape: TableShape
  readonly #columns: readonly ColumnShape[]
  /** Cells of each column, in the order of `#columns`; all have room for `#capacity` rows. */
  readonly #cells: FlatArray[]
  #capacity = 0
  readonly #lists = new Map<string, PostingListsBuilder>()
  readonly #words = new Map<string, WordIndexBuilder>()
  readonly #days = new Map<string, DayIndexBuilder>()
  #rows = 0

  constructor(shape: TableShape) {
    this.#shape = shape
    this.#columns = [...PLACE_COLUMNS, ...shape.columns]
    this.#cells = this.#columns.map(({ kind }) => allocate(storageOf(kind).element, 0))
    for (const name of shape.lists) this.#lists.set(name, new PostingListsBuilder())
    for (const name of shape.words) this.#words.set(name, new WordIndexBuilder(shape.normalise))
    for (const name of shape.days ?? []) this.#days.set(name, new DayIndexBuilder())
  }

  /**
   * Throws a RangeError when a value does not fit its column, the place is not on the globe, or a key is no whole number
   * from 0; the builder cannot be used afterwards.
   */
  add(row: NewRow): void {
    if (this.#rows === MOST_ROWS) throw new RangeError(`The table is full: accepted are ${MOST_ROWS} rows.`)
    const place = checkPlace(row)
    if (this.#rows === this.#capacity) this.#grow()
    for (let i = 0; i < this.#columns.length; i++) {
      const { name, kind } = this.#columns[i] as ColumnShape
      const value = name === LONGITUDE ? place?.longitude : name === LATITUDE ? place?.latitude : row.values[name]
      const cells = this.#cells[i] as FlatArray
      cells[this.#rows] = value === undefined ? storageOf(kind).missing : checkValue(name, kind, value)
    }
    for (const [name, lists] of this.#lists) lists.add(row.lists?.[name] ?? [])
    for (const [name, words] of this.#words) words.add(this.#rows, row.words?.[name] ?? '')
    for (const [name, days] of this.#days) days.add(row.days?.[name] ?? [])
    this.#rows++
  }

  /** Nothing can be added afterwards. */
  build(): BuiltTable {
    const order = this.#curveOrder()
    const rowOf = new Uint32Array(this.#rows)
    order.forEach((added, row) => {
      rowOf[added] = row
    })
    const columns = this.#columns.map((shape) => this.#buildColumn(shape, order))
    const kept = columns.filter(({ name }) => this.#columns.find((shape) => shape.name === name)?.kept !== false)
    const manifest: TableManifest = {
      format: 1,
      rows: this.#rows,
      columns: kept.map(({ name, kind }) => ({ name, kind })),
      orders: this.#shape.orders.map(({ name }) => name),
      lists: this.#shape.lists,
      words: this.#shape.words,
      days: this.#shape.days ?? [],
    }
    const arrays = Object.assign(
      {},
      ...kept.map(columnArrays),
      this.#rankOrders(columns),
      ...[...this.#lists].map(([name, lists]) => listArrays(name, lists.build(order))),
      ...[...this.#words].map(([name, words]) => wordArrays(name, words.build(this.#rows, rowOf))),
      ...[...this.#days].map(([name, days]) => dayArrays(name, days.build(order))),
    )
    return { table: Table.open(manifest, arrays), rowOf }
  }

  #grow(): void {
    this.#capacity = Math.max(1024, 2 * this.#capacity)
    this.#cells.forEach((cells, i) => {
      this.#cells[i] = grown(cells, this.#capacity)
    })
  }

  #cellsOf(name: string): FlatArray {
    const cells = this.#cells[this.#columns.findIndex((column) => column.name === name)]
    if (cells !== undefined) return cells
    throw new TypeError(
      `There is no column "${name}": accepted are ${this.#columns.map((column) => column.name).join(', ')}.`,
    )
  }

  /** Rows as they were added, in the order they will have: clusters, then along the curve, then those without a place. */
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
    const values = allocate(storageOf(kind).element, this.#rows)
    for (let row = 0; row < values.length; row++) values[row] = cells[order[row] as number] as number
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
      if (column === undefined)
        throw new TypeError(`There is no column "${name}": accepted are those of the table's shape.`)
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

function checkPlace({ longitude, latitude }: NewRow): { longitude: number; latitude: number } | undefined {
  if (longitude === undefined && latitude === undefined) return undefined
  if (longitude !== undefined && latitude !== undefined && Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90)
    return { longitude, latitude }
  throw new RangeError(
    `Cannot place a row at longitude "${longitude}", latitude "${latitude}": accepted are -180 to 180 and -90 to 90.`,
  )
}

function checkValue(name: string, kind: ColumnKind, value: number): number {
  const { element, least, greatest } = storageOf(kind)
  const isWhole = element.startsWith('f') || Number.isInteger(value)
  if (isWhole && value >= least && value <= greatest) return value
  const numbers = element.startsWith('f') ? 'finite numbers' : `whole numbers from ${least} to ${greatest}`
  throw new RangeError(`Cannot store "${value}" in ${name}: accepted are ${numbers}.`)
}
