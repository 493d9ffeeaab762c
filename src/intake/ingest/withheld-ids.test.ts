import assert from 'node:assert/strict'
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { listed } from '../../../test/catalog/contract/records.ts'
import { trialCards } from '../../../test/catalog/trial.ts'
import { openCatalog, openWriter } from '../../catalog/opening/open.ts'
import { peoplePath, withheldNow } from '../../guard/privacy/index.ts'
import { silentLog } from '../../kit/base/log.ts'
import type { Home } from '../../model/home.ts'
import { derivedZpid } from '../../model/identity.ts'
import { HomeRecords } from './home-records.ts'

const folder = mkdtempSync(join(tmpdir(), 'plat-ids-'))
after(() => rmSync(folder, { recursive: true }))

const PARCEL = derivedZpid('county', '123-45')
const [OAK, ELM] = ['9 Oak St', '11 Elm St']

/** A record from a source without ids. */
function record(isWithheld: boolean, streetAddress = OAK): Home {
  const { address, ...home } = listed(1, {})
  const shown = { ...address, streetAddress, zipcode: '78704' }
  return {
    ...home,
    zpid: PARCEL,
    source: 'county',
    sourceKey: '123-45',
    address: isWithheld ? { ...shown, undisclosed: true } : shown,
  }
}

/** Imports records one by one into a data folder. Returns the ids of its homes. */
async function imported(name: string, ...records: readonly Home[]): Promise<readonly number[]> {
  for (const one of records) await changed(name, (homes) => homes.put(one, homes.get(one.zpid)))
  return idsIn(name)
}

async function changed(name: string, change: (homes: HomeRecords) => void): Promise<void> {
  const dataDir = join(folder, name)
  const withheld = await withheldNow(dataDir)
  const newCatalogId = () => '0123456789abcdef'
  const writer = openWriter({ dataDir, kind: 'imported', replace: false, cards: trialCards, withheld, newCatalogId })
  const homes = new HomeRecords(writer)
  change(homes)
  homes.flush()
  writer.commit()
}

const numerically = (one: number, other: number) => one - other

async function idsIn(name: string): Promise<readonly number[]> {
  const catalog = openCatalog(join(folder, name), silentLog, trialCards)
  const ids = await catalog.pages.ids('home', { from: 0, to: Number.MAX_SAFE_INTEGER }, 10)
  catalog.close()
  return ids
}

async function isFound(name: string, zpid: number): Promise<boolean> {
  const catalog = openCatalog(join(folder, name), silentLog, trialCards)
  const home = await catalog.records.get('home', zpid)
  catalog.close()
  return home !== undefined
}

test('a home that is withheld at its first import has an id that does not reveal its key, and keeps the id', async () => {
  const [id = 0, ...others] = await imported('first', record(true))
  assert.deepEqual(others, [])
  assert.ok(id !== PARCEL && id >= 2 ** 52)
  assert.equal(await isFound('first', PARCEL), false)
  assert.deepEqual(await imported('first', record(true), record(true, ELM), record(false, ELM), record(false, OAK)), [
    id,
  ])
  assert.deepEqual(await isFound('first', id), true)
})

test('the secret is stored with the list of withheld people: a new catalog with the same list has the same ids', async () => {
  const [id] = await imported('one', record(true))
  await imported('two', record(false))
  assert.equal(existsSync(peoplePath(join(folder, 'two'))), false, 'nothing is made where nothing is withheld')
  assert.notDeepEqual(await imported('three', record(true)), [id])
  await imported('four', listed(1, {}))
  copyFileSync(peoplePath(join(folder, 'one')), peoplePath(join(folder, 'four')))
  assert.ok((await imported('four', record(true))).includes(id ?? 0))
})

/** Deletes the catalog but not the list of withheld people. */
function removeCatalog(name: string): void {
  const dataDir = join(folder, name)
  for (const file of readdirSync(dataDir)) if (!file.startsWith('people.')) rmSync(join(dataDir, file))
}

test('the id is the same in a new catalog, and after the home is deleted and imported again', async () => {
  const other = { ...record(false), zpid: derivedZpid('county', '678-90'), sourceKey: '678-90' }
  const ids = await imported('replaced', record(true), { ...other, address: { ...other.address, streetAddress: ELM } })
  const [id = 0] = ids.filter((each) => each !== other.zpid)
  assert.deepEqual(ids, [other.zpid, id].sort(numerically))
  removeCatalog('replaced')
  assert.deepEqual(await imported('replaced', record(false)), [id])
  removeCatalog('replaced')
  await changed('replaced', (homes) => {
    homes.put(record(false), undefined)
    homes.flush()
    homes.withdraw(PARCEL)
    homes.flush()
    homes.put(record(false), undefined)
  })
  assert.deepEqual(await idsIn('replaced'), [id])
})

test('the data stored with the list does not reveal the key or the location of a home', async () => {
  await imported('stored', record(true))
  const dataDir = join(folder, 'stored')
  for (const file of readdirSync(dataDir).filter((name) => name.startsWith('people.'))) {
    const bytes = readFileSync(join(dataDir, file))
    for (const text of ['123-45', 'county', 'Oak', '78704', String(PARCEL)])
      assert.equal(bytes.includes(text), false, text)
    const plain = Buffer.alloc(8)
    plain.writeBigInt64BE(BigInt(PARCEL))
    assert.equal(bytes.includes(plain.subarray(1)), false)
  }
})

test('a withheld home that gives its id to another record does not get the hash of its own key', async () => {
  const second = { ...record(true), zpid: derivedZpid('other', '9'), source: 'other', sourceKey: '9' }
  await changed('left', (homes) => {
    homes.put(record(false), undefined)
    homes.flush()
    homes.put(second, undefined)
    homes.flush()
    assert.equal(homes.homeOf(second.zpid), PARCEL)
    homes.apart(PARCEL)
  })
  const [one = 0, other = 0] = await idsIn('left')
  assert.ok([one, other].includes(PARCEL))
  assert.ok(![one, other].includes(second.zpid))
})

test('existing ids stay, and ids that a source gives are used unchanged', async () => {
  assert.deepEqual(await imported('disclosed', record(false), record(true), record(true, ELM), record(false, ELM)), [
    PARCEL,
  ])
  assert.deepEqual(await imported('given', { ...record(true), zpid: 77 }), [77])
})
