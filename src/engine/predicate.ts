/**
 * What a row must be like: a small closed set of frozen plain objects. Several in a list mean that all must hold. A
 * missing value passes a test only where `orMissing` says so.
 */
export type Predicate =
  | RangePredicate
  | OneOfPredicate
  | FlagsPredicate
  | AnyPredicate
  | ListPredicate
  | RowsPredicate
  | WordsPredicate
  | CheckPredicate
  | BoxPredicate
  | PolygonPredicate
  | CirclePredicate
  | DaysPredicate

/** A number from `min` to `max`, both included; infinite where open. An f32 column compares with the bounds as f32. */
export interface RangePredicate {
  readonly kind: 'range'
  readonly column: string
  readonly min: number
  readonly max: number
  readonly orMissing: boolean
}

/** A code whose bit is set in `codes`: `1 << 3 | 1 << 5` accepts the codes 3 and 5. */
export interface OneOfPredicate {
  readonly kind: 'oneOf'
  readonly column: string
  readonly codes: number
  readonly orMissing: boolean
}

/** Every bit of `all`, no bit of `none`, and, unless `any` is 0, at least one bit of `any`. */
export interface FlagsPredicate {
  readonly kind: 'flags'
  readonly column: string
  readonly all: number
  readonly none: number
  readonly any: number
}

/** At least one of the lists, of which all must hold. */
export interface AnyPredicate {
  readonly kind: 'any'
  readonly of: readonly (readonly Predicate[])[]
}

/** A row in the posting list of at least one of the keys. */
export interface ListPredicate {
  readonly kind: 'list'
  readonly list: string
  readonly keys: readonly number[]
}

/** One of these rows, which ascend. */
export interface RowsPredicate {
  readonly kind: 'rows'
  readonly rows: Uint32Array
}

/** Every one of the words, and every phrase within one text, all normalised as the index's own words are. */
export interface WordsPredicate {
  readonly kind: 'words'
  readonly index: string
  readonly terms: readonly string[]
  readonly phrases?: readonly (readonly string[])[]
}

/** Whatever the caller finds in the row, a sum of columns, say. Asked last, for rows that pass everything else. */
export interface CheckPredicate {
  readonly kind: 'check'
  readonly accepts: (row: number) => boolean
}

/** Degrees, edges included; `west` above `east` is a box over the date line. */
export interface BoxPredicate {
  readonly kind: 'box'
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

/**
 * Rings as longitude, latitude, longitude, latitude …, open or closed, in either direction, with edges that are straight
 * in degrees. Even-odd where rings cross themselves or each other; a point on an edge is inside.
 */
export interface PolygonPredicate {
  readonly kind: 'polygon'
  readonly rings: readonly (readonly number[])[]
}

/** Great-circle distance on a sphere of the mean radius of the Earth, the rim included. */
export interface CirclePredicate {
  readonly kind: 'circle'
  readonly longitude: number
  readonly latitude: number
  readonly radiusM: number
}

/** At least so much on one of the days from `from` to `to`, both included; infinite where open. */
export interface DaysPredicate {
  readonly kind: 'days'
  readonly index: string
  readonly from: number
  readonly to: number
  readonly least: number
}
