import type { Point } from '../../model/home.ts'
import type { HomeColumnName } from '../../model/home-columns.ts'
import type { ClassOf, ColumnOf, FlagOf, OrderOf, SearchedNoun } from '../../model/searched.ts'
import type { Amount, Measurement } from './measures.ts'

/**
 * A search as data: a small closed set of frozen nodes. Operations build the nodes and backends run them. A new kind of
 * node fails to compile in every backend that lacks it. Columns, flags and so on are those of the searched noun, homes
 * by default.
 */
export type QueryNode<N extends SearchedNoun = 'home'> =
  | RangeNode<N>
  | OneOfNode<N>
  | FlagsNode<N>
  | SumNode<N>
  | PlaceNode
  | HomesNode
  | BoxNode
  | PolygonNode
  | CircleNode
  | WordsNode
  | AnyNode<N>
  | NoneNode<N>
  | OwnNodes[N]

/** Nodes that are supported by a single noun. */
interface OwnNodes {
  readonly home: never
  readonly offer: never
  readonly experience: TagsNode | DaysNode
}

/**
 * The column's value lies in a range. Bounds are inclusive; ±Infinity leaves a side open. A row without a value matches
 * only if `orMissing` is set.
 */
export interface RangeNode<N extends SearchedNoun = 'home'> {
  readonly kind: 'range'
  readonly column: ColumnOf<N>
  readonly min: number
  readonly max: number
  readonly orMissing: boolean
}

/** The column holds one of these codes. */
export interface OneOfNode<N extends SearchedNoun = 'home'> {
  readonly kind: 'oneOf'
  readonly column: ColumnOf<N>
  readonly values: readonly string[]
}

/** All flags of `all` are set, at least one of `some` (unless it is empty), and none of `none`. */
export interface FlagsNode<N extends SearchedNoun = 'home'> {
  readonly kind: 'flags'
  readonly all: readonly FlagOf<N>[]
  readonly some: readonly FlagOf<N>[]
  readonly none: readonly FlagOf<N>[]
}

/** The weighted sum of columns lies in a range. A row without a value in one of the columns does not match. */
export interface SumNode<N extends SearchedNoun = 'home'> {
  readonly kind: 'sum'
  readonly terms: readonly { readonly column: ColumnOf<N>; readonly weight: number }[]
  readonly min: number
  readonly max: number
}

/** The record lies in one of these regions, given by key. */
export interface PlaceNode {
  readonly kind: 'place'
  readonly regions: readonly string[]
}

/** The record is one of these homes or, for other nouns, has one of these keys. */
interface HomesNode {
  readonly kind: 'homes'
  readonly zpids: readonly number[]
}

/**
 * The point lies in this box, edges included. Corners are in degrees. A box with `west` greater than `east` crosses the
 * date line.
 */
