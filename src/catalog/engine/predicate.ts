/**
 * A condition on a row: a small closed set of frozen plain objects. All predicates of a list must hold. A missing value
 * passes only with `orMissing`.
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

/** A predicate of one kind. */
export type PredicateOf<K extends Predicate['kind']> = Extract<Predicate, { readonly kind: K }>

/** The value is from `min` to `max`, inclusive, infinite if open. Bounds for an f32 column are rounded to f32. */
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

/** At least one of the lists holds or, with `isNone`, no list holds. A list holds if all of its predicates hold. */
interface AnyPredicate {
  readonly kind: 'any'
  readonly isNone?: true
  readonly of: readonly (readonly Predicate[])[]
}

/** The row is in the posting list of at least one of these keys. */
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

/** The row has all words, and all phrases, each within one text. Words are normalized like the words of the index. */
interface WordsPredicate {
  readonly kind: 'words'
  readonly index: string
  readonly terms: readonly string[]
  readonly phrases?: readonly (readonly string[])[]
}

/** A test by the caller, such as a sum of columns. It runs last, on the rows that pass all other predicates. */
interface CheckPredicate {
  readonly kind: 'check'
  readonly accepts: (row: number) => boolean
}

/** The point lies in a box in degrees, edges included. A box with `west` above `east` crosses the date line. */
interface BoxPredicate {
  readonly kind: 'box'
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

/**
 * The point lies in rings, given as longitude, latitude, longitude, latitude, …, open or closed, in either direction,
 * with edges straight in degrees. The even-odd rule applies if rings cross themselves or each other. Points on an edge
 * are inside.
 */
interface PolygonPredicate {
  readonly kind: 'polygon'
  readonly rings: readonly (readonly number[])[]
}

/**
 * The point lies in a circle. Distances are great-circle distances on a sphere with the Earth's mean radius; points on
 * the rim match.
 */
interface CirclePredicate {
  readonly kind: 'circle'
  readonly longitude: number
  readonly latitude: number
  readonly radiusM: number
}

/** The row has at least this amount on a day from `from` to `to`, inclusive, infinite if open. */
interface DaysPredicate {
  readonly kind: 'days'
  readonly index: string
  readonly from: number
  readonly to: number
  readonly least: number
}
