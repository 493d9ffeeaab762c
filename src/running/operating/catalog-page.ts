import type { CatalogAbout } from '../../catalog/ports/catalog.ts'
import type { Inventory, SourceRecords } from '../../catalog/ports/catalog-store.ts'
import { KEYS_FORMAT } from '../../guard/access/index.ts'
import { readSourceNote, SOURCE_NOTES, type SourceNote } from '../../intake/ingest/import-notes.ts'
import { instant } from './instant.ts'
import type { CatalogPage, FileRow, LastImport, SourceNoun, SourceRow, StateHomes } from './pages.ts'

export interface CatalogParts {
  readonly about: CatalogAbout
  readonly changedMs: number | undefined
  readonly today: CatalogPage['today']
  readonly homes: readonly StateHomes[]
  readonly inventory: Inventory | undefined
  readonly files: readonly FileRow[]
  /** The last counts; undefined if records were never counted. */
  readonly tallies: readonly SourceRecords[] | undefined
  readonly isCounting: boolean
  readonly countFailure: string | null
}

export function catalogPage(parts: CatalogParts): CatalogPage {
  const { about, changedMs, today, homes, inventory, files, isCounting, countFailure } = parts
  const { catalogId, dataVersion, sample, damage, counts } = about
  return {
    catalogId,
    dataVersion,
    kind: sample ? 'sample' : 'imported',
    damage: damage ?? null,
    changedAt: instant(changedMs),
    today,
    formats: { catalogue: inventory?.format ?? 0, keys: KEYS_FORMAT },
    records: counts,
    homes,
    sources: sourceRows(parts),
    isCounting,
    countFailure,
    segments: (inventory?.segments ?? []).map((segment, i, all) => ({
      noun: segment.noun,
      name: segment.name,
      isBase: all[i - 1]?.noun !== segment.noun,
      rows: segment.rows,
      removedRows: segment.removed,
      homes: segment.homes,
      removedHomes: segment.removedHomes,
    })),
    files,
  }
}

/** Returns the sources sorted by name. Records without a source come last. */
function sourceRows({ inventory, tallies }: CatalogParts): readonly SourceRow[] {
  const { attributions = new Map<string, string>(), notes = new Map<string, string>() } = inventory ?? {}
  const noteOf = new Map(Array.from(notes, ([name, text]) => [name.slice(SOURCE_NOTES.length), readSourceNote(text)]))
  const names = new Set<string | undefined>([
    ...attributions.keys(),
    ...noteOf.keys(),
    ...(tallies ?? []).map(({ source }) => source),
  ])
  const last = '\uffff'
  return [...names]
    .sort((a = last, b = last) => (a < b ? -1 : 1))
    .map((source) => ({
      source: source ?? null,
      attribution: attributions.get(source ?? '') ?? null,
      nouns: nounsOf(
        noteOf.get(source ?? ''),
        tallies?.filter((tally) => tally.source === source),
      ),
    }))
}

function nounsOf(note: SourceNote | undefined, tallies: readonly SourceRecords[] | undefined): readonly SourceNoun[] {
  const newest: Readonly<Partial<Record<string, number>>> = note?.newestMs ?? {}
  const imports = note?.imports ?? []
  const noted = [...Object.keys(newest), ...imports.map(({ noun }) => noun)]
  const nouns = new Set<string>([...(tallies ?? []).map(({ noun }) => noun), ...noted])
  return Array.from(nouns, (noun) => ({
    noun,
    records: tallies === undefined ? null : (tallies.find((tally) => tally.noun === noun)?.records ?? 0),
    newestAt: instant(newest[noun]),
    lastImport: lastImport(imports.find((one) => one.noun === noun)),
  }))
}

function lastImport(note: SourceNote['imports'][number] | undefined): LastImport | null {
  if (note === undefined) return null
  const { atMs, mapping, rows } = note
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + of(row), 0)
  return {
    at: new Date(atMs).toISOString(),
    mapping,
    files: rows.map(({ file }) => file),
    rowsRead: sum(({ read }) => read),
    rowsRejected: sum(({ rejected }) => rejected),
  }
}
