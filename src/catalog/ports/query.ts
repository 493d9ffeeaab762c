import type { Point } from '../../model/home.ts'
import type { HomeColumnName } from '../../model/home-columns.ts'
import type { ClassOf, ColumnOf, FlagOf, OrderOf, SearchedNoun } from '../../model/searched.ts'
import type { Amount, Measurement } from './measures.ts'

/**
 * A search as data: a small closed set of frozen nodes. Operations build the nodes and backends run them. A backend
 * that lacks a kind of node does not compile. Columns and flags are those of the searched records, by default homes.
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

/** Nodes that only work for one type of record. */
interface OwnNodes {
  readonly home: never
  readonly offer: never
  readonly experience: TagsNode | DaysNode
}

/**
 * The column's value lies in a range with inclusive bounds; ±Infinity leaves a side open. Rows without a value match
 * only if `orMissing` is set.
 */
export interface RangeNode<N extends SearchedNoun = 'home'> {
  readonly kind: 'range'
  readonly column: ColumnOf<N>
  readonly min: number
  readonly max: number
  readonly orMissing: boolean
}

/** The column's value is one of these codes. */
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

/** The weighted sum of columns lies in a range. Rows without a value in one of these columns do not match. */
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

/** The record is one of these homes or, for other records, has one of these keys. */
interface HomesNode {
  readonly kind: 'homes'
  readonly zpids: readonly number[]
}

/**
 * The point lies in this box, edges included. Corners are in degrees. If `west` is greater than `east`, the box crosses
 * the date line.
 */
export interface BoxNode {
  readonly kind: 'box'
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

/**
 * The point lies inside the outline but outside all holes (even-odd rule). Edges are straight in degrees, and points on
 * an edge match.
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

/** The row's text contains every word and every phrase. Texts are normalized as in `names/name-key.ts`. */
export interface WordsNode {
  readonly kind: 'words'
  readonly words: readonly string[]
  readonly phrases: readonly (readonly string[])[]
}

/** At least one alternative holds. In an alternative, all nodes must hold. */
interface AnyNode<N extends SearchedNoun = 'home'> {
  readonly kind: 'any'
  readonly alternatives: readonly (readonly QueryNode<N>[])[]
}

/** No alternative holds: each alternative contains at least one false node. */
interface NoneNode<N extends SearchedNoun = 'home'> {
  readonly kind: 'none'
  readonly alternatives: readonly (readonly QueryNode<N>[])[]
}

/** The record has at least one of the tags. */
export interface TagsNode {
  readonly kind: 'tags'
  readonly tags: readonly string[]
}

/** On some day from `from` to `to` (day numbers, inclusive, perhaps infinite), a slot has `least` or more seats. */
export interface DaysNode {
  readonly kind: 'days'
  readonly from: number
  readonly to: number
  readonly least: number
}

/** A condition, with the parameter from which it was made. `explain` counts how many records each condition removes. */
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
 * A summary of all results of a query, not just of its page. Skips the conditions whose indexes in `where` are in
 * `ignores`. In a grouped query, a building counts once for each class, choice or place that contains a matching unit.
 */
export type Measure<N extends SearchedNoun = 'home'> = { readonly ignores: readonly number[] } & (
  | {
      /** The number of results for each choice. All nodes of a choice must hold. */
      readonly kind: 'choices'
      readonly choices: readonly (readonly QueryNode<N>[])[]
    }
  | {
      /** The `most` places of one type with the most results. Place keys start with the type. */
      readonly kind: 'places'
      readonly type: string
      readonly most: number
    }
  | {
      /** The number of results from each bound up to the next. The last class has no upper bound. Bounds ascend. */
      readonly kind: 'classes'
      readonly amount: Amount<N>
      readonly from: readonly number[]
    }
  | {
      /** Figures over all matching records. In a grouped query, each unit of a building counts. */
      readonly kind: 'figures'
      readonly amount: Amount<N>
      /** Each quantile is between 0 and 1. Quantiles ascend. */
      readonly quantiles: readonly number[]
    }
  | {
      /** Figures for each place of a type, or for each month of a date column. Skips records with an unknown amount. */
      readonly kind: 'groups'
      readonly amount: Amount<N>
      readonly by: { readonly type: string } | { readonly month: ColumnOf<N> }
      /** Groups with fewer records are left out. */
      readonly least: number
    }
)

/** Selects the records that are nearest to a point. */
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
  /** Whether the units of a rental building count as one result. */
  readonly grouped: boolean
  /** Today's day number in UTC, for dates in the results. */
  readonly today: number
  /** The page leaves out results with this key or a lower key. Totals still count them. Not for grouped searches. */
  readonly after?: number
  /** Summaries of all results, not just of the page. */
  readonly measures?: readonly Measure<N>[]
}

/** A result: a home, or a building with its matching units, the best unit first. */
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
  /** Keys by which ties are sorted; see `NounDescription.keyOf`. */
  readonly keys: readonly number[]
}

/** A page of search results as ready-made JSON. */
export interface EncodedPage {
  readonly total: number
  readonly ungrouped: number
  /** The results of the query's measures, if it has any. */
  readonly measured?: readonly Measurement[]
  /** Number of results after the page. */
  readonly left: number
  /** Key of the page's last record (for homes, the zpid); undefined on an empty page. */
  readonly lastKey: number | undefined
  /** Length of the results as JSON, with commas between results and without brackets. */
  readonly cardBytes: number
  /** Returns the JSON of all results, between the strings `before` and `after`. */
  json(before: string, after: string): Lent
}

/** Bytes in a buffer that is reused after `release`. */
export interface Lent {
  readonly bytes: Uint8Array
  /** Call this at most once, when nobody reads the bytes anymore. Without a call, the memory is garbage-collected. */
  release(): void
}

/** How many homes of a selection have this value or ZIP code. */
export interface ValueCount {
  readonly value: number | string
  readonly homes: number
}

/**
 * A value of a home that is readable without the record: a column, the ZIP code as a number, the group of units of a
 * rental building, or the coordinates on the map in degrees.
 */
export type HomeValueName = HomeColumnName | 'zipcode' | 'building' | 'latitude' | 'longitude'

/**
 * Values of homes as parallel arrays. Numbers are in the column's unit, codes are indexes of the column's values, and
 * NaN means unknown.
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
