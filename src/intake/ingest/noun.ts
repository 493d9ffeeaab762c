import type { CatalogWriter } from '../../catalog/ports/catalog-writer.ts'
import type { GivenRecords, IdOf, Noun } from '../../catalog/ports/nouns.ts'
import type { Day } from '../../kit/base/clock.ts'
import type { FieldTable, FieldValue } from '../../model/field.ts'
import type { Joining } from '../../model/source-home.ts'
import type { Gazetteer } from '../../places/regions/gazetteer.ts'
import type { Finding, Made, Rejection, Withheld } from './finding.ts'

/** The readable cells of a row for one record. */
export interface RowContent {
  /** The record's key in its source. Empty for record types without keys. */
  readonly sourceKey: string
  /** The property id that the source gave. */
  readonly zpid?: number
  /** Set for rows of another Plat: all keys in the row are ids. */
  readonly isId?: true
  /** The key of a part of a home, such as a picture. */
  readonly partKey?: string
  readonly record: Readonly<Record<string, FieldValue>>
  /** Columns that fill no field, by name. */
  readonly other: Readonly<Record<string, string>>
  /** The values of a wide table, oldest first. Each date is the last day of its period. */
  readonly points: readonly DatedValue[]
  /** Findings about unreadable cells. These cells fill no field. */
  readonly findings: readonly Finding[]
  /** The fields that the row fills, from columns or constants. Rows with equal sets share one object. */
  readonly mapped: ReadonlySet<string>
}

/** The part of a row that identifies its record. */
export type Identity = Pick<RowContent, 'sourceKey' | 'zpid' | 'isId' | 'partKey'>

export type DatedValue = readonly [end: Day, value: number]

/** The part of the gazetteer that imports use. */
export type ImportGazetteer = Pick<
  Gazetteer,
  'zip' | 'hasCity' | 'county' | 'countiesNamed' | 'around' | 'zipsAround' | 'zipsOfCity'
>

/** The context shared by all rows of a file. */
export interface FileContext {
  /** Index of the file among the files of the import. */
  readonly fileNumber: number
  readonly source: string
  readonly reporter?: string
  /** The day that the file describes. */
  readonly asOf?: Day
  /** The moment that the file describes, in milliseconds since 1970. */
  readonly asOfMs?: number
  /** Whether the files of this day together are a complete list of the source's records. */
  readonly complete: boolean
  /** Whether the file only updates known records. Rows of unknown records are not used. */
  readonly partial: boolean
  /** Set if each row is a whole record and replaces everything known about it. */
  readonly replica?: true
  /**
   * The moment of the source's newest complete list in the catalog. Absent if there is none, or if lists do not delete
   * records of this type.
   */
  readonly listedMs?: number
  readonly gazetteer: ImportGazetteer
  readonly nowMs: number
}

/** A key, and how many rows of an import have it. */
export interface KeyRows {
  readonly key: string
  readonly rows: number
}

/** What happened to one record. */
export interface Settled {
  readonly id: number | string
  readonly outcome: Outcome
  /** Why the record joined a home of other records. */
  readonly joining?: Joining
  /** Index of the file whose report counts the record: the first file with the record. */
  readonly fileNumber?: number
  /** Number of sales in the rows. `salesNew`: not in the catalog. `salesChanged`: in the catalog at another price. */
  readonly sales?: number
  readonly salesNew?: number
  readonly salesChanged?: number
  /** The record's key and number of rows, if there are several rows. */
  readonly severalRows?: KeyRows
  /** Whether no later row of this import can change the record. */
  readonly isLast?: boolean
}

/**
 * `joined`: a new record of an existing home. `removed`: deleted by a row. `gone`: missing from a newer complete list
 * of its source.
 */
export type Outcome = 'new' | 'joined' | 'changed' | 'unchanged' | 'removed' | 'gone'

/** The record that a row deletes, and when it was deleted. */
export interface Deletion extends Identity {
  /** In milliseconds since 1970. Absent if the row states no moment. */
  readonly momentMs?: number
}

/** The result of a row that deletes its record. */
export interface Dropped {
  /** Whether the record was in the catalog or in an earlier row. */
  readonly isKnown: boolean
  readonly findings: readonly Finding[]
}

/** The limit on deletions by complete lists. */
export interface ListEnd {
  /** Maximum share of deleted records: deleted / (named + deleted). */
  readonly maxGone: number
}

