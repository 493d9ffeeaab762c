import type { HomeColumnName, HomeFlag, ListingClass } from '../model/home-columns.ts'
import type { HomeOrder } from '../model/home-orders.ts'

/**
 * A search as data: a small closed set of frozen nodes. Operations make them, backends run them; nothing else of a
 * backend is known outside its folder, and a new kind of node is a compile error in every backend that lacks it.
 */
export type QueryNode =
  | RangeNode
  | OneOfNode
  | FlagsNode
  | SumNode
  | PlaceNode
  | HomesNode
  | BoxNode
  | PolygonNode
  | CircleNode
  | WordsNode
  | AnyNode

/** Both bounds inclusive; ±Infinity = open. A row without a value matches only where `orMissing` says so. */
export interface RangeNode {
  readonly kind: 'range'
  readonly column: HomeColumnName
  readonly min: number
  readonly max: number
  readonly orMissing: boolean
}

/** The column holds one of the codes. */
export interface OneOfNode {
  readonly kind: 'oneOf'
  readonly column: HomeColumnName
  readonly values: readonly string[]
}

/** Every flag of `all` is set, and, unless it is empty, one of `some`, and none of `none`. */
export interface FlagsNode {
  readonly kind: 'flags'
  readonly all: readonly HomeFlag[]
  readonly some: readonly HomeFlag[]
  readonly none: readonly HomeFlag[]
}

/** The weighted sum of columns lies in a range; a row that lacks one of them does not match. */
export interface SumNode {
  readonly kind: 'sum'
  readonly terms: readonly { readonly column: HomeColumnName; readonly weight: number }[]
  readonly min: number
  readonly max: number
}

/** In one of the regions, given by their keys. */
export interface PlaceNode {
  readonly kind: 'place'
  readonly regions: readonly string[]
}

/** One of these homes. */
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
export interface AnyNode {
  readonly kind: 'any'
  readonly alternatives: readonly (readonly QueryNode[])[]
}

/** One condition of a query, with the parameter that asked for it: `explain` counts what each removed. */
export interface Condition {
  readonly parameter: string
  readonly node: QueryNode
}

/** Which rows: all conditions hold. */
export interface Selection {
  readonly listingClass: ListingClass
  readonly where: readonly Condition[]
}

export interface Query extends Selection {
  readonly order: HomeOrder
  readonly offset: number
  readonly limit: number
  /** Units of one rental building count as one result. */
  readonly grouped: boolean
  /** Today's day number in UTC, which what the cards say of days follows. */
  readonly today: number
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

/** A search whose answer is ready to be sent. */
export interface EncodedPage {
  readonly total: number
  readonly ungrouped: number
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
