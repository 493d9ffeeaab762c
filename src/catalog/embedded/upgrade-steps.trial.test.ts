import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { printedAsNobody } from '../../../test/as-nobody.ts'
import { homeQuery } from '../../../test/catalog/contract/home-search.ts'
import { home, listed } from '../../../test/catalog/contract/records.ts'
import { makeFormat16, makeFormat22, makeOlder, OLDER_FORMAT } from '../../../test/catalog/older-format.ts'
import { cardsOf } from '../../../test/catalog/shown-page.ts'
import { trialCards } from '../../../test/catalog/trial.ts'
import { needs } from '../../../test/needs.ts'
import { systemClock } from '../../kit/base/clock.ts'
import { silentLog } from '../../kit/base/log.ts'
import { checkAll } from '../../kit/store/store-check.ts'
import { openStoreFile } from '../../kit/store/store-file.ts'
import { withheldHome } from '../../model/shown-home.ts'
import { folderStore } from '../opening/catalog-store.ts'
import { openCatalog, openWriter } from '../opening/open.ts'
import { CHANGING_NOUNS } from '../ports/record-pages.ts'
import { currentPath } from './folder.ts'
import { CATALOG_FORMAT } from './format.ts'

const HOMES = 500
const ALL = { from: 0, to: Number.MAX_SAFE_INTEGER }
let made = 0
const newCatalogId = () => (++made).toString(16).padStart(16, '0')
const folders: string[] = []
after(() => {
  for (const path of folders) rmSync(path, { recursive: true, force: true })
})

function writer(dataDir: string, kind: 'sample' | 'imported' = 'imported', replace = false) {
  return openWriter({ dataDir, kind, replace, newCatalogId, cards: trialCards })
}

/** A folder with a catalogue of the format before, and the path of that file. */
function older(make = makeOlder): { dataDir: string; path: string } {
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-upgrade-'))
  folders.push(dataDir)
  const change = writer(dataDir)
  for (let zpid = 1; zpid <= HOMES; zpid++) change.put('home', listed(zpid, {}))
  change.commit()
  const path = currentPath(dataDir) ?? ''
  make(path)
  return { dataDir, path }
}

function versionOf(path: string): unknown {
  const database = new DatabaseSync(path)
  const version = database.prepare('PRAGMA user_version').get()?.user_version
  database.close()
  return version
}

function contentsOf(path: string): { readonly findings: readonly string[]; readonly arrays: readonly string[] } {
  const database = openStoreFile(path, CATALOG_FORMAT)
  const findings = checkAll(database, CATALOG_FORMAT.sums)
  const arrays = database.prepare('SELECT name FROM arrays').all()
  database.close()
  return { findings, arrays: arrays.map(({ name }) => String(name)) }
}

test('each step upgrades by one version, and the last one reaches the current version', () => {
  const versions = CATALOG_FORMAT.steps.map(({ from }) => from)
  const first = versions[0] ?? CATALOG_FORMAT.version
  assert.deepEqual(
    versions,
    Array.from({ length: CATALOG_FORMAT.version - first }, (_, i) => first + i),
  )
})

test('an older catalogue is upgraded in place when it is opened, keeps its records, and what is derived is derived again', async () => {
  const { dataDir, path } = older()
  const catalog = openCatalog(dataDir, silentLog, trialCards)
  assert.equal(catalog.about().counts.home, HOMES)
  assert.deepEqual(await catalog.records.get('home', 7), listed(7, {}))
  assert.equal(cardsOf(await catalog.search('home').cards(homeQuery([], { limit: HOMES }))).length, HOMES)
  const [{ id } = {}] = await catalog.addresses.addressesBeginning('1 main', 1)
  assert.equal(id, 1)
  catalog.close()
  assert.equal(versionOf(path), CATALOG_FORMAT.version)
  assert.deepEqual(contentsOf(path).findings, [])
})

