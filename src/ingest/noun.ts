import type { Day } from '../base/clock.ts'
import type { CatalogWriter } from '../catalog/catalog-writer.ts'
import type { IdOf, Noun, Records } from '../catalog/nouns.ts'
import type { FieldTable, FieldValue } from '../model/field.ts'
import type { Gazetteer } from '../regions/gazetteer.ts'
import type { Finding, Rejection } from './finding.ts'

/** What a row says of one record, as far as it can be read. */
export interface RowContent {
  /** Empty where the noun's records have no key. */
  readonly sourceKey: string
  /** The property id that the source brings along. */
  readonly zpid?: number
  readonly record: Readonly<Record<string, FieldValue>>
  /** Columns that have no field, by name. */
  readonly other: Readonly<Record<string, string>>
  /** The columns of a wide table: last day of the period, and its value; oldest first. */
  readonly points: readonly DatedValue[]
  /** Cells that could not be read and were left out. */
  readonly findings: readonly Finding[]
  /** Fields that the mapping fills from columns that the file has, or as constants: one set for all rows of a file. */
  readonly mapped: ReadonlySet<string>
}

export type DatedValue = readonly [end: Day, value: number]

/** As much of the gazetteer as imports ask. */
export type ImportGazetteer = Pick<Gazetteer, 'zip' | 'hasCity' | 'county' | 'countiesNamed' | 'around'>

/** What is common to the rows of one file. */
export interface FileContext {
  /** Place of the file among those of the import. */
  readonly fileNumber: number
  readonly source: string
  readonly reporter?: string
  /** The day that the file speaks of. */
  readonly asOf?: Day
  /** The file, with the others of the same day, lists everything that the source has. */
  readonly complete: boolean
  readonly gazetteer: ImportGazetteer
  readonly nowMs: number
}

/** A record made of a row, and what is odd about it. */
export interface Made<R> {
  readonly record: R
  readonly findings: readonly Finding[]
}

/** What became of one record. */
export interface Settled {
  readonly id: number | string
  readonly outcome: Outcome
  /** The file whose row is counted for the record: the first one that tells of it. */
  readonly fileNumber?: number
  /** Sales that the rows tell of, how many of them the catalogue did not know, and how many it knew otherwise. */
  readonly sales?: number
  readonly salesNew?: number
  readonly salesChanged?: number
}

/** `gone`: a newer complete list of its source does not have it any more. */
export type Outcome = 'new' | 'changed' | 'unchanged' | 'gone'

/** How rows become records of one noun. */
export interface NounSpec<N extends Noun> {
  readonly noun: N
  /** As reports name several: `homes`. */
  readonly plural: string
  readonly fields: FieldTable
  /** Fields without which there is no record. */
  readonly required: readonly string[]
  /** Rows name their record by a key; else its identity follows from the fields. */
  readonly keyed: boolean
  /** Tells of persons: reports and rejects files then hold nothing of what a row says. */
  readonly personal?: true
  /** Takes the columns of a wide table. */
  readonly wide?: true
  make(content: RowContent, file: FileContext): Made<Records[N]> | Rejection
  id(record: Records[N]): IdOf<N>
  /** What must be alike for two records of one id to be the same thing. */
  holder(record: Records[N]): string
  /** What is wrong where they are not. */
  taken(record: Records[N], holder: Records[N]): Rejection
  /** Why two rows of one import that have the same id cannot both be used; absent: they always can. */
  clash?(one: Records[N], other: Records[N]): Rejection | undefined
  /**
   * What is odd about two rows of one import that have the same id and are both used; absent: nothing ever. `isSettled`:
   * one is what an earlier batch made of its rows.
   */
  oddity?(one: Records[N], other: Records[N], isSettled: boolean): Finding | undefined
  /**
   * One record of what the catalogue has and what an import says, whatever the order of `fresh`. `sameImport`: what the
   * catalogue has was put there by earlier rows of this import.
   */
  merge(existing: Records[N] | undefined, fresh: readonly Records[N][], sameImport: boolean): Records[N]
  /** What was known, and no field of the mapping fills, stays in what was merged. */
  keep(merged: Records[N], known: Records[N], mapped: ReadonlySet<string>): Records[N]
  sales?(
    existing: Records[N] | undefined,
    fresh: readonly Records[N][],
  ): Required<Pick<Settled, 'sales' | 'salesNew' | 'salesChanged'>>
  /** After the last row of complete lists: the records that change because they are listed no more. */
  missing?(writer: CatalogWriter, source: string, seen: readonly Records[N][]): Iterable<Records[N]>
  /** Where the noun has complete lists: what one list covers, e.g. one city. */
  scope?(record: Records[N]): string
}
