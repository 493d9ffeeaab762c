export type Element = 'u8' | 'u16' | 'u32' | 'i32' | 'f32' | 'f64'

const ARRAYS = {
  u8: Uint8Array,
  u16: Uint16Array,
  u32: Uint32Array,
  i32: Int32Array,
  f32: Float32Array,
  f64: Float64Array,
} as const

interface Arrays {
  u8: Uint8Array
  u16: Uint16Array
  u32: Uint32Array
  i32: Int32Array
  f32: Float32Array
  f64: Float64Array
}
export type ArrayOf<E extends Element> = Arrays[E]

/** All indexes in the engine's loops are valid. `as number` states this to the compiler at no cost at run time. */
export type FlatArray = ArrayOf<Element>

/**
 * How values are stored. Numbers are `u8` … `f64`. `codes` are 0 to 30, so that 31 bits can mask them. `flags` are 32
 * independent bits. The largest value of a type (Infinity for floats) means "missing", so comparisons need no branch;
 * flags are never missing.
 */
export type ColumnKind = Element | 'codes' | 'flags'

interface Storage {
  readonly element: Element
  readonly missing: number
  readonly least: number
  readonly greatest: number
}

const GREATEST_F32 = 3.4028234663852886e38

const STORAGE: Readonly<Record<ColumnKind, Storage>> = {
  codes: { element: 'u8', missing: 0xff, least: 0, greatest: 30 },
  flags: { element: 'u32', missing: 0, least: 0, greatest: 0xffff_ffff },
  u8: { element: 'u8', missing: 0xff, least: 0, greatest: 0xfe },
  u16: { element: 'u16', missing: 0xffff, least: 0, greatest: 0xfffe },
  u32: { element: 'u32', missing: 0xffff_ffff, least: 0, greatest: 0xffff_fffe },
  i32: { element: 'i32', missing: 0x7fff_ffff, least: -0x8000_0000, greatest: 0x7fff_fffe },
  f32: { element: 'f32', missing: Number.POSITIVE_INFINITY, least: -GREATEST_F32, greatest: GREATEST_F32 },
  f64: { element: 'f64', missing: Number.POSITIVE_INFINITY, least: -Number.MAX_VALUE, greatest: Number.MAX_VALUE },
}

/** Returns the element type, the value that means "missing", and the range of values for a kind of column. */
export function storageOf(kind: ColumnKind): Storage {
  return STORAGE[kind]
}

/** A column of a table. Its arrays are immutable views of shared memory. */
export interface Column {
  readonly name: string
  readonly kind: ColumnKind
  readonly values: FlatArray
  /** For each zone (see `zones.ts`): the minimum. For codes and flags: the bits that all rows of the zone have. */
  readonly lows: Float64Array
  /** For each zone: the maximum. For codes and flags: the bits that any row of the zone has. */
  readonly highs: Float64Array
  /** Distribution of the column's values (see `profile.ts`). */
  readonly profile: Float64Array
}

export function bytesPer(element: Element): number {
  return ARRAYS[element].BYTES_PER_ELEMENT
}

/** Allocates an array in shared memory, which every worker thread can read. */
export function allocate<E extends Element>(element: E, length: number): ArrayOf<E> {
  return viewOf(element, new SharedArrayBuffer(length * bytesPer(element)), 0, length)
}

/** Allocates an array that only this thread can read. */
export function newColumn<E extends Element>(element: E, length: number): ArrayOf<E> {
  return viewOf(element, new ArrayBuffer(length * bytesPer(element)), 0, length)
}

/** Returns a view of existing memory. The offset must be a multiple of the element's size. */
export function viewOf<E extends Element>(
  element: E,
  buffer: ArrayBufferLike,
  byteOffset: number,
  length: number,
): ArrayOf<E> {
  const type: new (buffer: ArrayBufferLike, byteOffset: number, length: number) => FlatArray = ARRAYS[element]
  return new type(buffer, byteOffset, length) as ArrayOf<E> // matches E: ARRAYS pairs each name with its class
}

export function elementOf(array: FlatArray): Element {
  for (const [element, type] of Object.entries(ARRAYS)) if (array instanceof type) return element as Element // ARRAYS has these keys only
  throw new TypeError('An array must be a Uint8, Uint16, Uint32, Int32, Float32 or Float64Array.')
}
