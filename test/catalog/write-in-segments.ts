import assert from 'node:assert/strict'
import { addingWriter } from '../../src/catalog/embedded/change.ts'
import type { SegmentPolicy } from '../../src/catalog/embedded/derive/segment-policy.ts'
import { currentPath } from '../../src/catalog/embedded/folder.ts'
import { CATALOG_FORMAT } from '../../src/catalog/embedded/format.ts'
import { WriterLock } from '../../src/catalog/embedded/lock.ts'
import { readSegments } from '../../src/catalog/embedded/segments.ts'
import { openWriter } from '../../src/catalog/opening/open.ts'
import type { CardMaker } from '../../src/catalog/ports/cards.ts'
import type { CatalogWriter } from '../../src/catalog/ports/catalog-writer.ts'
import { openStoreFile } from '../../src/kit/store/store-file.ts'
import type { SearchedNoun } from '../../src/model/searched.ts'

/** A merge policy that keeps the segment of each change separate. */
const APART: SegmentPolicy = { smallMax: 10, mergedMax: 0, mergedTimes: 0, shareMax: 1 }

/** Makes a sample catalog in a folder and changes it. Each change adds a segment for each record type. */
export function writeInSegments(
  dataDir: string,
  cards: CardMaker,
  nouns: readonly SearchedNoun[],
  changes: readonly ((writer: CatalogWriter) => void)[],
): void {
  for (const [i, change] of changes.entries()) {
    const writer =
      i === 0
        ? openWriter({ dataDir, kind: 'sample', replace: true, cards, newCatalogId: () => '0'.repeat(16) })
        : addingWriter(currentPath(dataDir) ?? '', new WriterLock(dataDir), cards, { policy: APART })
    change(writer)
    writer.commit()
  }
  const database = openStoreFile(currentPath(dataDir) ?? '', CATALOG_FORMAT)
  for (const noun of nouns) assert.equal(readSegments(database, noun).segments.length, changes.length)
  database.close()
}

/**
 * Splits records into a first change and later ones. After all of these changes, a catalog has the given records. Some
 * records of later changes were put earlier with different content.
 */
export function inChanges<R>(
  records: readonly R[],
  { added, share, draw }: { readonly added: number; readonly share: number; draw(): number },
  earlier: (record: R, like: R) => R,
): readonly (readonly R[])[] {
  const changes = Array.from({ length: added + 1 }, (): R[] => [])
  for (const record of records) {
    const last = draw() < share ? 1 + Math.floor(draw() * added) : 0
    const like = records[Math.floor(draw() * records.length)] ?? record
    if (last > 0 && draw() < EARLIER_SHARE) changes[Math.floor(draw() * last)]?.push(earlier(record, like))
    changes[last]?.push(record)
  }
  return changes
}

/** The share of the records in later changes that were put earlier with different content. */
const EARLIER_SHARE = 0.7
