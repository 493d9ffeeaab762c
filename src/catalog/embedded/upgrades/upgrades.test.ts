import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, closeSync, mkdtempSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, type TestContext, test } from 'node:test'
import { printedAsNobody } from '../../../../test/as-nobody.ts'
import { homeQuery } from '../../../../test/catalog/contract/home-search.ts'
import { listed, person } from '../../../../test/catalog/contract/records.ts'
import { home } from '../../../../test/catalog/contract.ts'
import { writeAsFormat6 } from '../../../../test/catalog/format-6.ts'
import { cardsOf } from '../../../../test/catalog/shown-page.ts'
import { trialCards } from '../../../../test/catalog/trial.ts'
import { resolveAddress } from '../../../addresses/resolve.ts'
import { silentLog } from '../../../base/log.ts'
import { type RowValue, rowSum } from '../../../base/row-sum.ts'
import { checkAll } from '../../../base/store-check.ts'
import { openStoreFile } from '../../../base/store-file.ts'
import { openCatalog, openWriter } from '../../open.ts'
import { SEARCHED_NOUNS } from '../../searched.ts'
import { removeArrays } from '../arrays.ts'
import { currentPath } from '../folder.ts'
import { CATALOG_FORMAT } from '../format.ts'
import { meta, removeMeta, setMeta } from '../meta.ts'
import { removeSegment } from '../search/stored.ts'
import { readSegments } from '../segments.ts'
import { ENTRY_COLUMNS, TableSums } from '../table-sums.ts'
import { CATALOG_STEPS } from './steps.ts'
import { storeTotal } from './total-sums.ts'

const HOMES = 2500
let made = 0
const newCatalogId = () => (++made).toString(16).padStart(16, '0')
const folders: string[] = []
after(() => {
  for (const path of folders) rmSync(path, { recursive: true, force: true })
})

function writer(dataDir: string, kind: 'sample' | 'imported' = 'imported', replace = false) {
  return openWriter({ dataDir, kind, replace, newCatalogId, cards: trialCards })
}

/** A folder with a catalogue of format 6, and the path of that file. */
function older(): { dataDir: string; path: string } {
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-upgrade-'))
  folders.push(dataDir)
  const change = writer(dataDir)
  for (let zpid = 1; zpid <= HOMES; zpid++) change.put('home', home(zpid))
  change.commit()
  const path = currentPath(dataDir) ?? ''
  writeAsFormat6(path, `${path}.6`)
  renameSync(`${path}.6`, path)
  return { dataDir, path }
}

function versionOf(path: string): unknown {
  const database = new DatabaseSync(path)
  const version = database.prepare('PRAGMA user_version').get()?.user_version
  database.close()
  return version
}

test('each step upgrades by one version, and the last one reaches the current version', () => {
  const versions = CATALOG_STEPS.map(({ from }) => from)
  const first = versions[0] ?? CATALOG_FORMAT.version
  assert.deepEqual(
    versions,
    Array.from({ length: CATALOG_FORMAT.version - first }, (_, i) => first + i),
  )
})

test('a catalogue of format 6 is upgraded in place when it is opened, and keeps everything', async () => {
  const { dataDir, path } = older()
  const catalog = openCatalog(dataDir, silentLog, trialCards)
  assert.equal(catalog.about().counts.home, HOMES)
  assert.deepEqual(await catalog.records.get('home', 7), home(7))
  catalog.close()
  assert.equal(versionOf(path), CATALOG_FORMAT.version)
  const database = openStoreFile(path, CATALOG_FORMAT)
  assert.deepEqual(checkAll(database, CATALOG_FORMAT.sums), [])
  database.close()
})

test('a catalogue of format 8 gets its cards once more, ready for gzip', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-upgrade-'))
  folders.push(dataDir)
  const change = writer(dataDir)
  for (let zpid = 1; zpid <= 10; zpid++) change.put('home', listed(zpid, {}))
  change.commit()
  const path = currentPath(dataDir) ?? ''
  makeFormat8(path)
  const catalog = openCatalog(dataDir, silentLog, trialCards)
  const page = await catalog.search('home').cards(homeQuery([]))
  assert.ok(page.gzip)
  assert.equal(cardsOf(page).length, 10)
  catalog.close()
  const database = openStoreFile(path, CATALOG_FORMAT)
  assert.deepEqual(checkAll(database, CATALOG_FORMAT.sums), [])
  database.close()
})

