import type { CatalogWriter } from '../../catalog/ports/catalog-writer.ts'
import type { ImportNounName } from './nouns.ts'
import type { FileRows, Report } from './report.ts'

/** What the catalog stores about the imports of one source. */
export interface SourceNote {
  /** The moment of the newest complete list of each record type, in milliseconds since 1970. */
  readonly listMs: Readonly<Partial<Record<ImportNounName, number>>>
  /** The newest moment in the records of each type, in milliseconds since 1970. */
  readonly newestMs: Readonly<Partial<Record<ImportNounName, number>>>
  /** The last imports, the latest first. */
  readonly imports: readonly ImportNote[]
  /** The origins of the pictures in the source's records. */
  readonly pictureOrigins?: readonly string[]
}

/** A summary of one import. It contains no values of rows, because they may be personal. */
export interface ImportNote {
  /** The end of the import, in milliseconds since 1970. */
  readonly atMs: number
  readonly mapping: string
  readonly noun: ImportNounName
  readonly counts: Report['counts']
  readonly rows: readonly FileRows[]
  /** How many rows each rule rejected, most frequent rule first. */
  readonly rejected: readonly { readonly rule: string; readonly rows: number }[]
}

const NOTHING: SourceNote = { listMs: {}, newestMs: {}, imports: [] }

/** Number of imports stored per source. */
const IMPORTS_KEPT = 20
/** Number of files and rules stored per import. */
const DETAILS_KEPT = 50
/** Number of picture origins stored per source, the latest first. */
const ORIGINS_KEPT = 20

/** Prefix of the keys under which the catalog stores notes on sources. */
export const SOURCE_NOTES = 'source '

export function sourceNoteName(source: string): string {
  return SOURCE_NOTES + source
}

export function readSourceNote(text: string | undefined): SourceNote {
  // this program wrote it
  return text === undefined ? NOTHING : (JSON.parse(text) as SourceNote)
}

/** What an import adds to the note on its source. */
export interface ImportFacts {
  readonly atMs: number
  readonly noun: ImportNounName
  readonly newestMs: number
  /** Undefined if the import was not a complete list. */
  readonly listMs: number | undefined
}

export function withImport(
  known: SourceNote,
  report: Omit<Report, 'seconds' | 'rejectsFile'>,
  { atMs, noun, newestMs, listMs }: ImportFacts,
): SourceNote {
  const { mapping, counts, rows, rejected, pictureOrigins } = report
  const note: ImportNote = {
    atMs,
    mapping,
    noun,
    counts,
    rows: rows.slice(0, DETAILS_KEPT),
    rejected: rejected.slice(0, DETAILS_KEPT).map(({ rule, rows: count }) => ({ rule, rows: count })),
  }
  return {
    listMs: withLater(known.listMs, noun, listMs ?? Number.NEGATIVE_INFINITY),
    newestMs: withLater(known.newestMs, noun, newestMs),
    imports: [note, ...known.imports].slice(0, IMPORTS_KEPT),
    pictureOrigins: [...new Set([...pictureOrigins, ...(known.pictureOrigins ?? [])])].slice(0, ORIGINS_KEPT),
  }
}

type Moments = SourceNote['listMs']

function withLater(known: Moments, noun: ImportNounName, ms: number): Moments {
  const later = Math.max(known[noun] ?? Number.NEGATIVE_INFINITY, ms)
  return later === Number.NEGATIVE_INFINITY ? known : { ...known, [noun]: later }
}

/** Reads the note on a source, including uncommitted changes. */
export function sourceNoteIn(writer: CatalogWriter, source: string): SourceNote {
  return readSourceNote(writer.note(sourceNoteName(source)))
}
