import type { CatalogWriter } from '../../catalog/ports/catalog-writer.ts'
import type { GivenRecords, IdOf, Noun } from '../../catalog/ports/nouns.ts'
import type { Day } from '../../kit/base/clock.ts'
import type { FieldTable, FieldValue } from '../../model/field.ts'
import type { Joining } from '../../model/source-home.ts'
import type { Gazetteer } from '../../places/regions/gazetteer.ts'
import type { Finding, Made, Rejection, Withheld } from './finding.ts'

/** The readable content of a row for one record. */
export interface RowContent {
  /** The record's key in its source. Empty when the noun's records have no key. */
  readonly sourceKey: string
  /** The property id given by the source. */
  readonly zpid?: number
  /** Set if another Plat gave the key, and the keys of other records in the row, as an id. */
  readonly isId?: true
  /** The key of the part. Present only for parts of homes. */
  readonly partKey?: string
  readonly record: Readonly<Record<string, FieldValue>>
  /** The columns without a field, by name. */
  readonly other: Readonly<Record<string, string>>
  /** The columns of a wide table, oldest first: the last day of the period, and its value. */
  readonly points: readonly DatedValue[]
  /** Findings about the cells that were left out because they could not be read. */
  readonly findings: readonly Finding[]
  /** The fields that the row fills, from columns or as constants. Rows that fill the same fields share one set. */
  readonly mapped: ReadonlySet<string>
}

/** The parts that identify the record of a row. */
export type Identity = Pick<RowContent, 'sourceKey' | 'zpid' | 'isId' | 'partKey'>

export type DatedValue = readonly [end: Day, value: number]

/** The part of the gazetteer that imports use. */
export type ImportGazetteer = Pick<
  Gazetteer,
  'zip' | 'hasCity' | 'county' | 'countiesNamed' | 'around' | 'zipsAround' | 'zipsOfCity'
>

/** The context shared by all rows of a file. */
export interface FileContext {
  /** Index of the file within the import. */
  readonly fileNumber: number
  readonly source: string
  readonly reporter?: string
  /** The day that the file describes. */
  readonly asOf?: Day
  /** The day as a moment, in milliseconds since 1970. */
  readonly asOfMs?: number
  /** Whether the files of this day together are a complete list of the source. */
  readonly complete: boolean
  /** Whether rows of unknown records are left unused. */
  readonly partial: boolean
  /** Whether each row is a whole record and replaces everything known about it. */
  readonly replica?: true
  /** The moment of the source's newest complete list in the catalog. Present for nouns that such lists remove. */
  readonly listedMs?: number
  readonly gazetteer: ImportGazetteer
  readonly nowMs: number
}

/** A key, and how many rows of an import have it. */
export interface KeyRows {
  readonly key: string
  readonly rows: number
}

/** The outcome for one record. */
export interface Settled {
  readonly id: number | string
  readonly outcome: Outcome
  /** The reason why the record joined a home of other records. */
  readonly joining?: Joining
  /** The file whose row is counted for the record: the first file with the record. */
  readonly fileNumber?: number
  /** Number of sales in the rows: all of them, those new to the catalog, and those with a changed price. */
  readonly sales?: number
  readonly salesNew?: number
  readonly salesChanged?: number
  /** The key of a record that is built from several rows, and the number of rows. */
  readonly severalRows?: KeyRows
  /** Whether no further row of this import concerns the record. */
  readonly isLast?: boolean
}

/**
 * `joined`: a new record of a home that other records gave. `removed`: deleted by a row. `gone`: missing from a newer
 * complete list of its source.
 */
export type Outcome = 'new' | 'joined' | 'changed' | 'unchanged' | 'removed' | 'gone'

/** The record that a row deletes, and the moment of its deletion. */
export interface Deletion extends Identity {
  /** The moment in milliseconds since 1970. Absent when the row has no moment of its own. */
  readonly momentMs?: number
}

/** The outcome of a row that deletes its record. */
export interface Dropped {
  /** Whether the catalog or an earlier row had the record. */
  readonly isKnown: boolean
  readonly findings: readonly Finding[]
}

/** The limit on removals at the end of complete lists. */
export interface ListEnd {
  /** The share of records that may be removed, of all those that a list names and removes together. */
  readonly maxGone: number
}

