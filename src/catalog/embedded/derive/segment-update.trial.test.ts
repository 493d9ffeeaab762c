import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, mock, test } from 'node:test'
import fc from 'fast-check'
import { applyChanges, type RecordChange, recordChanges } from '../../../../test/catalog/changing-records.ts'
import { listed } from '../../../../test/catalog/contract/records.ts'
import { seenIn } from '../../../../test/catalog/seen.ts'
import { trialCards } from '../../../../test/catalog/trial.ts'
import { silentLog } from '../../../kit/base/log.ts'
import { checkAll } from '../../../kit/store/store-check.ts'
import { openStoreFile } from '../../../kit/store/store-file.ts'
import { SEARCHED_NOUNS } from '../../facts/searched.ts'
import { openCatalog, openWriter } from '../../opening/open.ts'
import type { CardMaker } from '../../ports/cards.ts'
import type { CatalogWriter } from '../../ports/catalog-writer.ts'
import type { Noun, Records } from '../../ports/nouns.ts'
import { currentPath } from '../folder.ts'
import { CATALOG_FORMAT } from '../format.ts'
import { headsOf } from '../home-rows.ts'
import { leftoverNames, readSegments, segmentNames, storedNames } from '../segments.ts'
import { foldSegments } from './fold.ts'
import type { FoldPolicy } from './fold-policy.ts'
import type { SegmentPolicy } from './segment-policy.ts'
import { HERE_MAX } from './threaded-derivation.ts'

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

let catalogs = 0

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'plat-segments-'))
  folders.push(path)
  return path
}

/** Folds what the policy says; `meanwhile` happens when the first card of the new segment is made. */
function fold(dataDir: string, policy: FoldPolicy, meanwhile: () => void = () => {}): boolean {
  let isMeanwhile = true
  const interrupted: CardMaker = {
    ...cards,
    card: (...given) => {
      const now = isMeanwhile
      isMeanwhile = false
      if (now) meanwhile()
      return cards.card(...given)
    },
  }
  return foldSegments({ path: currentPath(dataDir) ?? '', cards: interrupted, policy })
}

/** Adds to a catalogue, which is made where there is none. */
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

/** Folds nearly always, small segments or all of them. */
const foldPolicies: fc.Arbitrary<FoldPolicy> = fc.record({
  smallMax: fc.constant(1),
  mergedMax: fc.constantFrom(0, 2, 100),
  mergedTimes: fc.constantFrom(0, 2),
  shareMax: fc.constantFrom(0, 0.2, 3),
  baseMin: fc.constant(0),
})

test('a fold leaves every answer as it was, and what is changed meanwhile or later is answered as if nothing was folded', async () => {
  const begin = fc.array(recordChanges, { minLength: 20, maxLength: 40 })
  const one = fc.record({
    before: fc.array(recordChanges, { minLength: 1, maxLength: 6 }),
    meanwhile: fc.option(fc.array(recordChanges, { minLength: 1, maxLength: 6 })),
    how: foldPolicies,
  })
  let folds = 0
  let changedMeanwhile = 0
  const property = fc.asyncProperty(
    policies,
    begin,
    fc.array(one, { minLength: 2, maxLength: 3 }),
    async (policy, first, rounds) => {
      const [folded, plain] = [folder(), folder()]
      const [left, same] = [new Map<string, RecordChange>(), new Map<string, RecordChange>()]
      const both = (changes: readonly RecordChange[]) => {
        change(folded, policy, (writer) => applyChanges(writer, changes, left))
        change(plain, policy, (writer) => applyChanges(writer, changes, same))
      }
      both(first)
      for (const { before, meanwhile, how } of rounds) {
        both(before)
        const answers = meanwhile === null ? await seen(folded) : undefined
        let isChanged = false
        const isFolded = fold(folded, how, () => {
          if (meanwhile === null) return
          both(meanwhile)
          isChanged = true
        })
        if (isFolded) folds++
        if (isFolded && isChanged) changedMeanwhile++
        if (answers !== undefined) assert.deepEqual(await seen(folded), answers)
        assertSound(folded)
      }
      assert.deepEqual(await seen(folded), await seen(plain))
      for (const path of [folded, plain]) rmSync(path, { recursive: true })
    },
  )
  const parameters = { numRuns: Number(process.env.RUNS ?? 4), endOnFailure: true }
  // A few runs may happen to fold nothing, or nothing while something changed.
  for (let turn = 0; turn < 10 && (folds === 0 || changedMeanwhile === 0); turn++) await fc.assert(property, parameters)
  assert.ok(folds > 0 && changedMeanwhile > 0, 'segments were folded, with changes meanwhile and without')
})