test('a catalogue of format 10 gets its homes filed by the next import that looks for one of them', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-upgrade-'))
  folders.push(dataDir)
  const change = writer(dataDir)
  for (let zpid = 1; zpid <= 10; zpid++) change.put('home', home(zpid))
  change.commit()
  const path = currentPath(dataDir) ?? ''
  makeFormat10(path)
  const next = writer(dataDir)
  assert.equal(next.sourceHomes.isFiled(), false)
  assert.deepEqual([next.sourceHomes.of(7), next.sourceHomes.rulings(7)], [[], []])
  next.sourceHomes.file(7, [{ place: 1, unit: 0, area: 900 }])
  next.sourceHomes.markFiled()
  next.commit()
  const last = writer(dataDir)
  assert.equal(last.sourceHomes.isFiled(), true)
  assert.deepEqual(last.sourceHomes.filedUnder({ place: 1 }, 2), [7])
  last.rollback()
  const database = openStoreFile(path, CATALOG_FORMAT)
  assert.deepEqual(checkAll(database, CATALOG_FORMAT.sums), [])
  database.close()
})

test('a catalogue of format 11 gets the words of its addresses counted', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-upgrade-'))
  folders.push(dataDir)
  const change = writer(dataDir)
  for (let zpid = 1; zpid <= 10; zpid++) change.put('home', home(zpid))
  change.commit()
  const path = currentPath(dataDir) ?? ''
  const before = new DatabaseSync(path)
  const words = before.prepare('SELECT word, uses FROM address_word').all()
  assert.ok(words.length > 2)
  before.exec('DROP TABLE address_word')
  new TableSums(before).store()
  before.exec('PRAGMA user_version = 11')
  before.close()
  const database = openStoreFile(path, CATALOG_FORMAT)
  assert.deepEqual(database.prepare('SELECT word, uses FROM address_word').all(), words)
  assert.deepEqual(checkAll(database, CATALOG_FORMAT.sums), [])
  database.close()
})

/** Makes a catalogue as format 10 knew it. */
function makeFormat10(path: string): void {
  const database = new DatabaseSync(path)
  database.exec('DROP TABLE source_home; DROP TABLE home_ruling; DROP TABLE home_key')
  const sums = new TableSums(database)
  sums.removed('meta', database.prepare("DELETE FROM meta WHERE name = 'homesFiled' RETURNING sum").all())
  sums.store()
  database.exec("DELETE FROM table_sum WHERE name IN ('source_home', 'home_ruling'); PRAGMA user_version = 10")
  database.close()
}

/** Makes a catalogue as format 8 knew it. */
function makeFormat8(path: string): void {
  const database = new DatabaseSync(path)
  const sums = new TableSums(database)
  for (const noun of SEARCHED_NOUNS)
    removeArrays(database, sums, `${readSegments(database, noun).segments[0]?.name}/packed/`)
  sums.store()
  database.exec('PRAGMA user_version = 8')
  database.close()
}

test('a catalogue of format 9, whose searches are not in segments and lack what orders sort by, is searched again', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-upgrade-'))
  folders.push(dataDir)
  const change = writer(dataDir)
  for (let zpid = 1; zpid <= 10; zpid++) change.put('home', listed(zpid, {}))
  change.commit()
  const path = currentPath(dataDir) ?? ''
  makeFormat9(path)
  const catalog = openCatalog(dataDir, silentLog, trialCards)
  assert.equal((await catalog.search('home').page(homeQuery([]))).hits.length, 10)
  catalog.close()
  const database = openStoreFile(path, CATALOG_FORMAT)
  assert.deepEqual(checkAll(database, CATALOG_FORMAT.sums), [])
  database.close()
})

/** Makes a catalogue as format 9 knew it. */
function makeFormat9(path: string): void {
  const database = new DatabaseSync(path)
  const sums = new TableSums(database)
  for (const noun of SEARCHED_NOUNS) {
    const [base] = readSegments(database, noun).segments
    const name = base?.name ?? ''
    const { manifest, ...stored } = JSON.parse(meta(database, name) ?? '')
    const orders = manifest.orders.map(({ name: order }: { readonly name: string }) => order)
    setMeta(
      database,
      sums,
      `search/${noun}`,
      JSON.stringify({ ...stored, namedPlaces: [], manifest: { ...manifest, format: 1, orders } }),
    )
    removeSegment(database, sums, name)
    removeMeta(database, sums, `segments/${noun}`)
  }
  database.exec('DROP TABLE unknown_agent; ALTER TABLE agent_record DROP COLUMN for_sale')
  sums.store()
  database.exec('PRAGMA user_version = 9')
  database.close()
}

