import type { Point } from '../../model/home.ts'
import type { HomeColumnName } from '../../model/home-columns.ts'
import type { ClassOf, ColumnOf, FlagOf, OrderOf, SearchedNoun } from '../../model/searched.ts'
import type { Amount, Measurement } from './measures.ts'

/**
 * A search as data: a small closed set of frozen nodes. Operations build them and backends run them; nothing else
 * crosses the border of a backend, and a new kind of node fails to compile in every backend that lacks it. Columns,
 * flags and so on are those of the noun searched, homes by default.
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

/** Nodes that only one noun supports. */
interface OwnNodes {
  readonly home: never
  readonly offer: never
  readonly experience: TagsNode | DaysNode
}

/** Bounds are inclusive; ±Infinity leaves one open. A row without a value matches only if `orMissing`. */
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

/** The weighted sum of columns lies in a range; a row that lacks one of the values does not match. */
export interface SumNode<N extends SearchedNoun = 'home'> {
  readonly kind: 'sum'
  readonly terms: readonly { readonly column: ColumnOf<N>; readonly weight: number }[]
  readonly min: number
  readonly max: number
}

/** In one of the regions, given by their keys. */
export interface PlaceNode {
  readonly kind: 'place'
  readonly regions: readonly string[]
}

/** One of these homes, or for another noun one of the records with these keys. */
interface HomesNode {
  readonly kind: 'homes'
  readonly zpids: readonly number[]
}

