import type { ChangingNoun } from '../../../catalog/ports/record-pages.ts'
import type { NumberColumnName } from '../../../model/property-columns.ts'
import type { Field } from './field.ts'
import type { Row } from './row.ts'

export type ResourceName = 'Property' | 'Member' | 'Office' | 'Media' | 'OpenHouse' | 'Lookup' | 'EntityEvent'

/** A kind of rows that callers can request. */
export interface Resource {
  readonly name: ResourceName
  readonly doc: string
  /** The field that identifies a row. Rows are sorted by it. */
  readonly key: string
  /** The nouns of the records that rows are made from; empty if rows come from the catalog as a whole. */
  readonly nouns: readonly ChangingNoun[]
  readonly fields: ReadonlyMap<string, Field<Row>>
  readonly links: ReadonlyMap<string, Link>
  /** Names of the fields that `$filter` may use. */
  readonly filtered: ReadonlySet<string>
  /** Names of the fields that `$orderby` may use. */
  readonly sorted: ReadonlySet<string>
  /** Whether rows can be sorted by the key in ascending order only. */
  readonly isKeyAscending: boolean
  /** Defined if a record has several rows. */
  readonly parts?: Parts
}

/** Rows that are parts of records, such as pictures. `ownedBy` is the field with the record's key. */
export interface Parts {
  readonly ownedBy: string
  /**
   * Keys of `NounContents` that count the rows of all records of a noun: list lengths, or one row per record with the
   * key.
   */
  readonly countedBy: Readonly<Partial<Record<ChangingNoun, readonly string[]>>>
  /** The column of homes and offers with the number of rows: 0 or empty for a record without rows. */
  readonly column: NumberColumnName
  count(row: Row): number
}

/** A navigation property, which links a row to other rows. */
export interface Link {
  readonly name: string
  readonly target: ResourceName
  readonly isList: boolean
  readonly doc: string
  /** Whether the row's agents and offices must be looked up. */
  readonly needsPeople: boolean
  follow(row: Row): readonly Row[]
}
