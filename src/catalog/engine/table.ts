import {
  type ArrayOf,
  allocate,
  type Column,
  type ColumnKind,
  type Element,
  elementOf,
  type FlatArray,
  newColumn,
  storageOf,
} from './column.ts'
import { type DayArrays, DayIndex } from './day-index.ts'
import { PostingLists } from './posting-lists.ts'
import { PROFILE_LENGTH } from './profile.ts'
import { RemovedRows } from './removed-rows.ts'
import { WordIndex } from './word-index.ts'
import { blocksOf, regionsOf } from './zones.ts'

/** Describes a table's arrays, as plain data. A new `format` means that older arrays are unreadable. */
export interface TableManifest {
  readonly format: 2
  readonly rows: number
  readonly columns: readonly { readonly name: string; readonly kind: ColumnKind }[]
  /** The f64 column that breaks ties. Contains unique whole numbers. */
  readonly id: string
  readonly orders: readonly OrderShape[]
  readonly lists: readonly string[]
  readonly words: readonly string[]
  readonly days: readonly string[]
}

export interface OrderShape {
  readonly name: string
  /** The column by which to sort. Ties are in ascending order of id, and missing values come last. */
  readonly column: string
  readonly direction: 'ascending' | 'descending'
}

/** Arrays by name, such as `column/price/values`. */
export type TableArrays = Readonly<Record<string, FlatArray>>

/** Every table has these two columns, in degrees. A row without coordinates has neither value. */
export const LONGITUDE = 'longitude'
export const LATITUDE = 'latitude'

export type Degrees = Column & { readonly values: Float64Array }
export interface Places {
  readonly longitudes: Degrees
  readonly latitudes: Degrees
}

/** Returns a row's sort key. Rows with smaller keys come first, ties in order of id. */
type SortKeyOf = (row: number) => number

/**
 * Rows in the order of a space-filling curve, as immutable flat arrays in shared memory. The arrays can be stored, or
 * posted to another thread, and opened again without conversion.
 */
export class Table {
  readonly manifest: TableManifest
  readonly arrays: TableArrays
  readonly rows: number
  readonly places: Places
  /** Ids are unique. */
  readonly ids: Float64Array
  /** Rows that searches must not find; undefined if there are none. */
  readonly removed: RemovedRows | undefined
  readonly #columns = new Map<string, Column>()
  readonly #orders = new Map<string, OrderShape & { readonly ranks: Uint32Array }>()
  readonly #lists = new Map<string, PostingLists>()
  readonly #words = new Map<string, WordIndex>()
  readonly #days = new Map<string, DayIndex>()

  /**
   * Opens a table. If an array is missing or has the wrong type or length, throws a TypeError with its name. `removed`
   * has a bit for each row that searches must not find; see `RemovedRows`.
   */
  static open(manifest: TableManifest, arrays: TableArrays, removed?: Uint32Array): Table {
    return new Table(manifest, arrays, removed)
  }

  private constructor(manifest: TableManifest, arrays: TableArrays, removed: Uint32Array | undefined) {
    this.manifest = manifest
    this.arrays = arrays
    this.rows = manifest.rows
    const take = takeFrom(arrays)
    for (const { name, kind } of manifest.columns) this.#columns.set(name, openColumn(name, kind, manifest.rows, take))
    for (const order of manifest.orders) {
      this.#orders.set(order.name, { ...order, ranks: take(`order/${order.name}`, 'u32', this.rows) })
    }
    for (const name of manifest.lists) {
      this.#lists.set(name, new PostingLists(take(`list/${name}/starts`, 'u32'), take(`list/${name}/rows`, 'u32')))
    }
    for (const name of manifest.words) this.#words.set(name, openWords(name, this.rows, take))
    for (const name of manifest.days) this.#days.set(name, openDays(name, this.rows, take))
    this.places = {
      longitudes: this.columnOf('f64', LONGITUDE) as Degrees, // cells of f64 are a Float64Array
      latitudes: this.columnOf('f64', LATITUDE) as Degrees,
    }
    this.ids = this.columnOf('f64', manifest.id).values as Float64Array // the column's kind is f64
    this.removed = removed && RemovedRows.of(removed, this.rows)
  }

