import type { CatalogWriter } from '../../catalog/ports/catalog-writer.ts'
import type { IdOf, Noun } from '../../catalog/ports/nouns.ts'
import type { FieldTable } from '../../model/field.ts'
import { derivedId } from '../../model/identity.ts'
import { RecordBatch } from './batch.ts'
import type { Batch, Identity, NounSpec, RecordSpec } from './noun.ts'
import { type RecordStore, storeOf } from './record-store.ts'
import type { KeyTimes } from './repeated-keys.ts'

/** A record type as the import code sees it. */
export interface ImportNoun {
  /** The name of the record type in mappings. */
  readonly noun: string
  /** The type of the written records. Parts of homes are written with their homes. */
  readonly stored: Noun
  /** Only for parts of homes: the field with the key of the part. The mapping's `key` is then the key of the home. */
  readonly partKey?: string
  readonly plural: string
  readonly fields: FieldTable
  readonly required: readonly string[]
  /** Sets of fields. A record needs all fields of one set. */
  readonly someOf: readonly (readonly string[])[]
  readonly keyed: boolean
  readonly personal: boolean
  readonly wide: boolean
  /** Whether a file can be a complete list of these records. */
  readonly listed: boolean
  /** Whether a complete list deletes the records missing from it. An older list would then undo newer deletions. */
  readonly removes: boolean
  readonly make: RecordSpec<object, never>['make']
  /** See `RecordSpec`. */
  readonly oddity?: RecordSpec<object, never>['oddity']
  /** Begins a batch. `times` says how often keys come in the import, where that is known. */
  begin(writer: CatalogWriter, times?: KeyTimes): Batch
}

/** Describes a record type. Without `named`, the ids of keyed records are derived from source and key. */
export function importNoun<N extends Noun>(spec: NounSpec<N>): ImportNoun {
  const { noun, keyed } = spec
  const named = keyed && {
    named: ({ isId, sourceKey }: Identity, source: string) =>
      (isId ? sourceKey : derivedId(noun, source, sourceKey)) as IdOf<N>,
  } // ids are texts unless `named` returns numbers
  return importNounIn({ noun, stored: noun }, (writer) => storeOf(noun, writer), { called: noun, ...named, ...spec })
}

/** Describes a record type whose records have a store of their own. */
export function importNounIn<R extends object, I extends number | string>(
  kind: Pick<ImportNoun, 'noun' | 'stored' | 'partKey'>,
  openStore: (writer: CatalogWriter) => RecordStore<R, I>,
  spec: RecordSpec<R, I>,
): ImportNoun {
  const { plural, fields, required, someOf = [], keyed, personal = false, wide = false } = spec
  const removes = spec.unlisted !== undefined
  const listed = removes || spec.missing !== undefined
  const begin = (writer: CatalogWriter, times?: KeyTimes) => new RecordBatch(spec, writer, openStore(writer), times)
  const { make, oddity } = spec
  const odd = oddity && { oddity }
  return { ...kind, plural, fields, required, someOf, keyed, personal, wide, listed, removes, make, begin, ...odd }
}
