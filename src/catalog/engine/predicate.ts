/**
 * A condition on a row: a small closed set of frozen plain objects. In a list, all must hold. A missing value passes
 * only with `orMissing`.
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

/** A number from `min` to `max`, inclusive, infinite if open. For an f32 column the bounds are rounded to f32. */
interface RangePredicate {
  readonly kind: 'range'
  readonly column: string
  readonly min: number
  readonly max: number
  readonly orMissing: boolean
}

/** A code whose bit is set in `codes`: `1 << 3 | 1 << 5` accepts the codes 3 and 5. */
interface OneOfPredicate {
  readonly kind: 'oneOf'
  readonly column: string
  readonly codes: number
  readonly orMissing: boolean
}

/** Every bit of `all`, no bit of `none`, and, unless `any` is 0, at least one bit of `any`. */
interface FlagsPredicate {
  readonly kind: 'flags'
  readonly column: string
  readonly all: number
  readonly none: number
  readonly any: number
}

/** Holds if at least one of the lists holds, or with `isNone` if none does; within a list all predicates must. */
interface AnyPredicate {
  readonly kind: 'any'
  readonly isNone?: true
  readonly of: readonly (readonly Predicate[])[]
}

/** A row in the posting list of at least one of the keys. */
interface ListPredicate {
  readonly kind: 'list'
  readonly list: string
  readonly keys: readonly number[]
}

/** One of these rows, in ascending order. */
interface RowsPredicate {
  readonly kind: 'rows'
  readonly rows: Uint32Array
}

/**
 * Holds for rows with all of the words, and with all of the phrases, each within one text. Words are normalized like
 * those of the index.
 */
interface WordsPredicate {
  readonly kind: 'words'
  readonly index: string
  readonly terms: readonly string[]
  readonly phrases?: readonly (readonly string[])[]
}

/** A test by the caller, such as a sum of columns. Runs last, on rows that pass everything else. */
interface CheckPredicate {
  readonly kind: 'check'
  readonly accepts: (row: number) => boolean
}

/** A box in degrees, edges included; `west` above `east` crosses the date line. */
interface BoxPredicate {
  readonly kind: 'box'
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

/**
 * Rings as longitude, latitude, longitude, latitude …, open or closed, in either direction, with edges straight in
 * degrees. Even-odd rule where rings cross themselves or each other; a point on an edge is inside.
 */
interface PolygonPredicate {
  readonly kind: 'polygon'
  readonly rings: readonly (readonly number[])[]
}

/** Great-circle distance on a sphere with the Earth's mean radius, the rim included. */
interface CirclePredicate {
  readonly kind: 'circle'
  readonly longitude: number
  readonly latitude: number
  readonly radiusM: number
}

/** Holds for rows with at least this amount on some day from `from` to `to`, inclusive, infinite if open. */
interface DaysPredicate {
  readonly kind: 'days'
  readonly index: string
  readonly from: number
  readonly to: number
  readonly least: number
}
