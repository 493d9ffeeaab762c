import type { Noun } from '../catalog/nouns.ts'
import type { SourceTallies } from '../catalog/sources.ts'
import { type ImportNote, readSourceNote, sourceNoteName } from '../ingest/import-notes.ts'
import { minuteOf } from './keys-view.ts'
import { table } from './table.ts'

/** What a catalogue knows of one source. */
export interface SourceView {
  /** Absent for records that do not say where they came from. */
  readonly name: string | undefined
  readonly records: readonly NounView[]
  readonly attribution: string | undefined
  readonly imports: readonly ImportNote[]
}

interface NounView {
  readonly noun: Noun
  readonly records: number
  /** Milliseconds since 1970. */
  readonly newestMs: number | undefined
  readonly lastImport: ImportNote | undefined
}

/** By name; what came from no known source last. */
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

/** A source as the `--json` document carries it: ISO 8601 in UTC, null for what there is not. */
export function sourceDocument({ name, records, attribution, imports }: SourceView): object {
  return {
    source: name ?? null,
    attribution: attribution ?? null,
    records: records.map(({ noun, records: count, newestMs }) => ({ noun, records: count, newest: iso(newestMs) })),
    imports: imports.map(({ atMs, ...note }) => ({ at: iso(atMs), ...note })),
  }
}

function iso(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString()
}

const RECORDS_COLUMN = 2

/** Sources as lines of a table, a heading first: one line per noun. */
export function sourceTable(sources: readonly SourceView[], watched: boolean): readonly string[] {
  const heading = ['SOURCE', 'NOUN', 'RECORDS', 'NEWEST', 'LAST IMPORT', 'FILE', 'ROWS', 'ATTRIBUTION']
  const rows = sources.flatMap(({ name, records, attribution }) =>
    records.map(({ noun, records: count, newestMs, lastImport }) => [
      name ?? '(not told)',
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