test('a fold that has stored all of its segment ends in peace when an import derives everything afresh', async () => {
  const policy: SegmentPolicy = { smallMax: 5, mergedMax: 0, mergedTimes: 0, shareMax: 3 }
  const allInOne = { smallMax: 1, mergedMax: 0, mergedTimes: 0, shareMax: 0, baseMin: 0 }
  const smallInOne = { ...allInOne, mergedMax: 100, shareMax: 3 }
  const put = (dataDir: string, from: number, shares: SegmentPolicy) =>
    change(dataDir, shares, (writer) => {
      for (let zpid = from; zpid < from + 10; zpid++) writer.put('home', listed(zpid, { listPrice: from * 1000 }))
    })
  for (const how of [allInOne, smallInOne]) {
    const [dataDir, plain] = [folder(), folder()]
    for (const from of [1, 6, 12]) for (const path of [dataDir, plain]) put(path, from, policy)
    const path = currentPath(dataDir) ?? ''
    const wait = Atomics.wait
    let looks = 0
    const pauses = mock.method(Atomics, 'wait', (...given: Parameters<typeof Atomics.wait>) => {
      if (looks === 0 && hasAside(path)) {
        looks++
        for (const each of [dataDir, plain]) put(each, 1, { ...policy, shareMax: 0 })
      }
      return wait(...given)
    })
    try {
      assert.equal(foldSegments({ path, cards, policy: how }), false)
    } finally {
      pauses.mock.restore()
    }
    assert.equal(looks, 1, 'the import came when all was stored aside')
    assert.deepEqual(await seen(dataDir), await seen(plain))
    assertSound(dataDir)
  }
})

/** Whether all of a segment is committed that is in no list. */
function hasAside(path: string): boolean {
  const database = openStoreFile(path, CATALOG_FORMAT)
  const aside = leftoverNames(database)
  const find = database.prepare('SELECT 1 FROM arrays WHERE name = ?')
  const isWhole = aside.some((name) => find.get(headsOf(name)) !== undefined)
  database.close()
  return isWhole
}

/** Every checksum is right, and nothing is stored of segments that are in no list. */
function assertSound(dataDir: string): void {
  const database = openStoreFile(currentPath(dataDir) ?? '', CATALOG_FORMAT)
  assert.deepEqual(checkAll(database, CATALOG_FORMAT.checkRows), [])
  const stored = SEARCHED_NOUNS.flatMap((noun) => storedNames(database, noun))
  assert.deepEqual(stored.sort(), [...segmentNames(database)].sort())
  database.close()
}

test('after any changes, everything is answered as if the records had been put at once', async () => {
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
        for (const { noun, record } of left.values()) writer.put(noun, record as Records[Noun]) // the noun says which record it is
      })
      assert.deepEqual(await seen(changed), await seen(atOnce))
      assertSound(changed)
      for (const path of [changed, atOnce]) rmSync(path, { recursive: true })
    }),
    { numRuns: Number(process.env.RUNS ?? 5), endOnFailure: true },
  )
  assert.ok(segments > 1, 'the changes became segments')
})

test('changes and folds of so many records that threads derive them are answered as if the records had been put at once', async () => {
  const policy: SegmentPolicy = { smallMax: 5, mergedMax: 0, mergedTimes: 0, shareMax: Number.POSITIVE_INFINITY }
  const all = Array.from({ length: HERE_MAX + 300 }, (_, i) => i + 1)
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
  const allInOne = { smallMax: 1, mergedMax: 0, mergedTimes: 0, shareMax: 0, baseMin: 0 }
  assert.ok(foldSegments({ path: currentPath(changed) ?? '', cards: trialCards, policy: allInOne }))
  assert.equal(segmentsIn(changed), 1)
  assert.deepEqual(await seen(changed, trialCards), wanted)
  assertSound(changed)
})
