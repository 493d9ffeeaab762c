import type { CatalogWriter } from '../../catalog/ports/catalog-writer.ts'
import type { Clock } from '../../kit/base/clock.ts'
import type { Mapping } from '../ingest/mapping.ts'
import type { ImportGazetteer } from '../ingest/noun.ts'
import { onlyDeletes } from '../ingest/only-deletes.ts'
import { type JsonObject, recordSource } from '../ingest/record-source.ts'
import type { Report } from '../ingest/report.ts'
import { type ImportOptions, runImport } from '../ingest/run.ts'

/** The part of the catalog that a sync uses. */
export interface SyncStore {
  openWriter(): CatalogWriter | Promise<CatalogWriter>
  /** Returns the notes whose names begin with a text. */
  notes(beginning: string): ReadonlyMap<string, string>
  /** Stores notes if no record changes. */
  keepNotes(notes: ReadonlyMap<string, string>): void
  /** Returns the path for the rows that a mapping cannot use. */
  rejectsPath(mapping: Mapping): string
  readonly gazetteer: ImportGazetteer
  readonly clock: Clock
  readonly signal: AbortSignal
  /** Called with the reason if values cannot be learned from the stored rows. The rows stay stored. */
  readonly onNotLearned?: (failure: string) => void
}

/** Rows of one resource, to be stored. */
export interface Stored {
  /** The origin of the rows, as reports name it. */
  readonly name: string
  readonly mapping: Mapping
  readonly records: readonly JsonObject[]
  /** Rows whose records are gone: whole rows, or only the server's keys. */
  readonly gone: readonly JsonObject[]
  /** Notes that are stored in the transaction of the rows. */
  readonly notes: ReadonlyMap<string, string>
  /** Whether the rows complete a copy whose earlier rows are already stored. */
  readonly isEnd: boolean
}

/** Stores rows through the importer, and returns the reports. The last import stores the notes. */
export async function store(
  into: SyncStore,
  { name, mapping, records, gone, notes, isEnd }: Stored,
): Promise<Report[]> {
  const parts = [
    { mapping: following(mapping), rows: records },
    { mapping: deleting(mapping), rows: gone },
  ].filter(({ rows }) => rows.length > 0)
  const reports: Report[] = []
  for (const [i, { mapping: through, rows }] of parts.entries()) {
    const own = i === parts.length - 1 ? notes : new Map<string, string>()
    const openWriter = () => (isEnd ? learningWriter(into) : into.openWriter())
    reports.push(await runImport({ ...importOf(into, name, through, rows, own), openWriter }))
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
): Omit<ImportOptions, 'openWriter'> {
  const { gazetteer, clock, signal, onNotLearned } = into
  return {
    files: [name],
    mapping,
    openFile: (file, columns) => Promise.resolve(recordSource(file, records, mapping, columns)),
    keepNotes: (kept) => into.keepNotes(kept),
    rejectsPath: into.rejectsPath(mapping),
    notes,
    acceptRejects: true, // a turn may bring a single row
    gazetteer,
    onLearning: (failure) => {
      if (failure !== undefined) onNotLearned?.(failure)
    },
    clock,
    signal,
  }
}

/**
 * Opens a writer that learns anew what homes are worth, since the parts of a copy before this one are but a part of
 * them.
 */
async function learningWriter(into: SyncStore): Promise<CatalogWriter> {
  const writer = await into.openWriter()
  writer.learnAgain()
  return writer
}

/** Deletes the server's removed records regardless of the moment of their rows. */
function deleting(mapping: Mapping): Mapping {
  return { ...onlyDeletes(mapping), fields: [], records: [[]] }
}

/**
 * Makes rows that the mapping leaves out delete their records. A server states the present: a row that is left out,
 * such as a listing that may no longer be shown, removes the catalog's record.
 */
function following(mapping: Mapping): Mapping {
  const unmeant = mapping.where.map(({ holds, ...condition }) => ({
    ...condition,
    holds: (cell: string) => !holds(cell),
  }))
  return { ...mapping, where: [], deletedWhen: [...mapping.deletedWhen, ...unmeant] }
}
