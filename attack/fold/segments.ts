import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import type { FoldPolicy } from '../../src/catalog/embedded/derive/fold-policy.ts'
import type { SegmentPolicy } from '../../src/catalog/embedded/derive/segment-policy.ts'
import { currentPath } from '../../src/catalog/embedded/folder.ts'
import { CATALOG_FORMAT } from '../../src/catalog/embedded/format.ts'
import { readSegments } from '../../src/catalog/embedded/segments.ts'
import { openCatalog, openWriter } from '../../src/catalog/opening/open.ts'
import { silentLog } from '../../src/kit/base/log.ts'
import { checkAll } from '../../src/kit/store/store-check.ts'
import { openStoreFile } from '../../src/kit/store/store-file.ts'
import { listed } from '../../test/catalog/contract/records.ts'
import { seenIn } from '../../test/catalog/seen.ts'
import { trialCards } from '../../test/catalog/trial.ts'

/** A program that folds all segments of the folder that it is given, and says when it begins. */
export const FOLDING = fileURLToPath(new URL('folding.ts', import.meta.url))

/** Everything becomes one segment. */
export const ALL_IN_ONE: FoldPolicy = { smallMax: 1, mergedMax: 0, mergedTimes: 0, shareMax: 0, baseMin: 0 }

const APART: SegmentPolicy = { smallMax: 100, mergedMax: 0, mergedTimes: 0, shareMax: 1 }

/** The rounds of changes, each a segment of its own: a fifth of the homes, and some new ones. */
const ROUNDS = 3

function newCatalogId(): string {
  return 'f'.repeat(16)
}

/** A catalogue of so many homes in several segments. */
export function makeSegments(dataDir: string, homes: number): void {
  for (let round = 0; round <= ROUNDS; round++) {
    const kept = { dataDir, kind: 'imported', replace: false } as const
    const writer = openWriter({ ...kept, cards: trialCards, segments: APART, newCatalogId })
    const ids = Array.from({ length: homes }, (_, i) => i + 1).filter((zpid) => round === 0 || zpid % 5 === round)
    for (const zpid of ids) writer.put('home', listed(zpid, { listPrice: (zpid % 97) + round, onMarketMs: zpid }))
    if (round > 0) writer.remove('home', round * 5)
    writer.put('home', listed(homes + round + 1, { listPrice: 1 }))
    writer.commit()
  }
}

/** Everything that the catalogue of a folder answers, which must be sound, and its number of segments. */
export async function answersOf(dataDir: string): Promise<{ readonly answers: string; readonly segments: number }> {
  const database = openStoreFile(currentPath(dataDir) ?? '', CATALOG_FORMAT)
  const { segments } = readSegments(database, 'home')
  assert.deepEqual(checkAll(database, CATALOG_FORMAT.checkRows), [])
  database.close()
  const catalog = openCatalog(dataDir, silentLog, trialCards)
  try {
    return { answers: JSON.stringify(await seenIn(catalog)), segments: segments.length }
  } finally {
    catalog.close()
  }
}
