import type { CatalogWriter } from '../../catalog/ports/catalog-writer.ts'
import type { IdOf, Noun } from '../../catalog/ports/nouns.ts'
import type { FieldTable } from '../../model/field.ts'
import { derivedId } from '../../model/identity.ts'
import { RecordBatch } from './batch.ts'
import type { Batch, Identity, NounSpec, RecordSpec } from './noun.ts'
import { type RecordStore, storeOf } from './record-store.ts'
import type { KeyTimes } from './repeated-keys.ts'

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
  /** Makes a record of a row, as an import does. */
  readonly make: RecordSpec<object, never>['make']
  /** Begins a batch. `times` says how often keys come in the import, where that is known. */
  begin(writer: CatalogWriter, times?: KeyTimes): Batch
}

/** Describes a noun. Without `named`, the ids of keyed records derive from source and key. */
export function importNoun<N extends Noun>(spec: NounSpec<N>): ImportNoun {
  const { noun, keyed } = spec
  const named = keyed && {
    named: ({ isId, sourceKey }: Identity, source: string) =>
      (isId ? sourceKey : derivedId(noun, source, sourceKey)) as IdOf<N>,
  } // ids are texts, unless the noun gives its own
  return importNounIn({ noun, stored: noun }, (writer) => storeOf(noun, writer), { called: noun, ...named, ...spec })
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
  const { make } = spec
  return { ...kind, plural, fields, required, someOf, keyed, personal, wide, listed, removes, make, begin }
}
