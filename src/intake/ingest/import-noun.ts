import type { CatalogWriter } from '../../catalog/ports/catalog-writer.ts'
import type { Noun } from '../../catalog/ports/nouns.ts'
import type { FieldTable } from '../../model/field.ts'
import { RecordBatch } from './batch.ts'
import type { Deletion, Dropped } from './deletes.ts'
import type { Finding, Rejection } from './finding.ts'
import type { FileContext, Identity, NounSpec, RecordSpec, RowContent, Settled } from './noun.ts'
import { type RecordStore, storeOf } from './record-store.ts'
import type { KeyTimes } from './repeated-keys.ts'
import type { ListEnd } from './unlisted.ts'

/** A noun as an import run sees it. */
export interface ImportNoun {
  /** The name that mappings use. */
  readonly noun: string
  /** The noun whose records are written. Parts of homes are written with their homes. */
  readonly stored: Noun
  /** The field with the key of a part, for parts of homes; the mapping's `key` is then that of the home. */
  readonly partKey?: string
  readonly plural: string
  readonly fields: FieldTable
  readonly required: readonly string[]
  /** See `NounSpec`. */
  readonly someOf: readonly (readonly string[])[]
  readonly keyed: boolean
  readonly personal: boolean
  readonly wide: boolean
  /** Whether a file can be a complete list of the noun. */
  readonly listed: boolean
  /** Whether a list removes the records that it lacks, so an older list would undo a newer one's removals. */
  readonly removes: boolean
  /** Begins a batch. `times` says how often keys come in the import, where that is known. */
  begin(writer: CatalogWriter, times?: KeyTimes): Batch
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
  /** True when earlier rows of the import had all of the row's records, so no record is counted for this row. */
  readonly isMerged: boolean
  /** Set when the row deletes its record: whether the catalogue or an earlier row had that record. */
  readonly removal?: 'known' | 'unknown'
}

export function importNoun<N extends Noun>(spec: NounSpec<N>): ImportNoun {
  const { noun } = spec
  return importNounIn({ noun, stored: noun }, (writer) => storeOf(noun, writer), spec)
}

/** Describes a noun whose records are held in a store of their own. */
export function importNounIn<R extends object, I extends number | string>(
  kind: Pick<ImportNoun, 'noun' | 'stored' | 'partKey'>,
  openStore: (writer: CatalogWriter) => RecordStore<R, I>,
  spec: RecordSpec<R, I>,
): ImportNoun {
  const { plural, fields, required, someOf = [], keyed, personal = false, wide = false } = spec
  const removes = spec.unlisted !== undefined
  const listed = removes || spec.missing !== undefined
  const begin = (writer: CatalogWriter, times?: KeyTimes) => new RecordBatch(spec, writer, openStore(writer), times)
  return { ...kind, plural, fields, required, someOf, keyed, personal, wide, listed, removes, begin }
}
