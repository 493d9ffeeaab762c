import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { listed } from '../../../test/catalog/contract/records.ts'
import { trialCards } from '../../../test/catalog/trial.ts'
import { openWriter } from '../opening/open.ts'
import type { CatalogWriter } from '../ports/catalog-writer.ts'
import type { SegmentPolicy } from './derive/segment-policy.ts'
import { currentPath } from './folder.ts'
import { type Loaded, type SharedPart, sharedPart } from './loaded.ts'
import { STATE_TASKS } from './state-tasks.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'plat-loaded-'))
after(() => rmSync(dataDir, { recursive: true }))

function change(write: (writer: CatalogWriter) => void, segments?: SegmentPolicy): void {
  const newCatalogId = () => '0123456789abcdef'
  const options = { dataDir, kind: 'imported', replace: false } as const
  const writer = openWriter({ ...options, cards: trialCards, newCatalogId, ...(segments && { segments }) })
  write(writer)
  writer.commit()
}

function load(known?: SharedPart): Loaded {
  const setting = { dataDir, cards: trialCards }
  return STATE_TASKS.load(setting, currentPath(dataDir) ?? '', known)
}

test('a state shares the segments of the previous state, and equals a state that was read from the file alone', () => {
  change((writer) => {
    for (let zpid = 1; zpid <= 40; zpid++) writer.put('home', listed(zpid, { listPrice: zpid }))
  })
  let before = load()
  for (const changed of [7, 8, 9]) {
    change((writer) => {
      writer.put('home', listed(changed, { listPrice: 100 }))
      writer.remove('home', changed + 10)
    })
    const next = load(sharedPart(before))
    const [[was], [is]] = [before.searches.home, next.searches.home]
    assert.equal(is.cards, was.cards)
    assert.equal(is.arrays, was.arrays)
    assert.equal(next.homePoints[0]?.ids, before.homePoints[0]?.ids)
    assert.notDeepEqual(is.removed, was.removed)
    assert.deepEqual(next, load())
    before = next
  }
})

test('after rows were removed, moved or merged, only new segments are read, and the state is the same', () => {
  const apart: SegmentPolicy = { smallMax: 9, mergedMax: 0, mergedTimes: 0, shareMax: 9 }
  const put = (zpid: number, listPrice: number) => (writer: CatalogWriter) =>
    writer.put('home', listed(zpid, { listPrice }))
  const steps: readonly (readonly [what: string, step: () => void])[] = [
    ['a new home', () => change(put(901, 1), apart)],
    ['another', () => change(put(902, 2), apart)],
    ['one of the base goes', () => change((writer) => writer.remove('home', 30), apart)],
    [
      'one of the base and one of a segment change',
      () => change((writer) => [31, 901].map((id) => put(id, 7)(writer)), apart),
    ],
    ['a segment loses its home', () => change((writer) => writer.remove('home', 902), apart)],
    ['a change takes in what is small', () => change(put(903, 3), { ...apart, mergedMax: 9 })],
    ['everything is derived again', () => change(put(904, 4), { ...apart, shareMax: 0 })],
    ['a home of the new base changes', () => change(put(31, 8), apart)],
  ]
  let before = load()
  for (const [what, step] of steps) {
    step()
    const next = load(sharedPart(before))
    assert.deepEqual(next, load(), what)
    for (const segment of next.searches.home) {
      const same = before.searches.home.find(({ name }) => name === segment.name)
      if (same !== undefined) assert.equal(segment.arrays, same.arrays, what)
      const [points, known] = [next, before].map(({ homePoints }) =>
        homePoints.find(({ name }) => name === segment.name),
      )
      if (known !== undefined) assert.equal(points?.tree, known.tree, what)
    }
    assert.notDeepEqual(shapeOf(next), shapeOf(before), what)
    before = next
  }
})

/** The names of the segments, and their removed rows. */
function shapeOf({ searches: { home } }: Loaded): readonly unknown[] {
  return home.map(({ name, removed }) => [name, removed])
}
