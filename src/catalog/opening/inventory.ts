import { guarded } from '../../kit/store/store-fault.ts'
import { openStoreFile } from '../../kit/store/store-file.ts'
import { currentPath } from '../embedded/folder.ts'
import { CATALOG_FORMAT } from '../embedded/format.ts'
import { meta } from '../embedded/meta.ts'
import { notesIn } from '../embedded/notes.ts'
import { ATTRIBUTIONS } from '../embedded/schema.ts'
import { readSegments } from '../embedded/segments.ts'
import { SEARCHED_NOUNS } from '../facts/searched.ts'
import type { Inventory } from '../ports/catalog-store.ts'

/** Takes the inventory of a data folder. Returns undefined where it has no catalogue. */
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
