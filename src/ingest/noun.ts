import type { Day } from '../base/clock.ts'
import type { CatalogWriter } from '../catalog/catalog-writer.ts'
import type { IdOf, Noun, Records } from '../catalog/nouns.ts'
import type { FieldTable, FieldValue } from '../model/field.ts'
import type { Joining } from '../model/source-home.ts'
import type { Gazetteer } from '../regions/gazetteer.ts'
import type { Finding, Rejection } from './finding.ts'

/** The readable content of a row for one record. */
export interface RowContent {
  /** Empty when the noun's records have no key. */
  readonly sourceKey: string
  /** The property id given by the source. */
  readonly zpid?: number
  /** The key of the part, for parts of homes. */
  readonly partKey?: string
  readonly record: Readonly<Record<string, FieldValue>>
  /** Columns without a field, by name. */
  readonly other: Readonly<Record<string, string>>
  /** The columns of a wide table, oldest first: last day of the period, and its value. */
  readonly points: readonly DatedValue[]
  /** Cells left out because they could not be read. */
  readonly findings: readonly Finding[]
  /** Fields that the row fills, from columns or as constants. Rows that fill the same ones share one set. */
  readonly mapped: ReadonlySet<string>
}

/** How a row names its record. */
export type Identity = Pick<RowContent, 'sourceKey' | 'zpid' | 'partKey'>

export type DatedValue = readonly [end: Day, value: number]

/** The part of the gazetteer that imports use. */
export type ImportGazetteer = Pick<
  Gazetteer,
  'zip' | 'hasCity' | 'county' | 'countiesNamed' | 'around' | 'zipsAround' | 'zipsOfCity'
>

/** What all rows of a file have in common. */
export interface FileContext {
  /** Index of the file within the import. */
  readonly fileNumber: number
  readonly source: string
  readonly reporter?: string
  /** The day that the file describes. */
  readonly asOf?: Day
  /** The same as a moment: milliseconds since 1970. */
  readonly asOfMs?: number
  /** The files of this day together are a complete list of the source. */
  readonly complete: boolean
  /** Rows of records that are not known are not used. */
  readonly partial: boolean
  /** The moment of the source's newest complete list that the catalogue knows, for nouns that such lists remove. */
  readonly listedMs?: number
  readonly gazetteer: ImportGazetteer
  readonly nowMs: number
}

/** A record made from a row, and the findings about it. */
export interface Made<R> {
  readonly record: R
  readonly findings: readonly Finding[]
}

/** The outcome for one record. */
export interface Settled {
  readonly id: number | string
  readonly outcome: Outcome
  /** Why the record belongs to a home that other records gave. */
  readonly joining?: Joining
  /** The file whose row is counted for the record: the first that has it. */
  readonly fileNumber?: number
  /** Sales in the rows: all, those new to the catalogue, and those with a changed price. */
  readonly sales?: number
  readonly salesNew?: number
  readonly salesChanged?: number
  /** Whether nothing more is told of the record in this import. */
  readonly isLast?: boolean
}

/**
 * `joined`: a new record of a home that other records gave. `removed`: deleted by a row. `gone`: missing from a newer
 * complete list of its source.
 */
export type Outcome = 'new' | 'joined' | 'changed' | 'unchanged' | 'removed' | 'gone'

/** How rows become records of one noun. */
export interface NounSpec<N extends Noun> {
  readonly noun: N
  /** Plural for reports: `homes`. */
  readonly plural: string
  readonly fields: FieldTable
  /** Fields without which there is no record. */
  readonly required: readonly string[]
  /** Sets of fields of which a record needs one, in the order in which a mapping should have them. */
  readonly someOf?: readonly (readonly string[])[]
  /** Rows identify their record by a key; otherwise the fields do. */
  readonly keyed: boolean
  /** Rows hold personal data: reports and rejects files repeat none of it. */
  readonly personal?: true
  /** Accepts wide tables. */
  readonly wide?: true
  make(content: RowContent, file: FileContext): Made<Records[N]> | Rejection
  id(record: Records[N]): IdOf<N>
  /** The id of the record that a row names, for nouns with a key. */
  named?(identity: Identity, source: string): IdOf<N>
  /** The moment that a record describes, in milliseconds since 1970; -Infinity when it has none. */
  momentOf?(record: Records[N]): number
  /** What must be equal for two records with one id to be the same thing. */
  holder(record: Records[N]): string
  /** The rejection when it differs. */
  taken(record: Records[N], holder: Records[N]): Rejection
  /** Why two rows of one import with the same id cannot both be used; absent when they always can. */
  clash?(one: Records[N], other: Records[N]): Rejection | undefined
  /**
   * What is odd about two used rows of one import with the same id; absent when nothing ever is. `isSettled`: one of
   * them is the result of an earlier batch.
   */
  oddity?(one: Records[N], other: Records[N], isSettled: boolean): Finding | undefined
  /**
   * Merges the catalogue's record with an import's rows, independently of the order of `fresh`. `sameImport`: earlier
   * rows of this import wrote the catalogue's record.
   */
  merge(existing: Records[N] | undefined, fresh: readonly Records[N][], sameImport: boolean): Records[N]
  /** Restores known values that no field of the mapping fills. */
  keep(merged: Records[N], known: Records[N], mapped: ReadonlySet<string>): Records[N]
  sales?(
    existing: Records[N] | undefined,
    fresh: readonly Records[N][],
  ): Required<Pick<Settled, 'sales' | 'salesNew' | 'salesChanged'>>
  /** After the last row of complete lists: the records that change because they are no longer listed. */
  missing?(writer: CatalogWriter, source: string, seen: readonly Records[N][]): Iterable<Records[N]>
  /**
   * What is left of a record that a complete list of its source does not name: the record itself when nothing changes,
   * undefined when it goes. Nouns have this or `missing`.
   */
  unlisted?(record: Records[N], list: FileContext): Records[N] | undefined
  /** The catalogue's record as the newest complete list confirmed it, which is later than what the record says. */
  confirmed?(record: Records[N], listedMs: number): Records[N]
  /** A merged record with the moment that the catalogue's has, which a complete list need not write anew. */
  withMomentOf?(merged: Records[N], known: Records[N]): Records[N]
  /** For nouns with complete lists: the scope of one list, e.g. one city. */
  scope?(record: Records[N]): string
}
