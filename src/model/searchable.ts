/**
 * A number that is stored for each record. The number is rounded to a whole number unless the type is f64. A column
 * with `values` stores codes: the index of a value.
 */
export interface SearchColumn<R> {
  readonly type: 'u8' | 'u16' | 'u32' | 'i32' | 'f64'
  readonly unit: string
  readonly doc: string
  /** For a column of codes: the values, by code. */
  readonly values?: readonly string[]
  /** The stored number is the value times this factor. */
  readonly scale?: number
  /** Returns undefined if the record has no value. */
  of(record: R): number | undefined
}

/**
 * A sort order of search results. Records without a number come last; ties are sorted by key. If a column has the same
 * function `of`, searches compare the stored numbers of that column.
 */
export interface SearchOrder<R> {
  readonly doc: string
  readonly highestFirst: boolean
  of(record: R): number | undefined
}

/** The largest number that each type can store. The next larger number marks a missing value. */
const LARGEST = { u8: 0xfe, u16: 0xfffe, u32: 0xffff_fffe, i32: 0x7fff_fffe, f64: Number.MAX_VALUE }

/** The number that a column stores for a record. */
export function storedIn<R>(column: SearchColumn<R>, record: R): number | undefined {
  return storedAs(column, column.of(record))
}

/**
 * The number that a column stores for a value, scaled and rounded. Undefined if the value is missing. A value outside
 * the range of the column's type is moved to the nearest end of the range.
 */
export function storedAs(
  { type, scale = 1 }: Pick<SearchColumn<never>, 'type' | 'scale'>,
  value: number | undefined,
): number | undefined {
  if (value === undefined) return undefined
  if (type === 'f64') return value
  return Math.min(LARGEST[type], Math.max(type === 'i32' ? -LARGEST.i32 : 0, Math.round(value * scale)))
}

/**
 * The smallest stored number whose value is at least `value`. For 1.1 in hundredths, this is 110, although floating
 * point makes 1.1 × 100 slightly more than 110.
 */
export function leastStored(value: number, scale: number): number {
  const near = Math.round(value * scale)
  if (!Number.isFinite(near)) return value
  return near / scale >= value ? near : near + 1
}

/** The code of a text: its index in the column's values. Undefined if the values do not contain the text. */
export function codeOf(values: readonly string[], value: string | undefined): number | undefined {
  const code = value === undefined ? -1 : values.indexOf(value)
  return code < 0 ? undefined : code
}

/** Sets one bit for each test that holds. The first test sets the lowest bit. */
export function bitsOf<R>(tests: readonly ((record: R) => boolean | undefined)[], record: R): number {
  let bits = 0
  for (let bit = 0; bit < tests.length; bit++) if (tests[bit]?.(record) === true) bits |= 1 << bit
  return bits >>> 0
}
