import type {
  IdColumnName,
  ListColumnName,
  NumberColumnName,
  PropertyColumnName,
  TextColumnName,
} from '../../model/property-columns.ts'
import type { CircleNode, PolygonNode, WordsNode } from './query.ts'

/**
 * A condition on homes and offers, listed or not, of the OData resource Property. A small closed set of frozen nodes.
 * Each node is true or false for every record. A record without a value matches only `missing`.
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
      /** The column has one of these values. For a column with lists, one matching element is enough. */
      readonly kind: 'texts'
      readonly column: TextColumnName | IdColumnName | ListColumnName
      readonly values: ReadonlySet<string>
    }
  /** The record has no value in the column, or an empty list. */
  | { readonly kind: 'missing'; readonly column: PropertyColumnName }
  | { readonly kind: 'keys'; readonly keys: ReadonlySet<string> }
  /** The record's key lies within these bounds. Keys are compared as strings, by UTF-16 code units. */
  | { readonly kind: 'keyRange'; readonly from?: KeyBound; readonly to?: KeyBound }
  | CircleNode
  | PolygonNode
  /** The record is a listed home that contains these words. Without words, every record matches. */
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

/** A sort column. Records without a value come first in ascending order, and last in descending order. */
export interface PropertyOrder {
  readonly column: NumberColumnName | TextColumnName
  readonly isDescending: boolean
}

/** A record's position in a sort order: its values in the sort columns, and its key. */
export interface PropertyPosition {
  readonly values: readonly (number | string | undefined)[]
  readonly key: string
}

export interface PropertyQuery {
  /** All conditions must hold. */
  readonly where: readonly PropertyNode[]
  /** Sort columns. Ties are sorted by key as a string, ascending. Without columns, all records are sorted by key. */
  readonly order: readonly PropertyOrder[]
  /** Sorts ties by key in descending order. */
  readonly isKeyDescending: boolean
  /** The page starts after this position, which is not included. */
  readonly after?: PropertyPosition
  readonly offset: number
  readonly limit: number
  /** Whether to count all matches, regardless of `after`, `offset` and `limit`. */
  readonly isCounted: boolean
}

export interface PropertyHit extends PropertyPosition {
  readonly noun: 'home' | 'offer'
  /** The record's `ModificationTimestamp` when the search ran. If it differs now, the record has changed since. */
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
 * Searches the homes and offers of the OData resource Property by the columns in `PROPERTY_COLUMNS`. Each call reads
 * one committed state. A search that costs too much throws the Fault `search.too_costly`.
 */
export interface PropertySearch {
  page(query: PropertyQuery): Promise<PropertyPage>
  /**
   * Returns the distinct strings of a column, sorted by UTF-16 code units. Returns the same array until the catalog
   * changes.
   */
  values(column: TextColumnName | ListColumnName): Promise<readonly string[]>
}