/** Collects the records of an import until they are written; see `RecordBatch`. */
export interface Batch {
  readonly rows: number
  /** Announces the records of the next rows, so that they can be read together. */
  expect(identities: Iterable<Identity>, source: string): void
  /** Adds all records of a row. Adds none and returns the reason if the row cannot be used. */
  take(contents: readonly RowContent[], file: FileContext): Taken | Rejection
  drop(deletion: Deletion, file: FileContext): Dropped
  /** Notes that a complete list names the record although its row cannot be used. */
  mention(identity: Identity, file: FileContext): void
  /** Writes the changed records one after the other, and empties the batch. */
  settle(): Generator<Settled>
  /** Writes the changed records for which no rows are left. Other records stay in the batch. */
  settleWhole(): Generator<Settled>
  /**
   * Deletes or marks the records missing from complete lists. Call this after `settle`. Throws a CommandFault if too
   * many records would be deleted.
   */
  finish(source: string, end: ListEnd): Generator<Settled>
  /** The newest moment of all records taken, in milliseconds since 1970. -Infinity if they state none. */
  readonly newestMs: number
}

export interface Taken {
  /** Findings about the row. The row is used nevertheless. */
  readonly findings: readonly Finding[]
  /** True if earlier rows of the import already had all records of the row. The row then counts as merged. */
  readonly isMerged: boolean
  /** Set if the row deletes its record: whether the record was in the catalog or an earlier row. */
  readonly removal?: 'known' | 'unknown'
}

/** Describes how rows become records of one type. */
export interface RecordSpec<R, I> {
  /** The name of a record in messages about rejected rows. */
  readonly called: string
  /** The plural for reports, such as `homes`. */
  readonly plural: string
  readonly fields: FieldTable
  /** Fields without which a row is rejected. */
  readonly required: readonly string[]
  /** Sets of fields. A record needs all fields of one set. Error messages suggest the sets in this order. */
  readonly someOf?: readonly (readonly string[])[]
  /** Whether a key column identifies the record of a row. Otherwise the fields do. */
  readonly keyed: boolean
  /** Set if rows contain personal data. Reports and files of rejected rows must not repeat it. */
  readonly personal?: true
  /** Set if wide tables (one column per date) can be imported. */
  readonly wide?: true
  make(content: RowContent, file: FileContext): Made<R> | Withheld | Rejection
  id(record: R): I
  /** Returns the id of a row's record. Absent for record types without keys. */
  named?(identity: Identity, source: string): I
  /** Returns the moment that a record describes, in milliseconds since 1970. -Infinity if it states none. */
  momentOf?(record: R): number
  /** Two records with the same id must have the same holder. Default: the source. */
  holder?(record: R): string
  /** Returns the rejection of a record whose id belongs to another holder. Absent if the holder is the source. */
  taken?(record: R, holder: R): Rejection
  /** Returns why two rows with the same id cannot both be used. Absent if they always can. */
  clash?(one: R, other: R): Rejection | undefined
  /** Returns a finding about two used rows with the same id. `isSettled`: an earlier batch merged one of the rows. */
  oddity?(one: R, other: R, isSettled: boolean): Finding | undefined
  /**
   * Merges the catalog's record with the rows of an import. The order of `fresh` does not matter. `sameImport`: an
   * earlier batch of this import wrote `existing`.
   */
  merge(existing: R | undefined, fresh: readonly R[], sameImport: boolean): R
  /** Restores known values of fields that the mapping does not fill. */
  keep(merged: R, known: R, mapped: ReadonlySet<string>): R
  sales?(existing: R | undefined, fresh: readonly R[]): Required<Pick<Settled, 'sales' | 'salesNew' | 'salesChanged'>>
  /** Called after complete lists were read. Yields records to change because the lists do not name them. */
  missing?(writer: CatalogWriter, source: string, seen: readonly R[]): Iterable<R>
  /**
   * Returns what remains of a record that is missing from a complete list. Undefined: delete the record. A record type
   * has either this or `missing`.
   */
  unlisted?(record: R, list: FileContext): R | undefined
  /**
   * Returns a record with the moment of the newest complete list that names it, if that is newer than its own moment.
   */
  confirmed?(record: R, listedMs: number): R
  /**
   * Returns the merged record with the moment of the known record, so that an otherwise unchanged record is not
   * written.
   */
  withMomentOf?(merged: R, known: R): R
  /** Returns what one complete list covers, such as the offers of one city. */
  scope?(record: R): string
}

/** Describes how rows become records of one type in the catalog. */
export interface NounSpec<N extends Noun> extends Omit<RecordSpec<GivenRecords[N], IdOf<N>>, 'called'> {
  readonly noun: N
  /** The name of a record in messages, if it differs from the type's name. */
  readonly called?: string
}
