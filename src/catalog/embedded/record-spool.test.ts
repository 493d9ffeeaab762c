import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { home } from '../../../test/catalog/contract.ts'
import { trialCards } from '../../../test/catalog/trial.ts'
import { needs } from '../../../test/needs.ts'
import { checkAll } from '../../kit/store/store-check.ts'
import { createStoreFile } from '../../kit/store/store-file.ts'
import { openWriter } from '../opening/open.ts'
import { currentPath, pathOf } from './folder.ts'
import { CATALOG_FORMAT } from './format.ts'
import { setMeta } from './meta.ts'
import { RecordSpool } from './record-spool.ts'
import { eachRecord, RecordReader } from './records.ts'
import { RECORD_COUNTS } from './row-checks.ts'

const folder = mkdtempSync(join(tmpdir(), 'plat-spool-'))
after(() => rmSync(folder, { recursive: true }))

let made = 0
function store(): { database: DatabaseSync; spool: RecordSpool } {
  const path = join(folder, `${++made}.sqlite`)
  const database = createStoreFile(path, CATALOG_FORMAT)
  database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN')
  return { database, spool: new RecordSpool(database, 'home', path, 4096) }
}

/** Ids below 2^53, close together and far apart, with texts of which some are long and some are not ASCII. */
const PUTS = fc.array(
  fc.tuple(
    fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constantFrom(2 ** 32 + 3, 2 ** 53 - 1, 2 ** 52)),
    fc.oneof(
      fc.constantFrom('{}', '{"city":"Łódź"}'),
      fc.integer({ min: 1, max: 6000 }).map((n) => 'ż'.repeat(n)),
    ),
    fc.nat(4).map((drawn) => drawn === 0),
  ),
  { maxLength: 40, size: 'max' },
)

test('whatever is put and removed in whatever order, the last record of each id is read, and ends in the table in order of id', () => {
  fc.assert(
    fc.property(PUTS, (puts) => {
      const { database, spool } = store()
      const expected = new Map<number, string>()
      for (const [id, json, isRemoved] of puts) {
        const before = isRemoved ? spool.remove(id) : spool.put(id, json)
        assert.ok(before === expected.get(id))
        if (isRemoved) expected.delete(id)
        else expected.set(id, json)
        assert.ok(spool.json(id) === expected.get(id))
      }
      const inOrder = [...expected].sort(([a], [b]) => a - b).map(([, json]) => json)
      assert.equal(spool.json(13), undefined)
      assert.ok(inOrder.join() === [...spool.each()].join())
      spool.empty()
      assert.ok(inOrder.join() === [...eachRecord(database, 'home')].join())
      const reader = new RecordReader(database, 'home')
      for (const [id, json] of expected) assert.ok(reader.json(id) === json)
      setMeta(database, RECORD_COUNTS, JSON.stringify({ home: expected.size }))
      assert.deepEqual(checkAll(database, CATALOG_FORMAT.checkRows), [])
      database.close()
    }),
    { numRuns: 15 },
  )
})

test('records that come in order of id do not wait, and no file is left of those that do', () => {
  const { database, spool } = store()
  const rows = () => database.prepare('SELECT count(*) AS rows FROM home').get()?.rows
  for (const id of [5, 6, 9]) spool.put(id, '{}')
  assert.equal(rows(), 3)
  for (const id of [7, 10]) spool.put(id, `{"text":"${'x'.repeat(4000)}"}`)
  assert.equal(rows(), 3)
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.endsWith('-home')),
    [],
  )
  spool.empty()
  assert.equal(rows(), 5)
  database.close()
})

test('a disk that is too full for records that wait gives one clear sentence, and no catalogue', needs('Linux'), () => {
  const dataDir = mkdtempSync(join(folder, 'full-'))
  const newCatalogId = () => 'f'.repeat(16)
  symlinkSync('/dev/full', `${pathOf(dataDir, newCatalogId())}-home`)
  const writer = openWriter({ dataDir, kind: 'imported', replace: false, cards: trialCards, newCatalogId })
  const long = { kind: 'sale', status: 'Active', listedBy: 'owner', description: 'x'.repeat(1_000_000) } as const
  assert.throws(() => {
    for (let zpid = 20; zpid > 0; zpid--) writer.put('home', home(zpid, { listing: long }))
  }, /^CommandFault: The disk that holds the catalogue .* is full: free some space/)
  writer.rollback()
  assert.equal(currentPath(dataDir), undefined)
})
