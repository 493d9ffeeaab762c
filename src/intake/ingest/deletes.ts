import type { Finding } from './finding.ts'
import type { Deletion, FileContext, RowContent } from './noun.ts'

/** The field that holds a row's moment, in nouns whose records have one. */
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

/** Returns the moment that the row itself states. */
export function momentOfRow({ record }: Pick<RowContent, 'record'>): number | undefined {
  const moment = record[MOMENT_FIELD]
  return typeof moment === 'number' ? moment : undefined
}

/** Returns the moment of the deletion: that of the row, else of the file, else the present. */
export function momentOfDeletion({ momentMs }: Deletion, { asOfMs }: FileContext): number {
  return momentMs ?? asOfMs ?? Number.POSITIVE_INFINITY
}

/**
 * Whether the catalog knows a record from a later moment than that of its deletion: its own moment, or that of the
 * newest complete list, which removed every record that it did not name. A file of a later moment than that list is
 * believed.
 */
export function isKnownLater(toldMs: number | undefined, momentMs: number, { asOfMs, listedMs }: FileContext): boolean {
  if (toldMs !== undefined && toldMs > momentMs) return true
  return listedMs !== undefined && Math.max(momentMs, asOfMs ?? momentMs) < listedMs
}

/** Whether a record came from this source and key. Records without source or key have ids derived from both. */
export function isOf(record: object, source: string, sourceKey?: string): boolean {
  const named: { readonly source?: string; readonly sourceKey?: string } = record // either may be missing
  const { source: ofRecord = source, sourceKey: keyOfRecord = sourceKey } = named
  return ofRecord === source && (sourceKey === undefined || keyOfRecord === sourceKey)
}
