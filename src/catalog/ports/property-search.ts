import type {
  IdColumnName,
  ListColumnName,
  NumberColumnName,
  PropertyColumnName,
  TextColumnName,
} from '../../model/property-columns.ts'
import type { CircleNode, PolygonNode, WordsNode } from './query.ts'

/**
 * A condition on homes and offers of the OData resource Property, whether listed or not: a small closed set of frozen
 * nodes. Each node is true or false for every record. A record without a value matches only `missing`.
 */
export type PropertyNode =
  | {
      /** Bounds are inclusive; ±Infinity leaves a side open. */
      readonly kind: 'range'
      readonly column: NumberColumnName
      readonly min: number
      readonly max: number
    }
  | { readonly kind: 'numbers'; readonly column: NumberColumnName; readonly values: ReadonlySet<number> }
  | {
      /** The text is one of these values. For a list, at least one element is one of these values. */
      readonly kind: 'texts'
      readonly column: TextColumnName | IdColumnName | ListColumnName
      readonly values: ReadonlySet<string>
    }
  /** The record has no value in the column, or an empty list. */
  | { readonly kind: 'missing'; readonly column: PropertyColumnName }
  | { readonly kind: 'keys'; readonly keys: ReadonlySet<string> }
  /** The key, as a text, lies within these bounds. Texts are compared by UTF-16 code units. */
  | { readonly kind: 'keyRange'; readonly from?: KeyBound; readonly to?: KeyBound }
  | CircleNode
  | PolygonNode
  /** The record is a listed home that a word search for these words finds. Without words, every record matches. */
  | WordsNode
  | {
      /** At least one alternative holds. An alternative holds if all its nodes hold. */
      readonly kind: 'any'
      readonly alternatives: readonly (readonly PropertyNode[])[]
    }
  /** No alternative holds. */
  | { readonly kind: 'none'; readonly alternatives: readonly (readonly PropertyNode[])[] }

export interface KeyBound {
  readonly key: string
  readonly isInclusive: boolean
}

/** A sort column. Records without a value come first in ascending order and last in descending order. */
export interface PropertyOrder {
  readonly column: NumberColumnName | TextColumnName
  readonly isDescending: boolean
}

/** The position of a record in a sort order: its values in the sort columns, and its key. */
export interface PropertyPosition {
  readonly values: readonly (number | string | undefined)[]
  readonly key: string
}

export interface PropertyQuery {
  /** All conditions must hold. */
  readonly where: readonly PropertyNode[]
  /** Sort columns. Ties, or all records if the list is empty, are in ascending order of the key as a text. */
  readonly order: readonly PropertyOrder[]
  /** Whether ties are sorted in descending order of the key instead. */
  readonly isKeyDescending: boolean
  /** The page starts after this position. */
  readonly after?: PropertyPosition
  readonly offset: number
  readonly limit: number
  /** Whether to count all matches, regardless of `after`, `offset` and `limit`. */
  readonly isCounted: boolean
}

export interface PropertyHit extends PropertyPosition {
  readonly noun: 'home' | 'offer'
  /**
   * The record's `ModificationTimestamp` in the search index. If the record itself has another timestamp, it changed
   * after the search.
   */
  readonly modifiedUs: number
}

export interface PropertyPage {
  /** Exact count. Undefined if the query does not ask for a count. */
  readonly total: number | undefined
  readonly hits: readonly PropertyHit[]
  /** Whether more hits follow. */
  readonly isMore: boolean
}

/**
 * Searches the homes and offers of the resource Property by the columns of `PROPERTY_COLUMNS`. Each call reads one
 * committed state. A search that costs too much throws the Fault `search.too_costly`.
 */
export interface PropertySearch {
  page(query: PropertyQuery): Promise<PropertyPage>
  /**
   * The distinct texts of a column, in order of UTF-16 code units. Returns the same array until the catalog changes.
   */
  values(column: TextColumnName | ListColumnName): Promise<readonly string[]>
}