test('a catalogue from before homes had lines of their own is upgraded by one step after the other', async () => {
  const { dataDir, path } = older(makeFormat16)
  const catalog = openCatalog(dataDir, silentLog, trialCards)
  const [{ id } = {}] = await catalog.addresses.addressesBeginning('1 main', 1)
  assert.equal(id, 1)
  assert.equal((await catalog.pages.changes(['home'], ALL, 2 * HOMES)).length, HOMES)
  catalog.close()
  const { findings, arrays } = contentsOf(path)
  assert.deepEqual(findings, [])
  assert.deepEqual(
    arrays.filter((name) => name.includes('/packed')),
    [],
  )
})

test('the records of a catalogue that numbered none are numbered in order, a millisecond each, and counted', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-upgrade-'))
  folders.push(dataDir)
  const change = writer(dataDir)
  for (const zpid of [3, 1, 2]) change.put('home', home(zpid))
  for (const id of ['b', 'a']) change.put('agent', { agentId: id, username: id, name: id, languages: ['polish'] })
  change.put('office', { officeId: 'o', name: 'Office' })
  change.commit()
  makeOlder(currentPath(dataDir) ?? '')
  const beforeMs = systemClock.now()
  const catalog = openCatalog(dataDir, silentLog, trialCards)
  const { pages } = catalog
  const changes = await pages.changes(CHANGING_NOUNS, ALL, 100)
  assert.deepEqual(
    changes.map(({ noun, id, isGone }) => [noun, id, isGone]),
    [
      ['home', 1, false],
      ['home', 2, false],
      ['home', 3, false],
      ['agent', 'a', false],
      ['agent', 'b', false],
      ['office', 'o', false],
    ],
  )
  const [first] = changes
  const last = changes.at(-1)
  const firstMs = (first?.sequence ?? 0) / 1000
  assert.deepEqual(
    changes.map(({ sequence }) => sequence / 1000 - firstMs),
    [0, 1, 2, 3, 4, 5],
  )
  assert.ok(Number.isInteger(firstMs) && firstMs >= beforeMs - 6 && firstMs <= systemClock.now() - 6)
  assert.deepEqual(await pages.ids('agent', { from: 'a', to: 'z' }, 9), ['a', 'b'])
  assert.equal((await pages.contents('home')).held.get('facts.bedroomsTotal'), 3)
  assert.deepEqual([...((await pages.contents('agent')).values.get('languages') ?? [])], [['polish', 2]])
  catalog.close()
  const next = writer(dataDir)
  next.put('home', home(2, { homeType: 'CONDO' }))
  next.remove('agent', 'a')
  next.commit()
  const after = openCatalog(dataDir, silentLog, trialCards)
  const later = await after.pages.changes(CHANGING_NOUNS, { from: (last?.sequence ?? 0) + 1, to: ALL.to }, 100)
  assert.deepEqual(
    later.map(({ noun, id, isGone }) => [noun, id, isGone]),
    [
      ['home', 2, false],
      ['agent', 'a', true],
    ],
  )
  const sequences = later.map(({ sequence }) => sequence)
  assert.deepEqual(await after.log.bounds(), { after: last?.sequence, upTo: sequences[1] })
  const events = await after.log.between(['home', 'agent'], await after.log.bounds(), 9)
  assert.deepEqual(
    events.map(({ sequence, kinds }) => [sequence, ...kinds]),
    [
      [sequences[0], 'facts'],
      [sequences[1], 'gone'],
    ],
  )
  const homeTypes = (await after.pages.contents('home')).values.get('homeType')
  assert.deepEqual(Object.fromEntries(homeTypes ?? []), { CONDO: 1, SINGLE_FAMILY: 2 })
  after.close()
  assert.deepEqual(contentsOf(currentPath(dataDir) ?? '').findings, [])
})

test('no row of a catalogue that was upgraded and not yet opened looks damaged', () => {
  const { path } = older()
  assert.deepEqual(contentsOf(path).findings, [])
  assert.equal(versionOf(path), CATALOG_FORMAT.version)
})