test('what a catalogue of format 7 derived is derived again, and no row of it looks damaged', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-upgrade-'))
  folders.push(dataDir)
  const change = writer(dataDir)
  change.put('home', home(1, { facts: { roof: 'Slate' } }))
  change.commit()
  const path = currentPath(dataDir) ?? ''
  const older = new DatabaseSync(path)
  older.exec('PRAGMA user_version = 7')
  older.close()
  const upgraded = openStoreFile(path, CATALOG_FORMAT)
  assert.deepEqual(checkAll(upgraded, CATALOG_FORMAT.sums), [])
  assert.deepEqual(fingerprintsOf(upgraded), new Set(), 'what was derived is gone')
  upgraded.close()
  openCatalog(dataDir, silentLog, trialCards).close()
  const derived = openStoreFile(path, CATALOG_FORMAT)
  assert.deepEqual(fingerprintsOf(derived), new Set([trialCards.fingerprint]))
  assert.deepEqual(checkAll(derived, CATALOG_FORMAT.sums), [])
  derived.close()
})

test('addresses of a catalogue of format 11 are read again, and homes are filed under what they are then', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-upgrade-'))
  folders.push(dataDir)
  const change = writer(dataDir)
  const places = ['9 Oak Ave Apt No. 4', '9 Oak Ave Apt No. 5', '9 Oak Ave, 308 B', '12 Elm St']
  for (const [at, streetAddress] of places.entries()) {
    const address = { streetAddress, city: 'Fort Worth', state: 'TX', zipcode: '76102' }
    change.put('home', home(at + 1, { address }))
    change.put('person', { ...person(`p-${at}`, streetAddress) })
  }
  change.commit()
  const path = currentPath(dataDir) ?? ''
  const before = entriesOf(path)
  writeAsFormat11(path)
  assert.notDeepEqual(entriesOf(path), before)
  const catalog = openCatalog(dataDir, silentLog, trialCards)
  const idsAt = async (text: string) => {
    const found = await resolveAddress(text, catalog.addresses)
    return found.kind === 'one' ? found.entry.id : found.kind
  }
  assert.equal(await idsAt('9 Oak Ave #4, Fort Worth, TX'), 1)
  assert.equal(await idsAt('9 Oak Ave Apt No. 5, Ft Worth TX 76102'), 2)
  assert.equal(await idsAt('9 Oak Ave Unit 308B, Fort Worth'), 3)
  assert.equal(await idsAt('12 Elm Street'), 4)
  catalog.close()
  assert.deepEqual(entriesOf(path), before)
  const database = openStoreFile(path, CATALOG_FORMAT)
  assert.deepEqual(checkAll(database, CATALOG_FORMAT.sums), [])
  assert.equal(database.prepare('SELECT count(*) AS keys FROM home_key').get()?.keys, 0)
  assert.equal(meta(database, 'homesFiled'), undefined)
  database.close()
})

/** Every row of both address books. */
function entriesOf(path: string): unknown {
  const database = new DatabaseSync(path, { readOnly: true })
  const entries = ['address_book', 'person_address'].map((table) => database.prepare(`SELECT * FROM ${table}`).all())
  database.close()
  return entries
}

/** As format 11 read units: `Apt No. 4` was unit no, and `308 B` was none. */
function writeAsFormat11(path: string): void {
  const database = new DatabaseSync(path)
  for (const [table, keys] of [
    ['address_book', ['entry', ...ENTRY_COLUMNS]],
    ['person_address', ENTRY_COLUMNS],
  ] as const) {
    const sums = database
      .prepare(`SELECT rowid AS place, * FROM ${table}`)
      .all()
      .map((row) => {
        const unit = String(row.display).includes('No.') ? 'no' : ''
        const values = keys.map((key) => (key === 'unit' ? unit : (row[key] as RowValue))) // numbers and texts
        const sum = rowSum(table, values)
        database.prepare(`UPDATE ${table} SET unit = ?, sum = ? WHERE rowid = ?`).run(unit, sum, row.place ?? 0)
        return sum
      })
    storeTotal(database, table, sums)
  }
  database.exec('INSERT OR REPLACE INTO home_key VALUES (1, 0, 1, 0); PRAGMA user_version = 11')
  database.close()
}

