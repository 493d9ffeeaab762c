import type { ChangingNoun } from '../../../catalog/ports/record-pages.ts'
import type { NumberColumnName } from '../../../model/property-columns.ts'
import type { Field } from './field.ts'
import type { Row } from './row.ts'

export type ResourceName = 'Property' | 'Member' | 'Office' | 'Media' | 'OpenHouse' | 'Lookup' | 'EntityEvent'

/** A resource below `/odata`, such as Property. */
export interface Resource {
  readonly name: ResourceName
  readonly doc: string
  /** The field that identifies a row. Rows are sorted by it. */
  readonly key: string
  /** The types of the records from which rows are made. Empty if rows are made from the whole catalog. */
  readonly nouns: readonly ChangingNoun[]
  readonly fields: ReadonlyMap<string, Field<Row>>
  readonly links: ReadonlyMap<string, Link>
  /** The fields that `$filter` may use. */
  readonly filtered: ReadonlySet<string>
  /** The fields that `$orderby` may use. */
  readonly sorted: ReadonlySet<string>
  /** True if rows cannot be sorted by key in descending order. */
  readonly isKeyAscending: boolean
  /** Present if a record has several rows. */
  readonly parts?: Parts
}

/**
 * How rows are made from parts of records, such as pictures. `ownedBy`: the field that contains the key of the record.
 */
export interface Parts {
  readonly ownedBy: string
  /**
   * Keys of `NounContents` whose counts add up to the number of rows, for each record type. A count is a number of list
   * items, or of records with the key.
   */
  readonly countedBy: Readonly<Partial<Record<ChangingNoun, readonly string[]>>>
  /** The column of homes and offers that contains a record's number of rows; 0 or empty without rows. */
  readonly column: NumberColumnName
  count(row: Row): number
}

/** A navigation property: a link from a row to other rows. */
export interface Link {
  readonly name: string
  readonly target: ResourceName
  readonly isList: boolean
  readonly doc: string
  /** Whether the agents and offices of a record must be read. */
  readonly needsPeople: boolean
  follow(row: Row): readonly Row[]
}