test('an import into an older catalogue upgrades it first', async () => {
  const { dataDir } = older()
  const change = writer(dataDir)
  change.put('home', listed(HOMES + 1, {}))
  change.put('home', listed(7, { listPrice: 9 }))
  change.commit()
  const catalog = openCatalog(dataDir, silentLog, trialCards)
  assert.equal(catalog.about().counts.home, HOMES + 1)
  assert.equal((await catalog.records.get('home', 7))?.listing?.listPrice, 9)
  catalog.close()
})

test('a reader keeps seeing the old state while the catalogue is upgraded', () => {
  const { path } = older()
  const reader = new DatabaseSync(path)
  reader.exec('BEGIN')
  const searches = () => reader.prepare("SELECT value FROM meta WHERE name LIKE 'search/%' ORDER BY name").all()
  const before = searches()
  openStoreFile(path, CATALOG_FORMAT).close()
  assert.deepEqual(searches(), before)
  reader.exec('COMMIT')
  assert.notDeepEqual(searches(), before)
  reader.close()
})

const ENDLESS_UPGRADE = `
  import { openStoreFile } from ${JSON.stringify(new URL('../../kit/store/store-file.ts', import.meta.url).href)}
  import { writeSync } from 'node:fs'
  import { CATALOG_FORMAT } from ${JSON.stringify(new URL('./format.ts', import.meta.url).href)}
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
  assert.equal(versionOf(path), OLDER_FORMAT)
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
  assert.equal(versionOf(path), OLDER_FORMAT)
})

test('a user who may not write the file is told who can upgrade it', needs('readable checkout'), () => {
  const { dataDir, path } = older()
  chmodSync(dataDir, 0o777)
  chmodSync(path, 0o444)
  assert.match(openWithoutRights(path), /format \d+, .*start this Plat once as a user who may/)
})

test('a format without a step is refused with advice that removes nothing, and a new sample replaces it', () => {
  const { dataDir, path } = older()
  const database = new DatabaseSync(path)
  database.exec("PRAGMA user_version = 11; UPDATE meta SET value = 'sample' WHERE name = 'kind'")
  database.close()
  assert.throws(
    () => openCatalog(dataDir, silentLog, trialCards),
    ({ message }: Error) =>
      /has format 11, .*\.\/plat sample --data .* into a new folder/.test(message) && !/remove/.test(message),
  )
  const change = writer(dataDir, 'sample', true)
  change.put('home', listed(1, {}))
  change.commit()
  openCatalog(dataDir, silentLog, trialCards).close()
})

/** The error for a user with read-only access. */
function openWithoutRights(path: string): string {
  const program = `
    const { openStoreFile } = await import(${JSON.stringify(new URL('../../kit/store/store-file.ts', import.meta.url).href)})
    const { CATALOG_FORMAT } = await import(${JSON.stringify(new URL('./format.ts', import.meta.url).href)})
    try { openStoreFile(${JSON.stringify(path)}, CATALOG_FORMAT); console.log('opened') }
    catch (error) { console.log(error.message) }`
  return printedAsNobody(program)
}

test('a withheld home that was stored whole becomes what callers may see, and its record stays whole', async () => {
  const near = listed(7, {})
  const address = { ...near.address, undisclosed: true, censusTract: '48453001101', neighborhood: 'Zilker' } as const
  const facts = { ...near.facts, other: { Legal: 'LOT 7' } }
  const whole = {
    ...near,
    address,
    facts,
    point: { latitude: 30.1, longitude: -97.1 },
    parcelNumber: 'P7',
    lotId: 'b7',
  }
  const { dataDir, path } = older((made) => makeFormat22(made, whole))
  const catalog = openCatalog(dataDir, silentLog, trialCards)
  assert.deepEqual(await catalog.records.get('home', 7), withheldHome(whole))
  assert.deepEqual((await catalog.near.homes(whole.point, HOMES)).includes(7), false)
  catalog.close()
  assert.deepEqual(folderStore(dataDir).home(7)?.records, [{ home: 7, record: whole }])
  assert.deepEqual(contentsOf(path).findings, [])
})
