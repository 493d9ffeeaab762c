/** A number stored per record, rounded unless the type is f64. With `values`, the number is an index into them. */
export interface SearchColumn<R> {
  readonly type: 'u8' | 'u16' | 'u32' | 'i32' | 'f64'
  readonly unit: string
  readonly doc: string
  /** For a column of codes: the values, by code. */
  readonly values?: readonly string[]
  /** Factor from the value to the stored number. */
  readonly scale?: number
  /** Returns undefined if the record has no value. */
  of(record: R): number | undefined
}

/**
 * An order of search results. Records without a number are last; ties are ordered by key. If `of` is also a column's
 * function, the column's stored numbers are compared.
 */
export interface SearchOrder<R> {
  readonly doc: string
  readonly highestFirst: boolean
  of(record: R): number | undefined
}

/** The largest number of each type. The next larger one means "missing". */
const LARGEST = { u8: 0xfe, u16: 0xfffe, u32: 0xffff_fffe, i32: 0x7fff_fffe, f64: Number.MAX_VALUE }

/** Returns the number stored for a record. */
export function storedIn<R>(column: SearchColumn<R>, record: R): number | undefined {
  return storedAs(column, column.of(record))
}

/**
 * Scales and rounds a value for storage. Values outside the type's range become the type's minimum or maximum.
 * Undefined if missing.
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
 * Returns the smallest stored number whose value is at least `value`. Corrects floating-point errors: 1.1 in hundredths
 * is 110.
 */
export function leastStored(value: number, scale: number): number {
  const near = Math.round(value * scale)
  if (!Number.isFinite(near)) return value
  return near / scale >= value ? near : near + 1
}

/** Returns the index of a string among a column's values. Undefined for an unknown string. */
export function codeOf(values: readonly string[], value: string | undefined): number | undefined {
  const code = value === undefined ? -1 : values.indexOf(value)
  return code < 0 ? undefined : code
}

/** Returns a number with one bit per test, lowest bit first. */
export function bitsOf<R>(tests: readonly ((record: R) => boolean | undefined)[], record: R): number {
  let bits = 0
  for (let bit = 0; bit < tests.length; bit++) if (tests[bit]?.(record) === true) bits |= 1 << bit
  return bits >>> 0
}
