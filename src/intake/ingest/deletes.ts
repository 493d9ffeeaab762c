import type { Finding } from './finding.ts'
import type { Deletion, FileContext, RowContent } from './noun.ts'

/** The field that says when the source last changed a record. Some record types lack it. */
export const MOMENT_FIELD = 'ModificationTimestamp'

export const NEWER_STAYS: Finding = {
  rule: 'delete.older',
  sentence: 'The record in the catalog is newer than its deletion, so the record stays.',
  detail: 'the record is newer',
}

export const DELETED_LATER: Finding = {
  rule: 'row.deleted',
  sentence: 'A newer row of the import deletes the record, so the row is not used.',
  detail: 'the deletion is newer',
}

export function momentOfRow({ record }: Pick<RowContent, 'record'>): number | undefined {
  const moment = record[MOMENT_FIELD]
  return typeof moment === 'number' ? moment : undefined
}

/**
 * Returns the moment of a deletion: the row's, else the file's. Infinity, which is after every record, if both are
 * unknown.
 */
export function momentOfDeletion({ momentMs }: Deletion, { asOfMs }: FileContext): number {
  return momentMs ?? asOfMs ?? Number.POSITIVE_INFINITY
}

/**
 * Whether a deletion is older than what the catalog knows: the record's own moment, or the newest complete list. A file
 * newer than that list is still applied.
 */
export function isKnownLater(toldMs: number | undefined, momentMs: number, { asOfMs, listedMs }: FileContext): boolean {
  if (toldMs !== undefined && toldMs > momentMs) return true
  return listedMs !== undefined && Math.max(momentMs, asOfMs ?? momentMs) < listedMs
}

/**
 * Whether a record has this source and key. A missing source or key counts as equal, because the id is derived from it.
 */
export function isOf(record: object, source: string, sourceKey?: string): boolean {
  // not all record types have these fields
  const named: { readonly source?: string; readonly sourceKey?: string } = record
  const { source: ofRecord = source, sourceKey: keyOfRecord = sourceKey } = named
  return ofRecord === source && (sourceKey === undefined || keyOfRecord === sourceKey)
}
