import { guarded } from '../base/store-fault.ts'
import { openStoreFile } from '../base/store-file.ts'
import type { SearchedNoun } from '../model/searched.ts'
import { currentPath } from './embedded/folder.ts'
import { CATALOG_FORMAT } from './embedded/format.ts'
import { meta } from './embedded/meta.ts'
import { notesIn } from './embedded/notes.ts'
import { ATTRIBUTIONS } from './embedded/schema.ts'
import { readSegments, type StoredSegment } from './embedded/segments.ts'
import { SEARCHED_NOUNS } from './searched.ts'

/** How a catalogue is stored, and what is told about its sources: found without reading records. */
export interface Inventory {
  /** The number of its format. */
  readonly format: number
  /** By noun, the base first. */
  readonly segments: readonly (StoredSegment & { readonly noun: SearchedNoun })[]
  readonly attributions: ReadonlyMap<string, string>
  /** The notes whose names begin as asked. */
  readonly notes: ReadonlyMap<string, string>
}

/** Of a data folder that has a catalogue; undefined for one that has none. */
export function inventoryOf(dataDir: string, notes: string): Inventory | undefined {
  const path = currentPath(dataDir)
  if (path === undefined) return undefined
  const database = openStoreFile(path, CATALOG_FORMAT)
  try {
    return guarded(path, CATALOG_FORMAT, () => {
      database.exec('BEGIN')
      const segments = SEARCHED_NOUNS.flatMap((noun) =>
        readSegments(database, noun).segments.map((segment) => ({ noun, ...segment })),
      )
      const attributions: Record<string, string> = JSON.parse(meta(database, ATTRIBUTIONS) ?? '{}')
      return {
        format: CATALOG_FORMAT.version,
        segments,
        attributions: new Map(Object.entries(attributions)),
        notes: notesIn(database, notes),
      }
    })
  } finally {
    database.close()
  }
}