/** In degrees, edges included; `west` greater than `east` crosses the date line. */
export interface BoxNode {
  readonly kind: 'box'
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

/** Even-odd rule over the outline and all holes; edges are straight in degrees and included. */
export interface PolygonNode {
  readonly kind: 'polygon'
  readonly points: Corners
  readonly holes?: readonly Corners[]
}

export type Corners = readonly (readonly [latitude: number, longitude: number])[]

/** The rings of a polygon as longitude, latitude, longitude, latitude, … */
export function ringsOf({ points, holes = [] }: PolygonNode): number[][] {
  return [points, ...holes].map((ring) => ring.flatMap(([latitude, longitude]) => [longitude, latitude]))
}

/** Great-circle distance, the rim included. */
export interface CircleNode {
  readonly kind: 'circle'
  readonly latitude: number
  readonly longitude: number
  readonly radiusM: number
}

/** Every word and every phrase occurs in the row's text; all are normalised as in `names/name-key.ts`. */
export interface WordsNode {
  readonly kind: 'words'
  readonly words: readonly string[]
  readonly phrases: readonly (readonly string[])[]
}

/** At least one alternative holds: a list of nodes that must all hold. */
interface AnyNode<N extends SearchedNoun = 'home'> {
  readonly kind: 'any'
  readonly alternatives: readonly (readonly QueryNode<N>[])[]
}

/** No alternative holds: a list of nodes of which at least one must fail. */
interface NoneNode<N extends SearchedNoun = 'home'> {
  readonly kind: 'none'
  readonly alternatives: readonly (readonly QueryNode<N>[])[]
}

/** The record has at least one of the tags. */
export interface TagsNode {
  readonly kind: 'tags'
  readonly tags: readonly string[]
}

/** Some slot between the day numbers `from` and `to` (inclusive, infinite if open) has at least `least` seats. */
export interface DaysNode {
  readonly kind: 'days'
  readonly from: number
  readonly to: number
  readonly least: number
}

/** A condition and the parameter that it comes from; `explain` counts what each condition removed. */
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
 * A question about everything that a query finds, whatever its page. `ignores`: places in `where` of conditions that do
 * not count for it. Results are counted as in the total of the query: where it is grouped, a building counts once for
 * each answer to which one of its units belongs.
 */
export type Measure<N extends SearchedNoun = 'home'> = { readonly ignores: readonly number[] } & (
  | {
      /** The number of results for which all nodes of a choice hold, for each choice. */
      readonly kind: 'choices'
      readonly choices: readonly (readonly QueryNode<N>[])[]
    }
  | {
      /** The number of results in the places of a type, which their keys begin with, that have `most` results. */
      readonly kind: 'places'
      readonly type: string
      readonly most: number
    }
  | {
      /** The number of results from each bound to before the next, the last class open; bounds ascend. */
      readonly kind: 'classes'
      readonly amount: Amount<N>
      readonly from: readonly number[]
    }
  | {
      /** Figures of the records, each unit on its own. */
      readonly kind: 'figures'
      readonly amount: Amount<N>
      /** Shares between 0 and 1, ascending. */
      readonly quantiles: readonly number[]
    }
  | {
      /** Figures of the records whose amount is known in each place of a type, or of each month that a column's days are in. */
      readonly kind: 'groups'
      readonly amount: Amount<N>
      readonly by: { readonly type: string } | { readonly month: ColumnOf<N> }
      /** Smaller groups are left out. */
      readonly least: number
    }
)

/** The rows of a selection that are nearest to a point. */
export interface NearSelection extends Selection {
  readonly point: Point
  readonly limit: number
  /** How far away they may be, in metres; as far as need be, if left out. */
  readonly withinM?: number
}

export interface Query<N extends SearchedNoun = 'home'> extends Selection<N> {
  readonly order: OrderOf<N>
  readonly offset: number
  readonly limit: number
  /** Whether units of one rental building count as one result. */
  readonly grouped: boolean
  /** Today's day number in UTC, for the dates in cards. */
  readonly today: number
  /** The page holds only results with a greater key; totals count all. Not for grouped searches. */
  readonly after?: number
  /** Asked about everything that is found, beside the page. */
  readonly measures?: readonly Measure<N>[]
}

/** A result: a home, or a building with its matching units, best first. */
export type Hit =
  | { readonly kind: 'home'; readonly zpid: number }
  | { readonly kind: 'building'; readonly lotId: string; readonly units: readonly UnitHit[] }

/** A unit in the result of its building. */
export interface UnitHit {
  readonly zpid: number
  readonly bedrooms: number | undefined
  /** Monthly rent. */
  readonly price: number | undefined
  readonly room: boolean
}

export interface SearchPage {
  /** Number of results, a building counting once. Exact. */
  readonly total: number
  /** Number of matching homes. Exact. */
  readonly ungrouped: number
  readonly hits: readonly Hit[]
  /** The answers to the measures of the query, if it has any. */
  readonly measured?: readonly Measurement[]
}

/** A page of records other than homes. */
export interface KeyPage {
  /** Number of matching records. Exact. */
  readonly total: number
  /** How many follow after the page. */
  readonly left: number
  /** Unique keys, which also break ties: see `keyOf` of the noun. */
  readonly keys: readonly number[]
}

/** A page of search results, ready to be sent. */
export interface EncodedPage {
  readonly total: number
  readonly ungrouped: number
  /** The answers to the measures of the query, if it has any. */
  readonly measured?: readonly Measurement[]
  /** How many results follow after the page. */
  readonly left: number
  /** Key of the page's last record, a home's zpid; undefined on an empty page. */
  readonly lastKey: number | undefined
  /** Length of the page's cards as JSON, separated by commas, without brackets. */
  readonly cardBytes: number
  /** The cards as JSON between two texts. */
  json(before: string, after: string): Lent
}

/** Bytes in memory that is used again. */
export interface Lent {
  readonly bytes: Uint8Array
  /**
   * Returns the memory for reuse. Call it at most once, when nobody reads the bytes any more; without it the memory is
   * garbage-collected.
   */
  release(): void
}

/** How many homes of a selection have each value of a column or each ZIP code. */
export interface ValueCount {
  readonly value: number | string
  readonly homes: number
}

/**
 * A value of a home that is available without its record: a column, the ZIP code as a number, the number of the
 * building that its rental units share, or the degrees of its search point.
 */
export type HomeValueName = HomeColumnName | 'zipcode' | 'building' | 'latitude' | 'longitude'

/**
 * Values of some homes, as parallel arrays. Numbers are in the column's own unit, codes are indexes into the column's
 * values, and NaN means unknown.
 */
export interface HomeValues<C extends HomeValueName> {
  readonly zpids: Float64Array
  /** Bits as in `HOME_FLAGS`. */
  readonly flags: Uint32Array
  readonly values: Readonly<Record<C, Float64Array>>
}

/** Values of homes around a point, the nearest first. */
export interface NearHomes<C extends HomeValueName> extends HomeValues<C> {
  readonly distancesM: Float64Array
}
