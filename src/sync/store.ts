import type { Clock } from '../base/clock.ts'
import type { CatalogWriter } from '../catalog/catalog-writer.ts'
import type { Mapping } from '../ingest/mapping.ts'
import type { ImportGazetteer } from '../ingest/noun.ts'
import { onlyDeletes } from '../ingest/only-deletes.ts'
import { type JsonObject, recordSource } from '../ingest/record-source.ts'
import type { Report } from '../ingest/report.ts'
import { type ImportOptions, runImport } from '../ingest/run.ts'

/** The catalogue, as far as a sync needs it. */
export interface SyncStore {
  openWriter(): CatalogWriter | Promise<CatalogWriter>
  /** The notes whose names begin with a text. */
  notes(beginning: string): ReadonlyMap<string, string>
  /** Keeps notes where no record changes. */
  keepNotes(notes: ReadonlyMap<string, string>): void
  /** Where the rows go that a mapping cannot use. */
  rejectsPath(mapping: Mapping): string
  readonly gazetteer: ImportGazetteer
  readonly clock: Clock
  readonly signal: AbortSignal
}

/** Rows of one resource, to be stored. */
export interface Stored {
  /** As reports name where they came from. */
  readonly name: string
  readonly mapping: Mapping
  readonly records: readonly JsonObject[]
  /** Rows whose records are no more: whole, or only the key by which the server names them. */
  readonly gone: readonly JsonObject[]
  /** Kept in the transaction of the rows. */
  readonly notes: ReadonlyMap<string, string>
}

/** Stores rows through the importer; returns its reports. The notes go with the last of them. */
export async function store(into: SyncStore, { name, mapping, records, gone, notes }: Stored): Promise<Report[]> {
  const parts = [
    { mapping: following(mapping), rows: records },
    { mapping: deleting(mapping), rows: gone },
  ].filter(({ rows }) => rows.length > 0)
  const reports: Report[] = []
  for (const [i, { mapping: through, rows }] of parts.entries()) {
    const own = i === parts.length - 1 ? notes : new Map<string, string>()
    reports.push(await runImport(importOf(into, name, through, rows, own)))
  }
  if (parts.length === 0) into.keepNotes(notes)
  return reports
}

function importOf(
  into: SyncStore,
  name: string,
  mapping: Mapping,
  records: readonly JsonObject[],
  notes: ReadonlyMap<string, string>,
): ImportOptions {
  const { gazetteer, clock, signal } = into
  return {
    files: [name],
    mapping,
    openFile: (file, columns) => Promise.resolve(recordSource(file, records, mapping, columns)),
    openWriter: () => into.openWriter(),
    keepNotes: (kept) => into.keepNotes(kept),
    rejectsPath: into.rejectsPath(mapping),
    notes,
    acceptRejects: true, // what one turn brings may be a single row
    gazetteer,
    clock,
    signal,
  }
}

/** What a server takes away is gone now, whatever moment its row has. */
function deleting(mapping: Mapping): Mapping {
  return { ...onlyDeletes(mapping), fields: [], records: [[]] }
}

/**
 * A server tells what is, not what to read: a row that the mapping leaves out, such as a listing that may no longer be
 * shown, takes away the record that the catalogue has of it.
 */
function following(mapping: Mapping): Mapping {
  const unmeant = mapping.where.map(({ holds, ...condition }) => ({
    ...condition,
    holds: (cell: string) => !holds(cell),
  }))
  return { ...mapping, where: [], deletedWhen: [...mapping.deletedWhen, ...unmeant] }
}