/** Of the cards of each search: another one than that of the cards in use has everything derived again. */
function fingerprintsOf(database: DatabaseSync): Set<unknown> {
  const searches = database.prepare("SELECT value FROM meta WHERE name LIKE 'search/%'").all()
  return new Set(searches.map(({ value }) => JSON.parse(String(value)).cardFingerprint))
}

test('an import into a catalogue of format 6 upgrades it first', async () => {
  const { dataDir } = older()
  const change = writer(dataDir)
  change.put('home', home(HOMES + 1))
  change.put('home', home(7, { facts: { bedroomsTotal: 9 } }))
  change.commit()
  const catalog = openCatalog(dataDir, silentLog, trialCards)
  assert.equal(catalog.about().counts.home, HOMES + 1)
  assert.equal((await catalog.records.get('home', 7))?.facts.bedroomsTotal, 9)
  catalog.close()
})

test('a reader keeps seeing the old state while the catalogue is upgraded', () => {
  const { path } = older()
  const reader = new DatabaseSync(path)
  reader.exec('BEGIN')
  const columns = () => Object.keys(reader.prepare('SELECT * FROM home WHERE id = 7').get() ?? {})
  assert.deepEqual(columns(), ['id', 'record'])
  openStoreFile(path, CATALOG_FORMAT).close()
  assert.deepEqual(columns(), ['id', 'record'])
  reader.exec('COMMIT')
  assert.deepEqual(columns(), ['id', 'record', 'sum'])
  reader.close()
})

const ENDLESS_UPGRADE = `
  import { openStoreFile } from ${JSON.stringify(new URL('../../../base/store-file.ts', import.meta.url).href)}
  import { writeSync } from 'node:fs'
  import { CATALOG_FORMAT } from ${JSON.stringify(new URL('../format.ts', import.meta.url).href)}
  openStoreFile(process.argv[1], CATALOG_FORMAT, { onUpgrade: () => {
    writeSync(1, 'under way')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  } })`

test('an upgrade that is killed leaves the catalogue as it was, and the next one works', async () => {
  const { path } = older()
  const child = spawn(process.execPath, ['--input-type=module', '-e', ENDLESS_UPGRADE, path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'exit')
  assert.equal(versionOf(path), 6)
  openStoreFile(path, CATALOG_FORMAT).close()
  assert.equal(versionOf(path), CATALOG_FORMAT.version)
})

test('an older catalogue that is damaged is not upgraded, and stays as it is', () => {
  const { path } = older()
  const database = new DatabaseSync(path)
  const { rootpage } = database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'address_place'").get() ?? {}
  database.close()
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(4096), 0, 4096, (Number(rootpage) - 1) * CATALOG_FORMAT.pageBytes)
  closeSync(file)
  assert.throws(
    () => openStoreFile(path, CATALOG_FORMAT),
    /is damaged: put a copy of it back, or remove .* A full reading found/,
  )
  assert.equal(versionOf(path), 6)
})

test('a user who may not write the file is told who can upgrade it', (context) => {
  const { dataDir, path } = older()
  chmodSync(dataDir, 0o777)
  chmodSync(path, 0o444)
  const said = openWithoutRights(path, context)
  if (said !== undefined) assert.match(said, /format 6, .*start this Plat once as a user who may/)
})

test('a format without a step is refused with advice that removes nothing, and a new sample replaces it', () => {
  const { dataDir, path } = older()
  const database = new DatabaseSync(path)
  database.exec("PRAGMA user_version = 5; UPDATE meta SET value = 'sample' WHERE name = 'kind'")
  database.close()
  assert.throws(
    () => openCatalog(dataDir, silentLog, trialCards),
    ({ message }: Error) =>
      /has format 5, .*\.\/plat sample --data .* into a new folder/.test(message) && !/remove/.test(message),
  )
  const change = writer(dataDir, 'sample', true)
  change.put('home', home(1))
  change.commit()
  openCatalog(dataDir, silentLog, trialCards).close()
})

/** The error for a user with read-only access; undefined if no other user can reach the folder. */
function openWithoutRights(path: string, context: TestContext): string | undefined {
  const program = `
    const { openStoreFile } = await import(${JSON.stringify(new URL('../../../base/store-file.ts', import.meta.url).href)})
    const { CATALOG_FORMAT } = await import(${JSON.stringify(new URL('../format.ts', import.meta.url).href)})
    try { openStoreFile(${JSON.stringify(path)}, CATALOG_FORMAT); console.log('opened') }
    catch (error) { console.log(error.message) }`
  return printedAsNobody(program, context)
}
