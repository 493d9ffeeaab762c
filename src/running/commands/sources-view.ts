import type { SourceTallies } from '../../catalog/ports/catalog-store.ts'
import type { Noun } from '../../catalog/ports/nouns.ts'
import { type ImportNote, readSourceNote, sourceNoteName } from '../../intake/ingest/import-notes.ts'
import { instant } from '../operating/instant.ts'
import { table } from '../terminal/table.ts'
import { minuteOf } from './keys-view.ts'

/** A source of records in the catalog. */
export interface SourceView {
  /** The name; undefined for records without a source. */
  readonly name: string | undefined
  readonly records: readonly NounView[]
  readonly attribution: string | undefined
  readonly imports: readonly ImportNote[]
}

interface NounView {
  readonly noun: Noun
  readonly records: number
  /** The newest date in the source's records, in milliseconds since 1970. */
  readonly newestMs: number | undefined
  readonly lastImport: ImportNote | undefined
}

/** Returns the sources sorted by name. Records without a source come last. */
export function sourceViews({ records, attributions, notes }: SourceTallies): readonly SourceView[] {
  const bySource = Map.groupBy(records, ({ source }) => source)
  return [...bySource]
    .sort(([a = '\uffff'], [b = '\uffff']) => (a < b ? -1 : 1))
    .map(([name, tallies]) => {
      const { newestMs, imports } = readSourceNote(name === undefined ? undefined : notes.get(sourceNoteName(name)))
      const moments: Readonly<Partial<Record<Noun, number>>> = newestMs
      const views = tallies.map(({ noun, records: count }) => {
        const lastImport = imports.find((one) => one.noun === noun)
        return { noun, records: count, newestMs: moments[noun], lastImport }
      })
      return { name, records: views, attribution: attributions.get(name ?? ''), imports }
    })
}

/** Returns the JSON document of `--json` for a source. Times are ISO 8601 in UTC, and missing values are null. */
export function sourceDocument({ name, records, attribution, imports }: SourceView): object {
  return {
    source: name ?? null,
    attribution: attribution ?? null,
    records: records.map(({ noun, records: count, newestMs }) => ({ noun, records: count, newest: instant(newestMs) })),
    imports: imports.map(({ atMs, ...note }) => ({ at: instant(atMs), ...note })),
  }
}

const RECORDS_COLUMN = 2

/** Returns sources as lines of a table with a heading. Each record type of a source has a line. */
export function sourceTable(sources: readonly SourceView[], watched: boolean): readonly string[] {
  const heading = ['SOURCE', 'NOUN', 'RECORDS', 'NEWEST', 'LAST IMPORT', 'FILE', 'ROWS', 'ATTRIBUTION']
  const rows = sources.flatMap(({ name, records, attribution }) =>
    records.map(({ noun, records: count, newestMs, lastImport }) => [
      name ?? '(unknown)',
      noun,
      count.toLocaleString('en-US'),
      newestMs === undefined ? '' : minuteOf(newestMs),
      lastImport === undefined ? '' : minuteOf(lastImport.atMs),
      filesOf(lastImport),
      rowsOf(lastImport),
      attribution ?? '',
    ]),
  )
  return table(heading, rows, watched, RECORDS_COLUMN)
}

function filesOf(note: ImportNote | undefined): string {
  const [first, ...others] = note?.rows ?? []
  if (first === undefined) return ''
  return others.length === 0 ? first.file : `${first.file} and ${others.length} more`
}

function rowsOf(note: ImportNote | undefined): string {
  return note === undefined ? '' : note.rows.reduce((sum, { read }) => sum + read, 0).toLocaleString('en-US')
}
