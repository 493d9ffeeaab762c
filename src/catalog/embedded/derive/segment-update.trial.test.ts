import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { applyChanges, type RecordChange, recordChanges } from '../../../../test/catalog/changing-records.ts'
import { listed } from '../../../../test/catalog/contract/records.ts'
import { seenIn } from '../../../../test/catalog/seen.ts'
import { trialCards } from '../../../../test/catalog/trial.ts'
import { silentLog } from '../../../kit/base/log.ts'
import { checkAll } from '../../../kit/store/store-check.ts'
import { openStoreFile } from '../../../kit/store/store-file.ts'
import { openCatalog, openWriter } from '../../opening/open.ts'
import type { CardMaker } from '../../ports/cards.ts'
import type { CatalogWriter } from '../../ports/catalog-writer.ts'
import type { Noun, Records } from '../../ports/nouns.ts'
import { currentPath } from '../folder.ts'
import { CATALOG_FORMAT } from '../format.ts'
import { readSegments, segmentNames } from '../segments.ts'
import type { SegmentPolicy } from './segment-policy.ts'
import { HERE_MAX } from './threaded-derivation.ts'

/** Makes search results that name the agent and the office. */
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

let catalogs = 0

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'plat-segments-'))
  folders.push(path)
  return path
}

/** Changes a catalog, and creates it if it is missing. */
function change(
  dataDir: string,
  policy: SegmentPolicy,
  write: (writer: CatalogWriter) => void,
  made: CardMaker = cards,
): void {
  const newCatalogId = () => (++catalogs).toString(16).padStart(16, '0')
  const writer = openWriter({ dataDir, kind: 'imported', replace: false, cards: made, newCatalogId, segments: policy })
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

async function seen(dataDir: string, made = cards): Promise<unknown> {
  const catalog = openCatalog(dataDir, silentLog, made)
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

/** Asserts that every checksum is right, and that no data is stored for segments outside the list. */
function assertSound(dataDir: string): void {
  const database = openStoreFile(currentPath(dataDir) ?? '', CATALOG_FORMAT)
  assert.deepEqual(checkAll(database, CATALOG_FORMAT.checkRows), [])
  const names = database.prepare("SELECT name FROM arrays WHERE name LIKE 'search/%'").all()
  const stored = new Set(names.map(({ name }) => String(name).split('/').slice(0, 2).join('/')))
  assert.deepEqual([...stored].sort(), [...segmentNames(database)].sort())
  database.close()
}

test('after any changes, searches return the same results as after a single import of the same records', async () => {
  const begin = fc.array(recordChanges, { minLength: 20, maxLength: 40 })
  const commits = fc.array(fc.array(recordChanges, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 5 })
  let segments = 0
  await fc.assert(
    fc.asyncProperty(policies, begin, commits, async (policy, first, later) => {
      const [changed, atOnce] = [folder(), folder()]
      const left = new Map<string, RecordChange>()
      change(changed, policy, (writer) => applyChanges(writer, first, left))
      for (const each of later) {
        change(changed, policy, (writer) => applyChanges(writer, each, left))
        segments = Math.max(segments, segmentsIn(changed))
      }
      change(atOnce, policy, (writer) => {
        for (const { noun, record } of left.values()) writer.put(noun, record as Records[Noun]) // `noun` determines the record's type
      })
      assert.deepEqual(await seen(changed), await seen(atOnce))
      assertSound(changed)
      for (const path of [changed, atOnce]) rmSync(path, { recursive: true })
    }),
    { numRuns: Number(process.env.RUNS ?? 5), endOnFailure: true },
  )
  assert.ok(segments > 1, 'the changes became segments')
})

test('changes that are large enough for a thread give the same results as a single import of the same records', async () => {
  const policy: SegmentPolicy = { smallMax: 5, mergedMax: 0, mergedTimes: 0, shareMax: Number.POSITIVE_INFINITY }
  const all = Array.from({ length: HERE_MAX.home + 300 }, (_, i) => i + 1)
  const homeAt = (zpid: number, listPrice: number) =>
    listed(zpid, { listPrice, mlsId: `m${zpid % 7}`, listAgentId: zpid % 2 === 0 ? 'ann' : 'bob' })
  const people = (writer: CatalogWriter) => {
    for (const id of ['ann', 'bob']) writer.put('agent', { agentId: id, username: id, name: id.toUpperCase() })
  }
  const [changed, atOnce] = [folder(), folder()]
  change(
    changed,
    policy,
    (writer) => {
      for (let zpid = 1; zpid <= 600; zpid++) writer.put('home', homeAt(zpid, 5))
    },
    trialCards,
  )
  change(
    changed,
    policy,
    (writer) => {
      people(writer)
      for (const zpid of all.slice(200)) writer.put('home', homeAt(zpid, zpid % 13))
      writer.remove('home', 150)
    },
    trialCards,
  )
  change(
    changed,
    policy,
    (writer) => {
      for (const zpid of all.slice(400, 420)) writer.put('home', homeAt(zpid, 3))
    },
    trialCards,
  )
  assert.equal(segmentsIn(changed), 3)
  change(
    atOnce,
    policy,
    (writer) => {
      people(writer)
      const priceOf = (zpid: number) => (zpid <= 200 ? 5 : zpid > 400 && zpid <= 420 ? 3 : zpid % 13)
      for (const zpid of all) if (zpid !== 150) writer.put('home', homeAt(zpid, priceOf(zpid)))
    },
    trialCards,
  )
  const wanted = await seen(atOnce, trialCards)
  assert.deepEqual(await seen(changed, trialCards), wanted)
  change(changed, { ...policy, shareMax: 0 }, (writer) => writer.put('home', homeAt(1, 5)), trialCards)
  assert.equal(segmentsIn(changed), 1, 'everything was derived again')
  assert.deepEqual(await seen(changed, trialCards), wanted)
  assertSound(changed)
})
