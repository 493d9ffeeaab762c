import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { home } from '../../../test/catalog/contract.ts'
import { trialCards } from '../../../test/catalog/trial.ts'
import { silentLog } from '../../kit/base/log.ts'
import { folderStore } from './catalog-store.ts'
import { checkCatalog, openCatalog, openWriter } from './open.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'plat-notes-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

function writer() {
  return openWriter({
    dataDir,
    kind: 'imported',
    replace: false,
    cards: trialCards,
    newCatalogId: () => '0123456789abcdef',
  })
}

function withTwoSources(): void {
  const first = writer()
  for (const [zpid, source] of [
    [1, 'mls'],
    [2, 'county'],
    [3, 'mls'],
  ] as const)
    first.put('home', { ...home(zpid), source, sourceKey: `"source":"county" ${zpid}` })
  first.put('rate', { rateId: 'a,"source":"mls"', source: 'survey', product: 'p', date: '2026-01-01', rate: 6 })
  first.setNote('source mls', 'first')
  first.setNote('source mlss', 'second')
  first.setNote('other', 'third')
  first.commit()
}

test('records are found by their source, whatever their ids and keys', () => {
  withTwoSources()
  const open = writer()
  assert.deepEqual([...open.idsOf('home', 'mls')], [1, 3])
  assert.deepEqual([...open.idsOf('home', 'county')], [2])
  assert.deepEqual([...open.idsOf('rate', 'mls')], [])
  assert.deepEqual([...open.idsOf('rate', 'survey')], ['a,"source":"mls"'])
  open.rollback()
  const { records } = folderStore(dataDir).tallySources('source ', () => {})
  assert.deepEqual(
    records.map(({ source, noun, records: count }) => [source, noun, count]),
    [
      ['mls', 'home', 2],
      ['county', 'home', 1],
      ['survey', 'rate', 1],
    ],
  )
})

test('records of a new catalog are found before it is committed, in any order of arrival', () => {
  const first = writer()
  for (const zpid of [5, 3, 9, 1]) first.put('home', { ...home(zpid), source: zpid === 9 ? 'county' : 'mls' })
  first.remove('home', 3)
  assert.deepEqual([...first.idsOf('home', 'mls')], [1, 5])
  first.rollback()
})

test('notes are stored with a commit or alone, removed, and lost with a rollback; none changes the data version', () => {
  withTwoSources()
  assert.deepEqual(
    [...folderStore(dataDir).notes('source ')],
    [
      ['source mls', 'first'],
      ['source mlss', 'second'],
    ],
  )
  const catalog = openCatalog(dataDir, silentLog, trialCards)
  const { dataVersion } = catalog.about()
  catalog.close()
  folderStore(dataDir).keepNotes(
    new Map([
      ['source mls', 'changed'],
      ['other', undefined],
    ]),
  )
  const open = writer()
  assert.deepEqual([open.note('source mls'), open.note('other')], ['changed', undefined])
  open.setNote('source mls', 'never')
  open.rollback()
  assert.equal(folderStore(dataDir).notes('').get('source mls'), 'changed')
  const after = openCatalog(dataDir, silentLog, trialCards)
  assert.equal(after.about().dataVersion, dataVersion)
  after.close()
  assert.deepEqual(checkCatalog(dataDir, () => {})?.findings, [])
})

test('without a catalog there are no notes, and none can be stored', () => {
  folderStore(dataDir).keepNotes(new Map([['source mls', 'x']]))
  assert.deepEqual([...folderStore(dataDir).notes('')], [])
})
