import type { ChangingNoun } from '../../../catalog/ports/record-pages.ts'
import type { NumberColumnName } from '../../../model/property-columns.ts'
import type { Field } from './field.ts'
import type { Row } from './row.ts'

export type ResourceName = 'Property' | 'Member' | 'Office' | 'Media' | 'OpenHouse' | 'Lookup' | 'EntityEvent'

/** A kind of rows that can be asked for. */
export interface Resource {
  readonly name: ResourceName
  readonly doc: string
  /** The field by which a row is named, and in whose order rows come. */
  readonly key: string
  /** The nouns whose records the rows tell; none for rows that are made from the catalogue as a whole. */
  readonly nouns: readonly ChangingNoun[]
  readonly fields: ReadonlyMap<string, Field<Row>>
  readonly links: ReadonlyMap<string, Link>
  /** The names of the fields that `$filter` may use, and those that `$orderby` may use. */
  readonly filtered: ReadonlySet<string>
  readonly sorted: ReadonlySet<string>
  /** Rows are sorted by the key in ascending order alone. */
  readonly isKeyAscending: boolean
  /** For rows that tell parts of records: how many there are, and the field with the key of the record. */
  readonly parts?: Parts
}

/** How records tell rows of which each has several. */
export interface Parts {
  readonly ownedBy: string
  /**
   * The keys of `NounContents` by which it is known how many rows the records of a noun have: by the lengths that are
   * counted as values, or one row for each record that has the key.
   */
  readonly countedBy: Readonly<Partial<Record<ChangingNoun, readonly string[]>>>
  /** The column of homes and offers that holds this number: 0 or nothing for a record without rows. */
  readonly column: NumberColumnName
  count(row: Row): number
}

/** A navigation property: what a row leads to. */
export interface Link {
  readonly name: string
  readonly target: ResourceName
  readonly isList: boolean
  readonly doc: string
  /** The people whom the row names must be at hand. */
  readonly needsPeople: boolean
  follow(row: Row): readonly Row[]
}
