import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { type RecordChange, recordChanges } from '../../../../test/catalog/changing-records.ts'
import { seenIn } from '../../../../test/catalog/seen.ts'
import { trialCards } from '../../../../test/catalog/trial.ts'
import { silentLog } from '../../../base/log.ts'
import { checkAll } from '../../../base/store-check.ts'
import { openStoreFile } from '../../../base/store-file.ts'
import type { CardMaker } from '../../cards.ts'
import type { CatalogWriter } from '../../catalog-writer.ts'
import type { Noun, Records } from '../../nouns.ts'
import { openCatalog, openWriter } from '../../open.ts'
import { currentPath } from '../folder.ts'
import { CATALOG_FORMAT } from '../format.ts'
import { idOf } from '../schema.ts'
import { readSegments } from '../segments.ts'
import type { SegmentPolicy } from './segment-policy.ts'

/** Cards that name the agent and the office. */
const cards: CardMaker = {
  ...trialCards,
  card: (home, people) => {
    const { agent, office } = people
    return trialCards.card(home, { agent: agent && { ...agent, name: `${agent.name} of ${office?.name}` }, office })
  },
}

const folders: string[] = []
after(() => {
  for (const path of folders) rmSync(path, { recursive: true, force: true })
})

let made = 0

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'plat-segments-'))
  folders.push(path)
  return path
}

/** Adds to a catalogue, which is made where there is none. */
function change(dataDir: string, policy: SegmentPolicy, write: (writer: CatalogWriter) => void): void {
  const newCatalogId = () => (++made).toString(16).padStart(16, '0')
  const writer = openWriter({ dataDir, kind: 'imported', replace: false, cards, newCatalogId, segments: policy })
  try {
    write(writer)
    writer.commit()
  } finally {
    writer.rollback()
  }
}

function segmentsIn(dataDir: string): number {
  const database = openStoreFile(currentPath(dataDir) ?? '', CATALOG_FORMAT)
  const { segments } = readSegments(database, 'home')
  database.close()
  return segments.length
}

async function seen(dataDir: string): Promise<unknown> {
  const catalog = openCatalog(dataDir, silentLog, cards)
  try {
    return await seenIn(catalog)
  } finally {
    catalog.close()
  }
}

const policies: fc.Arbitrary<SegmentPolicy> = fc.record({
  smallMax: fc.integer({ min: 2, max: 5 }),
  mergedMax: fc.constantFrom(0, 2),
  mergedTimes: fc.constantFrom(0, 2),
  shareMax: fc.constantFrom(0.3, 3, 3),
})

test('after any changes, everything is answered as if the records had been put at once', async () => {
  const begin = fc.array(recordChanges, { minLength: 20, maxLength: 40 })
  const commits = fc.array(fc.array(recordChanges, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 5 })
  let segments = 0
  await fc.assert(
    fc.asyncProperty(policies, begin, commits, async (policy, first, later) => {
      const [changed, atOnce] = [folder(), folder()]
      const left = new Map<string, RecordChange>()
      change(changed, policy, (writer) => apply(writer, first, left))
      for (const each of later) {
        change(changed, policy, (writer) => apply(writer, each, left))
        segments = Math.max(segments, segmentsIn(changed))
      }
      change(atOnce, policy, (writer) => {
        for (const { noun, record } of left.values()) put(writer, noun, record)
      })
      assert.deepEqual(await seen(changed), await seen(atOnce))
      const database = openStoreFile(currentPath(changed) ?? '', CATALOG_FORMAT)
      assert.deepEqual(checkAll(database, CATALOG_FORMAT.sums), [])
      database.close()
      for (const path of [changed, atOnce]) rmSync(path, { recursive: true })
    }),
    { numRuns: Number(process.env.RUNS ?? 5), endOnFailure: process.env.RUNS !== undefined },
  )
  assert.ok(segments > 1, 'the changes became segments')
})

function apply(writer: CatalogWriter, changes: readonly RecordChange[], left: Map<string, RecordChange>): void {
  for (const each of changes) {
    const id = idOf(each.noun, each.record as never) // the noun says which record it is
    const key = `${each.noun} ${id}`
    if (each.isRemoved) {
      assert.equal(writer.remove(each.noun, id), left.delete(key))
    } else {
      put(writer, each.noun, each.record)
      left.set(key, each)
    }
  }
}

function put(writer: CatalogWriter, noun: Noun, record: object): void {
  writer.put(noun, record as Records[Noun]) // as above
}
