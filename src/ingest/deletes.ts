import type { Finding } from './finding.ts'
import type { Identity } from './noun.ts'

/** The field with the moment of a row, of nouns that have one. */
export const MOMENT_FIELD = 'ModificationTimestamp'

/** How a row says which record is to be deleted, and since when it is. */
export interface Deletion extends Identity {
  /** Milliseconds since 1970; absent when the row has no moment of its own. */
  readonly momentMs?: number
}

/** What became of a row that deletes its record. */
export interface Dropped {
  /** Whether the catalogue, or an earlier row, had the record. */
  readonly isKnown: boolean
  readonly findings: readonly Finding[]
}

export const NEWER_STAYS: Finding = {
  rule: 'delete.older',
  sentence: 'The catalogue knows the record from a later moment than that of its deletion; it stays.',
  detail: 'the record is newer',
}

export const DELETED_LATER: Finding = {
  rule: 'row.deleted',
  sentence: 'Another row of the import deletes the record at a later moment; the row is not used.',
  detail: 'the deletion is newer',
}

/** Whether a record came from a source, and from this key of it. Ids of nouns without either derive from both. */
export function isOf(record: object, source: string, sourceKey?: string): boolean {
  const told: { readonly source?: string; readonly sourceKey?: string } = record // whichever of them it has
  const { source: ofRecord = source, sourceKey: keyOfRecord = sourceKey } = told
  return ofRecord === source && (sourceKey === undefined || keyOfRecord === sourceKey)
}