export interface BoxNode {
  readonly kind: 'box'
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

/**
 * The point lies in this polygon by the even-odd rule over the outline and all holes. Edges are straight in degrees,
 * and points on an edge match.
 */
export interface PolygonNode {
  readonly kind: 'polygon'
  readonly points: Corners
  readonly holes?: readonly Corners[]
}

export type Corners = readonly (readonly [latitude: number, longitude: number])[]

/** The rings of a polygon as flat arrays: longitude, latitude, longitude, latitude, … */
export function ringsOf({ points, holes = [] }: PolygonNode): number[][] {
  return [points, ...holes].map((ring) => ring.flatMap(([latitude, longitude]) => [longitude, latitude]))
}

/** The point lies in this circle. Distances are great-circle distances; points on the rim match. */
export interface CircleNode {
  readonly kind: 'circle'
  readonly latitude: number
  readonly longitude: number
  readonly radiusM: number
}

/** The row's text contains every word and every phrase. All texts are normalized as in `names/name-key.ts`. */
export interface WordsNode {
  readonly kind: 'words'
  readonly words: readonly string[]
  readonly phrases: readonly (readonly string[])[]
}

/** At least one alternative holds. An alternative is a list of nodes that must all hold. */
interface AnyNode<N extends SearchedNoun = 'home'> {
  readonly kind: 'any'
  readonly alternatives: readonly (readonly QueryNode<N>[])[]
}

/** No alternative holds: in each list, at least one node is false. */
interface NoneNode<N extends SearchedNoun = 'home'> {
  readonly kind: 'none'
  readonly alternatives: readonly (readonly QueryNode<N>[])[]
}

/** The record has at least one of the tags. */
export interface TagsNode {
  readonly kind: 'tags'
  readonly tags: readonly string[]
}

/**
 * On at least one day between the day numbers `from` and `to` (inclusive, infinite if open), a slot has `least` or more
 * seats.
 */
export interface DaysNode {
  readonly kind: 'days'
  readonly from: number
  readonly to: number
  readonly least: number
}

/** A condition, with the parameter that it comes from. `explain` counts how many records each condition removes. */
export interface Condition<N extends SearchedNoun = 'home'> {
  readonly parameter: string
  readonly node: QueryNode<N>
}

/** The rows for which all conditions hold. */
export interface Selection<N extends SearchedNoun = 'home'> {
  readonly listingClass: ClassOf<N>
  readonly where: readonly Condition<N>[]
}

/**
 * A summary of all results of a query, regardless of the page. `ignores`: indexes in `where` of the conditions that do
 * not apply to the measure. Results are counted as in the query's total: in a grouped query, a building counts once for
 * each class, choice or place that contains at least one of its matching units.
 */
export type Measure<N extends SearchedNoun = 'home'> = { readonly ignores: readonly number[] } & (
  | {
      /** For each choice, the number of results that satisfy all nodes of the choice. */
      readonly kind: 'choices'
      readonly choices: readonly (readonly QueryNode<N>[])[]
    }
  | {
      /** The `most` places of a type with the most results, with their counts. Place keys start with the type. */
      readonly kind: 'places'
      readonly type: string
      readonly most: number
    }
  | {
      /** The number of results between each bound and the next. The last class has no upper bound. Bounds ascend. */
      readonly kind: 'classes'
      readonly amount: Amount<N>
      readonly from: readonly number[]
    }
  | {
      /** Figures over all matching records. Units of a building are counted separately. */
      readonly kind: 'figures'
      readonly amount: Amount<N>
      /** Shares between 0 and 1, ascending. */
      readonly quantiles: readonly number[]
    }
  | {
      /** Figures over the records with a known amount, grouped by place of a type or by month of a column's days. */
      readonly kind: 'groups'
      readonly amount: Amount<N>
      readonly by: { readonly type: string } | { readonly month: ColumnOf<N> }
      /** Groups with fewer records are left out. */
      readonly least: number
    }
)

/** The rows of a selection that are nearest to a point. */
export interface NearSelection extends Selection {
  readonly point: Point
  readonly limit: number
  /** Maximum distance in meters; unlimited if absent. */
  readonly withinM?: number
}

export interface Query<N extends SearchedNoun = 'home'> extends Selection<N> {
  readonly order: OrderOf<N>
  readonly offset: number
  readonly limit: number
  /** Whether units of one rental building count as one result. */
  readonly grouped: boolean
  /** Today's day number in UTC, for dates in cards. */
  readonly today: number
  /** The page contains only results with a greater key; totals count all results. Not for grouped searches. */
  readonly after?: number
  /** Measures of all results, regardless of the page. */
  readonly measures?: readonly Measure<N>[]
}

/** A result: a home, or a building with its matching units, best unit first. */
export type Hit =
  | { readonly kind: 'home'; readonly zpid: number }
  | { readonly kind: 'building'; readonly lotId: string; readonly units: readonly UnitHit[] }

/** A unit of a building in the results. */
export interface UnitHit {
  readonly zpid: number
  readonly bedrooms: number | undefined
  /** Monthly rent. */
  readonly price: number | undefined
  readonly room: boolean
}

export interface SearchPage {
  /** Exact number of results, with each building counted once. */
  readonly total: number
  /** Exact number of matching homes. */
  readonly ungrouped: number
  readonly hits: readonly Hit[]
  /** The results of the query's measures, if it has any. */
  readonly measured?: readonly Measurement[]
}

/** A page of records other than homes. */
export interface KeyPage {
  /** Exact number of matching records. */
  readonly total: number
  /** Number of records after the page. */
  readonly left: number
  /** Unique keys, by which ties are sorted; see `keyOf` of the noun. */
  readonly keys: readonly number[]
}

/** A page of search results, ready to be sent. */
export interface EncodedPage {
  readonly total: number
  readonly ungrouped: number
  /** The results of the query's measures, if it has any. */
  readonly measured?: readonly Measurement[]
  /** Number of results after the page. */
  readonly left: number
  /** Key of the page's last record, a home's zpid; undefined on an empty page. */
  readonly lastKey: number | undefined
  /** Length of the page's cards as JSON, with commas between cards and without brackets. */
  readonly cardBytes: number
  /** Returns the cards as JSON between the texts `before` and `after`. */
  json(before: string, after: string): Lent
}

/** Bytes in reusable memory. */
export interface Lent {
  readonly bytes: Uint8Array
  /**
   * Returns the memory for reuse. Call this at most once, when nobody reads the bytes anymore. Without a call, the
   * memory is garbage-collected.
   */
  release(): void
}

/** How many homes of a selection have a value of a column or a ZIP code. */
export interface ValueCount {
  readonly value: number | string
  readonly homes: number
}

/**
 * A value of a home that can be read without its record: a column, the ZIP code as a number, the number of the building
 * that groups the home's rental units, or the coordinates of its search point in degrees.
 */
export type HomeValueName = HomeColumnName | 'zipcode' | 'building' | 'latitude' | 'longitude'

/**
 * Values of homes, as parallel arrays. Numbers are in the column's own unit, codes are indexes into the column's
 * values, and NaN means unknown.
 */
export interface HomeValues<C extends HomeValueName> {
  readonly zpids: Float64Array
  /** Bits as defined by `HOME_FLAGS`. */
  readonly flags: Uint32Array
  readonly values: Readonly<Record<C, Float64Array>>
}

/** Values of homes around a point, nearest first. */
export interface NearHomes<C extends HomeValueName> extends HomeValues<C> {
  readonly distancesM: Float64Array
}
