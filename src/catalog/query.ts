import type { Point } from '../model/home.ts'
import type { HomeColumnName } from '../model/home-columns.ts'
import type { ClassOf, ColumnOf, FlagOf, OrderOf, SearchedNoun } from '../model/searched.ts'

/**
 * A search as data: a small closed set of frozen nodes. Operations make them, backends run them; nothing else of a
 * backend is known outside its folder, and a new kind of node is a compile error in every backend that lacks it. What a
 * node names (columns, flags, …) is the noun's that is searched: homes where nothing is said.
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
  | OwnNodes[N]

/** Nodes that one noun alone is asked. */
interface OwnNodes {
  readonly home: never
  readonly offer: never
  readonly experience: TagsNode | DaysNode
}

/** Both bounds inclusive; ±Infinity = open. A row without a value matches only where `orMissing` says so. */
export interface RangeNode<N extends SearchedNoun = 'home'> {
  readonly kind: 'range'
  readonly column: ColumnOf<N>
  readonly min: number
  readonly max: number
  readonly orMissing: boolean
}

/** The column holds one of the codes. */
export interface OneOfNode<N extends SearchedNoun = 'home'> {
  readonly kind: 'oneOf'
  readonly column: ColumnOf<N>
  readonly values: readonly string[]
}

/** Every flag of `all` is set, and, unless it is empty, one of `some`, and none of `none`. */
export interface FlagsNode<N extends SearchedNoun = 'home'> {
  readonly kind: 'flags'
  readonly all: readonly FlagOf<N>[]
  readonly some: readonly FlagOf<N>[]
  readonly none: readonly FlagOf<N>[]
}

/** The weighted sum of columns lies in a range; a row that lacks one of them does not match. */
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

/** One of these homes; of another noun, one of the records with these keys. */
export interface HomesNode {
  readonly kind: 'homes'
  readonly zpids: readonly number[]
}

/** Degrees, edges inside; `west` greater than `east` reaches over the date line. */
export interface BoxNode {
  readonly kind: 'box'
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

/** Even-odd, straight edges in degrees, the edge inside. */
export interface PolygonNode {
  readonly kind: 'polygon'
  readonly points: readonly (readonly [latitude: number, longitude: number])[]
}

/** Great-circle distance, the rim inside. */
export interface CircleNode {
  readonly kind: 'circle'
  readonly latitude: number
  readonly longitude: number
  readonly radiusM: number
}

/** Every word and every phrase occurs in the row's text; all of them normalised as `places/name-key.ts` does. */
export interface WordsNode {
  readonly kind: 'words'
  readonly words: readonly string[]
  readonly phrases: readonly (readonly string[])[]
}

/** One of the alternatives holds, each a list of nodes that hold together. */
export interface AnyNode<N extends SearchedNoun = 'home'> {
  readonly kind: 'any'
  readonly alternatives: readonly (readonly QueryNode<N>[])[]
}

/** Carries at least one of the tags. */
export interface TagsNode {
  readonly kind: 'tags'
  readonly tags: readonly string[]
}

/** At least so many seats in one slot of a day from `from` to `to`, day numbers, both included; infinite where open. */
export interface DaysNode {
  readonly kind: 'days'
  readonly from: number
  readonly to: number
  readonly least: number
}

/** One condition of a query, with the parameter that asked for it: `explain` counts what each removed. */
export interface Condition<N extends SearchedNoun = 'home'> {
  readonly parameter: string
  readonly node: QueryNode<N>
}

/** Which rows: all conditions hold. */
export interface Selection<N extends SearchedNoun = 'home'> {
  readonly listingClass: ClassOf<N>
  readonly where: readonly Condition<N>[]
}

/** Those of a selection that are nearest to a point. */
export interface NearSelection extends Selection {
  readonly point: Point
  readonly limit: number
}

export interface Query<N extends SearchedNoun = 'home'> extends Selection<N> {
  readonly order: OrderOf<N>
  readonly offset: number
  readonly limit: number
  /** Units of one rental building count as one result. */
  readonly grouped: boolean
  /** Today's day number in UTC, which what the cards say of days follows. */
  readonly today: number
  /** Only results whose key is greater are on the page; totals count the others too. Not of a grouped search. */
  readonly after?: number
}

/** A result: a home, or a building with those of its units that match, best first. */
export type Hit =
  | { readonly kind: 'home'; readonly zpid: number }
  | { readonly kind: 'building'; readonly lotId: string; readonly units: readonly UnitHit[] }

/** What a building's result says of a unit. */
export interface UnitHit {
  readonly zpid: number
  readonly bedrooms: number | undefined
  /** Rent by the month. */
  readonly price: number | undefined
  readonly room: boolean
}

export interface SearchPage {
  /** Results that match, buildings counted once. Exact. */
  readonly total: number
  /** Homes that match. Exact. */
  readonly ungrouped: number
  readonly hits: readonly Hit[]
}

/** A page of records that are no homes. */
export interface KeyPage {
  /** Records that match. Exact. */
  readonly total: number
  /** Those behind the page. */
  readonly left: number
  /** What tells them apart and breaks ties: see the noun. */
  readonly keys: readonly number[]
}

/** A search whose answer is ready to be sent. */
export interface EncodedPage {
  readonly total: number
  readonly ungrouped: number
  /** Results behind the page. */
  readonly left: number
  /** Key of the page's last record, a home's zpid; undefined on an empty page. */
  readonly lastKey: number | undefined
  /** The page's cards as JSON, separated by commas, without brackets. */
  readonly cards: Uint8Array
  /** Bytes before and behind the cards, in the same memory, that are the caller's to write the rest of an answer into. */
  readonly marginBytes: number
  /**
   * Gives the memory of the cards and their margins back: to be called once at most, when nobody reads them any more. Without
   * it the memory is collected like any other.
   */
  readonly release: () => void
}

/** How many homes of a selection have each value of a column or each ZIP code. */
export interface ValueCount {
  readonly value: number | string
  readonly homes: number
}

/**
 * What of a home can be asked for without its record: a column, the ZIP code as a number, or a number that the units to let
 * of one building have in common.
 */
export type HomeValueName = HomeColumnName | 'zipcode' | 'building'

/**
 * Columns of some homes: the entries at one place of the arrays belong to one home. A number is in the column's own unit, a
 * code is its place among the column's values, NaN stands for a value that is not known.
 */
export interface HomeValues<C extends HomeValueName> {
  readonly zpids: Float64Array
  /** Bits as in `HOME_FLAGS`. */
  readonly flags: Uint32Array
  readonly values: Readonly<Record<C, Float64Array>>
}

/** The same, nearest first. */
export interface NearHomes<C extends HomeValueName> extends HomeValues<C> {
  readonly distancesM: Float64Array
}
