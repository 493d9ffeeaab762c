/**
 * A condition on a row: a small closed set of frozen plain objects. A row must satisfy all predicates of a list. A row
 * without a value passes only with `orMissing`.
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

export type PredicateOf<K extends Predicate['kind']> = Extract<Predicate, { readonly kind: K }>

/**
 * The value is from `min` to `max`, inclusive; ±Infinity leaves a side open. Bounds for an f32 column are rounded to
 * f32.
 */
interface RangePredicate {
  readonly kind: 'range'
  readonly column: string
  readonly min: number
  readonly max: number
  readonly orMissing: boolean
}

/** The value is a code whose bit is set in `codes`: `1 << 3 | 1 << 5` accepts the codes 3 and 5. */
interface OneOfPredicate {
  readonly kind: 'oneOf'
  readonly column: string
  readonly codes: number
  readonly orMissing: boolean
}

/** The row has every bit of `all`, no bit of `none` and, unless `any` is 0, at least one bit of `any`. */
interface FlagsPredicate {
  readonly kind: 'flags'
  readonly column: string
  readonly all: number
  readonly none: number
  readonly any: number
}

/** At least one list matches (with `isNone`: no list). A list matches if all its predicates hold. */
interface AnyPredicate {
  readonly kind: 'any'
  readonly isNone?: true
  readonly of: readonly (readonly Predicate[])[]
}

/** One of these posting lists contains the row. */
interface ListPredicate {
  readonly kind: 'list'
  readonly list: string
  readonly keys: readonly number[]
}

/** The row is in this list. Rows ascend. */
interface RowsPredicate {
  readonly kind: 'rows'
  readonly rows: Uint32Array
}

/**
 * The row contains all words and all phrases. A phrase must be within one text. Words must be normalized like the
 * index.
 */
interface WordsPredicate {
  readonly kind: 'words'
  readonly index: string
  readonly terms: readonly string[]
  readonly phrases?: readonly (readonly string[])[]
}

/** A test by the caller, such as a sum of columns. Usually runs after all other predicates, because it is slow. */
interface CheckPredicate {
  readonly kind: 'check'
  readonly accepts: (row: number) => boolean
}

/** The point lies in a box in degrees, edges included. If `west` is above `east`, the box crosses the date line. */
interface BoxPredicate {
  readonly kind: 'box'
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

/**
 * The point lies in rings or on an edge. Rings are longitude, latitude, longitude, latitude, …, open or closed, in any
 * direction, with edges straight in degrees. If rings cross, the even-odd rule applies.
 */
interface PolygonPredicate {
  readonly kind: 'polygon'
  readonly rings: readonly (readonly number[])[]
}

/**
 * The point lies in a circle or on its rim. Distances are great-circle distances on a sphere with the Earth's mean
 * radius.
 */
interface CirclePredicate {
  readonly kind: 'circle'
  readonly longitude: number
  readonly latitude: number
  readonly radiusM: number
}

/** The row has at least this amount on some day from `from` to `to`: day numbers, inclusive, perhaps infinite. */
interface DaysPredicate {
  readonly kind: 'days'
  readonly index: string
  readonly from: number
  readonly to: number
  readonly least: number
}