  column(name: string): Column {
    return named('column', this.#columns, name)
  }

  /** Returns a column. Throws a TypeError if the column has another kind. */
  columnOf(kind: ColumnKind, name: string): Column {
    const column = this.column(name)
    if (column.kind !== kind) throw new TypeError(`Column "${name}" must hold ${kind}, and holds ${column.kind}.`)
    return column
  }

  order(name: string): Uint32Array {
    return named('order', this.#orders, name).ranks
  }

  /** Returns a function that gives the sort key of a row. Tables of the same shape have comparable keys. */
  sortKeys(name: string): SortKeyOf {
    const { column, direction } = named('order', this.#orders, name)
    const { values, kind } = this.column(column)
    const { missing } = storageOf(kind)
    const sign = direction === 'ascending' ? 1 : -1
    return (row) => {
      const value = values[row] as number
      return value === missing ? Number.POSITIVE_INFINITY : sign * value
    }
  }

  lists(name: string): PostingLists {
    return named('list', this.#lists, name)
  }

  words(name: string): WordIndex {
    return named('word index', this.#words, name)
  }

  days(name: string): DayIndex {
    return named('day index', this.#days, name)
  }
}

/**
 * Returns the arrays of a column, under the names that `Table.open` expects. A column without a value takes no memory:
 * its list of values is empty.
 */
export function columnArrays({ name, kind, values, lows, highs, profile }: Column): TableArrays {
  const path = `column/${name}`
  const { element, missing } = storageOf(kind)
  const isEmpty = kind !== 'codes' && kind !== 'flags' && lows.every((low) => low === missing)
  return {
    [`${path}/values`]: isEmpty ? allocate(element, 0) : values,
    [`${path}/lows`]: lows,
    [`${path}/highs`]: highs,
    [`${path}/profile`]: profile,
  }
}

export function listArrays(name: string, { starts, rows }: PostingLists): TableArrays {
  return { [`list/${name}/starts`]: starts, [`list/${name}/rows`]: rows }
}

export function wordArrays(name: string, { arrays }: WordIndex): TableArrays {
  return Object.fromEntries(Object.entries(arrays).map(([part, array]) => [`words/${name}/${part}`, array]))
}

export function dayArrays(name: string, { arrays }: DayIndex): TableArrays {
  return Object.fromEntries(Object.entries(arrays).map(([part, array]) => [`days/${name}/${part}`, array]))
}

type Take = <E extends Element>(name: string, element: E, length?: number) => ArrayOf<E>

function takeFrom(arrays: TableArrays): Take {
  return <E extends Element>(name: string, element: E, length?: number) => {
    const array = arrays[name]
    if (array === undefined) throw new TypeError(`Array "${name}" is missing.`)
    const actual = `${elementOf(array)} x ${array.length}`
    const expected = `${element} x ${length ?? array.length}`
    if (actual !== expected) throw new TypeError(`Array "${name}" must be ${expected}, and is ${actual}.`)
    return array as ArrayOf<E> // `element` was compared above
  }
}

function openColumn(name: string, kind: ColumnKind, rows: number, take: Take): Column {
  const zones = blocksOf(rows) + regionsOf(rows)
  const { element, missing } = storageOf(kind)
  const own = {
    name,
    kind,
    lows: take(`column/${name}/lows`, 'f64', zones),
    highs: take(`column/${name}/highs`, 'f64', zones),
    profile: take(`column/${name}/profile`, 'f64', PROFILE_LENGTH),
  }
  const values = `column/${name}/values`
  if (take(values, element).length > 0) return { ...own, values: take(values, element, rows) }
  // Filters judge whole zones by their bounds, so few searches read the values.
  const made: Column = Object.defineProperty(own as Column, 'values', {
    get: () => missingValues(element, missing, rows),
  })
  return made
}

/** For each type, the longest array of missing values so far. Tables with fewer rows share its beginning. */
const missingArrays = new Map<Element, FlatArray>()

function missingValues(element: Element, missing: number, rows: number): FlatArray {
  const known = missingArrays.get(element)
  const values = known !== undefined && known.length >= rows ? known : newColumn(element, rows).fill(missing)
  missingArrays.set(element, values)
  return values.subarray(0, rows)
}

function openWords(name: string, rows: number, take: Take): WordIndex {
  const path = `words/${name}`
  const arrays = {
    text: take(`${path}/text`, 'u8'),
    textEnds: take(`${path}/textEnds`, 'u32'),
    listStarts: take(`${path}/listStarts`, 'u32'),
    lists: take(`${path}/lists`, 'u8'),
    bitmaps: take(`${path}/bitmaps`, 'u32'),
    numbers: take(`${path}/numbers`, 'u32'),
    sequences: take(`${path}/sequences`, 'u8'),
    sequenceStarts: take(`${path}/sequenceStarts`, 'u32', rows + 1),
  }
  return new WordIndex(arrays, rows)
}

function openDays(name: string, rows: number, take: Take): DayIndex {
  const path = `days/${name}`
  const arrays: DayArrays = {
    starts: take(`${path}/starts`, 'u32', rows + 1),
    days: take(`${path}/days`, 'i32'),
    amounts: take(`${path}/amounts`, 'u16'),
    windows: take(`${path}/windows`, 'i32'),
    planeWindows: take(`${path}/planeWindows`, 'i32'),
    planes: take(`${path}/planes`, 'u32'),
    lastDays: take(`${path}/lastDays`, 'i32'),
  }
  return new DayIndex(arrays, rows)
}

function named<T>(noun: string, all: ReadonlyMap<string, T>, name: string): T {
  const column = all.get(name)
  if (column !== undefined) return column
  throw new TypeError(`There is no ${noun} "${name}", only ${[...all.keys()].join(', ') || 'none'}.`)
}
