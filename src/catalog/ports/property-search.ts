import type {
  IdColumnName,
  ListColumnName,
  NumberColumnName,
  PropertyColumnName,
  TextColumnName,
} from '../../model/property-columns.ts'
import type { CircleNode, PolygonNode, WordsNode } from './query.ts'

/**
 * A condition on homes and offers as the resource Property shows them, listed or not: a small closed set of frozen nodes.
 * Each is true or false for every record; a record without a value matches `missing` alone.
 */
export type PropertyNode =
  | {
      /** Bounds are inclusive; ±Infinity leaves one open. */
      readonly kind: 'range'
      readonly column: NumberColumnName
      readonly min: number
      readonly max: number
    }
  | { readonly kind: 'numbers'; readonly column: NumberColumnName; readonly values: ReadonlySet<number> }
  | {
      /** The text is one of these; of a list, at least one is. */
      readonly kind: 'texts'
      readonly column: TextColumnName | IdColumnName | ListColumnName
      readonly values: ReadonlySet<string>
    }
  /** The record has no value in the column, or an empty list. */
  | { readonly kind: 'missing'; readonly column: PropertyColumnName }
  | { readonly kind: 'keys'; readonly keys: ReadonlySet<string> }
  /** The key, as a text, is in these bounds, compared by UTF-16 code units. */
  | { readonly kind: 'keyRange'; readonly from?: KeyBound; readonly to?: KeyBound }
  | CircleNode
  | PolygonNode
  /** The listed homes that searches find by these words, and no offers; without words, every record. */
  | WordsNode
  | {
      /** All nodes of at least one alternative hold. */
      readonly kind: 'any'
      readonly alternatives: readonly (readonly PropertyNode[])[]
    }
  /** No alternative holds. */
  | { readonly kind: 'none'; readonly alternatives: readonly (readonly PropertyNode[])[] }

export interface KeyBound {
  readonly key: string
  readonly isInclusive: boolean
}

/** Records without a value come before all others, or after them in descending order. */
export interface PropertyOrder {
  readonly column: NumberColumnName | TextColumnName
  readonly isDescending: boolean
}

/** The place of a record in an order: its values in the columns of the order, and its key. */
export interface PropertyPosition {
  readonly values: readonly (number | string | undefined)[]
  readonly key: string
}

export interface PropertyQuery {
  /** All of them hold. */
  readonly where: readonly PropertyNode[]
  /** Ties, and everything where this is empty, come in ascending order of the key as a text. */
  readonly order: readonly PropertyOrder[]
  /** Whether ties come in descending order of the key instead. */
  readonly isKeyDescending: boolean
  /** The page begins behind this place. */
  readonly after?: PropertyPosition
  readonly offset: number
  readonly limit: number
  /** Whether to count all matches, whatever `after`, `offset` and `limit` are. */
  readonly isCounted: boolean
}

export interface PropertyHit extends PropertyPosition {
  readonly noun: 'home' | 'offer'
  /** `ModificationTimestamp` of the record that the index knows: another one means that the record has changed since. */
  readonly modifiedUs: number
}

export interface PropertyPage {
  /** Exact; undefined if it is not counted. */
  readonly total: number | undefined
  readonly hits: readonly PropertyHit[]
  /** Whether others follow. */
  readonly isMore: boolean
}

/**
 * Searches the homes and offers of the resource Property by the columns of `PROPERTY_COLUMNS`. Each call reads one
 * committed state. A search that costs too much throws the Fault `search.too_costly`.
 */
export interface PropertySearch {
  page(query: PropertyQuery): Promise<PropertyPage>
  /** The different texts of a column, in order of UTF-16 code units. Returns the same array until the catalogue changes. */
  values(column: TextColumnName | ListColumnName): Promise<readonly string[]>
}
