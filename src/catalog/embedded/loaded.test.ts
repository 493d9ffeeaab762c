import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { listed } from '../../../test/catalog/contract/records.ts'
import { trialCards } from '../../../test/catalog/trial.ts'
import type { CatalogWriter } from '../catalog-writer.ts'
import { openWriter } from '../open.ts'
import { currentPath } from './folder.ts'
import { type Loaded, type SharedPart, sharedPart } from './loaded.ts'
import { STATE_TASKS } from './state-tasks.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'plat-loaded-'))
after(() => rmSync(dataDir, { recursive: true }))

function change(write: (writer: CatalogWriter) => void): void {
  const newCatalogId = () => '0123456789abcdef'
  const writer = openWriter({ dataDir, kind: 'imported', replace: false, cards: trialCards, newCatalogId })
  write(writer)
  writer.commit()
}

function load(known?: SharedPart): Loaded {
  const setting = { dataDir, cards: trialCards, packed: true }
  return STATE_TASKS.load(setting, currentPath(dataDir) ?? '', () => {}, known)
}

test('a state that follows another shares its segments, and is the same as one that is read from the file alone', () => {
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