/** Collects the records of an import before they are written; see `RecordBatch`. */
export interface Batch {
  readonly rows: number
  /** Announces the records that the next rows name. */
  expect(identities: Iterable<Identity>, source: string): void
  /** Adds all records of a row, or none and returns why the row cannot be used. */
  take(contents: readonly RowContent[], file: FileContext): Taken | Rejection
  drop(deletion: Deletion, file: FileContext): Dropped
  /** Records that a complete list names a record, though its row cannot be used. */
  mention(identity: Identity, file: FileContext): void
  /** Writes the changed records one by one, and clears the batch. */
  settle(): Generator<Settled>
  /** Writes only the changed records whose rows have all been taken. The others stay in the batch. */
  settleWhole(): Generator<Settled>
  /**
   * Marks or removes the records missing from complete lists. Called once everything is settled. Throws a CommandFault
   * when too many would go.
   */
  finish(source: string, end: ListEnd): Generator<Settled>
  /** The newest moment in the records taken, in milliseconds since 1970; -Infinity when they have none. */
  readonly newestMs: number
}

export interface Taken {
  /** The oddities found in the row. */
  readonly findings: readonly Finding[]
  /** True if earlier rows of the import had all records of the row. The row then counts for no record. */
  readonly isMerged: boolean
  /** Set when the row deletes its record: whether the catalog or an earlier row had that record. */
  readonly removal?: 'known' | 'unknown'
}

/** Describes how rows become records of one kind. */
export interface RecordSpec<R, I> {
  /** The name of a record in rejections. */
  readonly called: string
  /** The plural for reports, such as `homes`. */
  readonly plural: string
  readonly fields: FieldTable
  /** The fields without which there is no record. */
  readonly required: readonly string[]
  /** Sets of fields of which a record needs one, in the order in which a mapping should have them. */
  readonly someOf?: readonly (readonly string[])[]
  /** Whether rows identify their record by a key. Otherwise the fields identify it. */
  readonly keyed: boolean
  /** Set if rows hold personal data, which reports and files of rejects must not repeat. */
  readonly personal?: true
  /** Set if the noun can be read from wide tables. */
  readonly wide?: true
  make(content: RowContent, file: FileContext): Made<R> | Withheld | Rejection
  id(record: R): I
  /** Returns the id of the record that a row names, for nouns with a key. */
  named?(identity: Identity, source: string): I
  /** Returns the moment that a record describes, in milliseconds since 1970; -Infinity when it has none. */
  momentOf?(record: R): number
  /** The value that must be equal for two records with one id to be the same thing: their source, unless given. */
  holder?(record: R): string
  /** Returns the rejection for a record whose holder differs. Absent when that means another source. */
  taken?(record: R, holder: R): Rejection
  /** Returns why two rows of one import with the same id cannot both be used. Absent if they always can be used. */
  clash?(one: R, other: R): Rejection | undefined
  /**
   * Returns the oddity of two used rows of one import with the same id. `isSettled`
   * means that one of them is the result of an earlier batch.
   */
  oddity?(one: R, other: R, isSettled: boolean): Finding | undefined
  /**
   * Merges the catalog's record with an import's rows, independently of the order of `fresh`. `sameImport`: earlier
   * rows of this import wrote the catalog's record.
   */
  merge(existing: R | undefined, fresh: readonly R[], sameImport: boolean): R
  /** Restores known values that no field of the mapping fills. */
  keep(merged: R, known: R, mapped: ReadonlySet<string>): R
  sales?(existing: R | undefined, fresh: readonly R[]): Required<Pick<Settled, 'sales' | 'salesNew' | 'salesChanged'>>
  /** Yields, after the last row of complete lists, the records that change because they are no longer listed. */
  missing?(writer: CatalogWriter, source: string, seen: readonly R[]): Iterable<R>
  /**
   * Returns the remainder of a record that a complete list of its source does not name: the record itself when nothing
   * changes, undefined when it goes. A noun has this or `missing`.
   */
  unlisted?(record: R, list: FileContext): R | undefined
  /** Returns a record dated by the newest complete list that confirmed it, if that is later than its own moment. */
  confirmed?(record: R, listedMs: number): R
  /**
   * Returns a merged record with the moment of the catalog's record, so that a complete list does not write it again.
   */
  withMomentOf?(merged: R, known: R): R
  /** Returns the scope of a record's complete list, such as one city. Present for nouns with such lists. */
  scope?(record: R): string
}

/** Describes how rows become records that the catalog holds under a noun. */
export interface NounSpec<N extends Noun> extends Omit<RecordSpec<GivenRecords[N], IdOf<N>>, 'called'> {
  readonly noun: N
  /** The name of a record in rejections, if it differs from the noun. */
  readonly called?: string
}
