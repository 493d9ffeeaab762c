import type { CatalogWriter } from '../../catalog/ports/catalog-writer.ts'
import type { Clock } from '../../kit/base/clock.ts'
import type { Mapping } from '../ingest/mapping.ts'
import type { ImportGazetteer } from '../ingest/noun.ts'
import { onlyDeletes } from '../ingest/only-deletes.ts'
import { type JsonObject, recordSource } from '../ingest/record-source.ts'
import type { Report } from '../ingest/report.ts'
import { type ImportOptions, runImport } from '../ingest/run.ts'

/** The parts of the catalog that a sync needs. */
export interface SyncStore {
  openWriter(): CatalogWriter | Promise<CatalogWriter>
  /** Returns the notes whose keys have this prefix. */
  notes(beginning: string): ReadonlyMap<string, string>
  /** Stores notes without changing records. */
  keepNotes(notes: ReadonlyMap<string, string>): void
  /** Returns the path of the file for rejected rows. */
  rejectsPath(mapping: Mapping): string
  readonly gazetteer: ImportGazetteer
  readonly clock: Clock
  readonly signal: AbortSignal
  /** Called if training the estimates on the stored rows fails. The rows stay stored. */
  readonly onNotLearned?: (failure: string) => void
}

/** Rows of one resource to store. */
export interface Stored {
  /** Where the rows come from, for reports. */
  readonly name: string
  readonly mapping: Mapping
  readonly records: readonly JsonObject[]
  /** Rows whose records are to be deleted. They may have only the server's keys. */
  readonly gone: readonly JsonObject[]
  /** Notes to store in the same transaction. */
  readonly notes: ReadonlyMap<string, string>
  /** Whether these rows complete a copy that began in earlier transactions. */
  readonly isEnd: boolean
}

/** Imports rows and returns the reports. The last import also stores the notes. */
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
    acceptRejects: true, // a sync may consist of a single row
    gazetteer,
    onLearning: (failure) => {
      if (failure !== undefined) onNotLearned?.(failure)
    },
    clock,
    signal,
  }
}

/** Opens a writer that trains the estimates on all homes, not only on the last part of a copy. */
async function learningWriter(into: SyncStore): Promise<CatalogWriter> {
  const writer = await into.openWriter()
  writer.learnAgain()
  return writer
}

/** Returns a mapping that deletes records regardless of the times in their rows. */
function deleting(mapping: Mapping): Mapping {
  return { ...onlyDeletes(mapping), fields: [], records: [[]] }
}

/**
 * Returns a mapping in which excluded rows delete their records. A server sends current data: if a listing is now
 * excluded, it must disappear.
 */
function following(mapping: Mapping): Mapping {
  const unmeant = mapping.where.map(({ holds, ...condition }) => ({
    ...condition,
    holds: (cell: string) => !holds(cell),
  }))
  return { ...mapping, where: [], deletedWhen: [...mapping.deletedWhen, ...unmeant] }
}
