import assert from 'node:assert/strict'
import {
  closeSync,
  copyFileSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { catalogContract, home, listed } from '../../../test/catalog/contract.ts'
import { embeddedBackend, newCatalogId } from '../../../test/catalog/embedded-backend.ts'
import { trialCards } from '../../../test/catalog/trial.ts'
import { fixedClock } from '../../kit/base/clock.ts'
import { type Log, silentLog } from '../../kit/base/log.ts'
import { openStoreFile } from '../../kit/store/store-file.ts'
import { folderStore } from '../opening/catalog-store.ts'
import { catalogKind, checkCatalog, openCatalog, openWriter } from '../opening/open.ts'
import type { WriterOptions } from '../ports/catalog-store.ts'
import { nobody } from '../ports/withheld.ts'
import { EmbeddedCatalog } from './catalog.ts'
import { currentPath } from './folder.ts'
import { CATALOG_FORMAT } from './format.ts'
import { EmbeddedWriter } from './writer.ts'

const folders: string[] = []
after(() => {
  for (const path of folders) rmSync(path, { recursive: true, force: true })
})

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'plat-catalog-'))
  folders.push(path)
  return path
}

function writer(dataDir: string, change: Partial<WriterOptions> = {}) {
  return openWriter({ dataDir, kind: 'imported', replace: false, newCatalogId, cards: trialCards, ...change })
}

/** Makes a folder with a catalog of this many homes. Returns the folder and the path of the catalog file. */
function filled(homes: number): { dataDir: string; path: string } {
  const dataDir = folder()
  const change = writer(dataDir)
  for (let zpid = 1; zpid <= homes; zpid++) change.put('home', home(zpid))
  change.commit()
  return { dataDir, path: currentPath(dataDir) ?? '' }
}

/** Number of random sequences of changes in a run of the tests. Each run has new ones. */
const RANDOM_COURSES = 4

catalogContract('the embedded backend', embeddedBackend, RANDOM_COURSES)

test('a folder without a catalog is rejected with advice on what to do', () => {
  assert.throws(() => openCatalog(folder(), silentLog, trialCards), /no catalog in .*: make one with/)
})

test('a data folder that is a file is rejected', () => {
  const path = join(folder(), 'file')
  writeFileSync(path, '')
  assert.throws(() => writer(path), /it is a file, not a folder/)
})

test('a missing data folder is created, and a folder that cannot be created is rejected at once', () => {
  const path = join(folder(), 'new', 'newer')
  writer(path).rollback()
  assert.deepEqual(readdirSync(path), ['catalogue.lock'])
  assert.throws(
    () => writer('/proc/plat/data'),
    /Cannot use the data folder \/proc\/plat\/data: the system reports ENOENT/,
  )
})

test('a truncated catalog is rejected, and a file that was not fully read is not called damaged', () => {
  const { dataDir, path } = filled(300)
  truncateSync(path, 40_000)
  assert.throws(() => openCatalog(dataDir, silentLog, trialCards), /cannot be read \(.*\): run \.\/plat check/)
})

test('a full check finds missing rows, of records and of derived data', () => {
  const { dataDir, path } = filled(20)
  const change = writer(dataDir)
  change.put('office', { officeId: 'o1', name: 'Ann & Co' })
  change.remove('home', 20)
  change.commit()
  assert.deepEqual(checkCatalog(dataDir, () => {})?.findings, [])
  const database = new DatabaseSync(path)
  database.exec('DELETE FROM office; DELETE FROM home WHERE id = 7; DELETE FROM address_book WHERE id = 8')
  database.close()
  assert.deepEqual(checkCatalog(dataDir, () => {})?.findings, [
    'in home: 18 rows instead of 19',
    'in office: 0 rows instead of 1',
    'in address_book: 18 rows instead of 19',
  ])
})

test('sequence numbers are times, and grow even if the clock goes back or the catalog is replaced', async () => {
  const dataDir = folder()
  const clock = fixedClock(1_000_000)
  const commitHomes = async (zpids: readonly number[], replace = false) => {
    const change = openWriter({ dataDir, kind: 'imported', replace, newCatalogId, cards: trialCards, clock })
    for (const zpid of zpids) change.put('home', home(zpid))
    change.commit()
    const catalog = openCatalog(dataDir, silentLog, trialCards)
    const { length } = zpids
    const last = await catalog.pages.changes(['home'], { from: 0, to: Number.MAX_SAFE_INTEGER }, length, 'last')
    catalog.close()
    return last.map(({ sequence }) => sequence).toReversed()
  }
  assert.deepEqual(await commitHomes([2, 1]), [999_998_000, 999_999_000])
  clock.set(500_000)
  assert.deepEqual(await commitHomes([3, 4]), [999_999_001, 999_999_002])
  clock.set(1_000_001)
  assert.deepEqual(await commitHomes([5, 6, 7]), [999_999_503, 1_000_000_002, 1_000_000_501])
  clock.set(2_000_000)
  assert.deepEqual(await commitHomes([8]), [1_999_999_000])
  clock.set(1_000_000)
  assert.deepEqual(await commitHomes([], true), [])
  assert.deepEqual(await commitHomes([1]), [1_999_999_001])
})

test('events are stored for the configured number of days, and the log says where it begins', async () => {
  const dataDir = folder()
  const day = 86_400_000
  const clock = fixedClock(10 * day)
  const commitPrice = (listPrice: number, dayNumber: number) => {
    clock.set(dayNumber * day)
    const options = {
      dataDir,
      kind: 'imported',
      replace: false,
      newCatalogId,
      cards: trialCards,
      clock,
      logDays: 5,
    } as const
    const change = openWriter(options)
    change.put('home', listed(1, { listPrice }))
    change.commit()
  }
  const logState = async () => {
    const catalog = openCatalog(dataDir, silentLog, trialCards)
    const bounds = await catalog.log.bounds()
    const events = await catalog.log.between(['home'], bounds, 9)
    catalog.close()
    return { bounds, days: events.map(({ sequence }) => Math.ceil(sequence / 1000 / day)) }
  }
  for (const dayNumber of [10, 11, 12, 16]) commitPrice(dayNumber, dayNumber)
  assert.deepEqual((await logState()).days, [12, 16])
  const { bounds } = await logState()
  assert.equal(bounds.after, 11 * day * 1000)
  commitPrice(30, 30)
  assert.deepEqual((await logState()).days, [30])
})

test('an event with a wrong checksum is not returned', async () => {
  const dataDir = folder()
  for (const listPrice of [1, 2, 3]) {
    const change = openWriter({ dataDir, kind: 'imported', replace: false, newCatalogId, cards: trialCards })
    change.put('home', listed(1, { listPrice }))
    change.commit()
  }
  const path = currentPath(dataDir) ?? ''
  const database = new DatabaseSync(path)
  database.exec("UPDATE change_log SET undo = x'7b7d' WHERE sequence = (SELECT max(sequence) FROM change_log)")
  database.close()
  const catalog = new EmbeddedCatalog({
    dataDir,
    path,
    log: silentLog,
    cards: trialCards,
    withheld: nobody,
  })
  await assert.rejects(catalog.log.ofRecord('home', 1, 9), { name: 'Fault', code: 'catalogue.damaged' })
  catalog.close()
})

test('neither a damaged change nor a record without its change is returned', async () => {
  const { path } = filled(300)
  const all = { from: 0, to: Number.MAX_SAFE_INTEGER }
  const damaged = { name: 'Fault', code: 'catalogue.damaged', status: 503 }
  const withDamage = async (sql: string, check: (catalog: EmbeddedCatalog) => Promise<void>) => {
    const copy = folder()
    const options = { dataDir: copy, path: join(copy, basename(path)), log: silentLog, cards: trialCards }
    copyFileSync(path, options.path)
    writeFileSync(join(copy, 'catalogue'), basename(path))
    const database = new DatabaseSync(options.path)
    database.exec(sql)
    database.close()
    const catalog = new EmbeddedCatalog({ ...options, withheld: nobody })
    await check(catalog)
    catalog.close()
  }
  await withDamage('UPDATE home_change SET is_gone = 1 WHERE id = 7', async ({ pages }) => {
    assert.equal((await pages.between('home', { from: 8, to: 20 }, 9)).length, 9)
    await assert.rejects(pages.between('home', { from: 1, to: 20 }, 9), damaged)
    await assert.rejects(pages.changes(['home'], all, 9), damaged)
    await assert.rejects(pages.byId('home', [7]), damaged)
  })
  await withDamage(`UPDATE home_change SET id = id + ${2n ** 62n} WHERE id = 7`, async ({ pages }) => {
    await assert.rejects(pages.changes(['home'], all, 9), damaged)
    await assert.rejects(pages.byId('home', [7]), damaged)
  })
  await withDamage('UPDATE home_change SET sequence = sequence + 1 WHERE id = 7', async ({ pages }) => {
    await assert.rejects(pages.byId('home', [7]), damaged)
    await assert.rejects(pages.changes(['home'], all, 9), damaged)
  })
  await withDamage('DELETE FROM home_change WHERE id = 7', async ({ pages }) => {
    await assert.rejects(pages.between('home', { from: 1, to: 20 }, 9), damaged)
  })
})

test('a catalog is rejected if pages that every start reads were overwritten, and a full check finds them', () => {
  const { dataDir, path } = filled(300)
  const database = new DatabaseSync(path)
  const largest = database.prepare('SELECT bytes FROM arrays ORDER BY length(bytes) DESC LIMIT 1').get()?.bytes
  database.close()
  const bytes = readFileSync(path)
  const at = bytes.indexOf((largest as Uint8Array).subarray(0, 256)) // the schema declares bytes
  assert.ok(at > 0)
  bytes.fill(0xa5, at, at + 9000)
  writeFileSync(path, bytes)
  assert.throws(() => openCatalog(dataDir, silentLog, trialCards), /cannot be read \(.*\): run \.\/plat check/)
  assert.notDeepEqual(checkCatalog(dataDir, () => {})?.findings, [])
})

test('damage found while serving gives an error, is logged once, and is shown by about()', async () => {
  const { dataDir, path } = filled(300)
  const database = new DatabaseSync(path)
  const page = Number(
    database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_climate_1'").get()?.rootpage,
  )
  database.close()
  const lines: string[] = []
  const log: Log = { ...silentLog, error: (_fields, message) => lines.push(message) }
  const catalog = openCatalog(dataDir, log, trialCards)
  assert.equal(catalog.about().damage, undefined)
  const file = openSync(path, 'r+')
  writeSync(file, '{"zpid":6,', readFileSync(path).indexOf('{"zpid":7,')) // damaged, but still valid JSON
  writeSync(
    file,
    Buffer.alloc(CATALOG_FORMAT.pageBytes, 0xa5),
    0,
    CATALOG_FORMAT.pageBytes,
    (page - 1) * CATALOG_FORMAT.pageBytes,
  )
  closeSync(file)
  const damaged = { name: 'Fault', code: 'catalogue.damaged', status: 503 }
  await assert.rejects(catalog.records.get('home', 7), damaged)
  assert.equal((await catalog.records.briefs([1, 7])).length, 2, 'briefs are in memory')
  await assert.rejects(catalog.records.outline(7), damaged)
  await assert.rejects(catalog.records.get('climate', 'any'), damaged)
  assert.deepEqual(await catalog.records.get('home', 8), home(8))
  assert.equal(lines.length, 1)
  assert.match(lines[0] ?? '', /^Part of the catalog .* cannot be read \(.*\): run \.\/plat check --data/)
  assert.equal(catalog.about().damage, lines[0])
  catalog.close()
})

test('a file that is not a database, or belongs to another program, is rejected', () => {
  const { dataDir, path } = filled(1)
  writeFileSync(path, 'hello')
  assert.throws(() => openCatalog(dataDir, silentLog, trialCards), /cannot be read \(.*\): run \.\/plat check/)
  rmSync(path)
  const other = new DatabaseSync(path)
  other.exec('CREATE TABLE t (x)')
  other.close()
  assert.throws(() => openCatalog(dataDir, silentLog, trialCards), /another program made it/)
})

test('a catalog of a newer format is rejected with a message that names both formats', () => {
  const { dataDir, path } = filled(1)
  const database = new DatabaseSync(path)
  database.exec('PRAGMA user_version = 999')
  database.close()
  assert.throws(
    () => openCatalog(dataDir, silentLog, trialCards),
    /has format 999, this Plat reads format \d+: use the newer Plat/,
  )
})

test('a pointer that does not name a catalog file is rejected', () => {
  const { dataDir } = filled(1)
  writeFileSync(join(dataDir, 'catalogue'), '../../etc/passwd\n')
  assert.throws(() => openCatalog(dataDir, silentLog, trialCards), /is damaged: it must contain the name/)
})

test('a sample and imported data never mix: they can only replace each other', async () => {
  const { dataDir } = filled(1)
  assert.equal(catalogKind(dataDir), 'imported')
  assert.throws(() => writer(dataDir, { kind: 'sample' }), /has imported data/)
  const change = writer(dataDir, { kind: 'sample', replace: true })
  change.put('home', home(7))
  change.commit()
  assert.equal(catalogKind(dataDir), 'sample')
  assert.throws(() => writer(dataDir), /has a sample catalog/)
  const catalog = openCatalog(dataDir, silentLog, trialCards)
  assert.equal(await catalog.records.get('home', 1), undefined)
  assert.equal(catalog.about().sample, true)
  catalog.close()
})

test('a server keeps serving the old catalog until it switches to the one that replaced it', async () => {
  const { dataDir, path } = filled(2)
  const catalog = new EmbeddedCatalog({
    dataDir,
    path,
    log: silentLog,
    cards: trialCards,
    withheld: nobody,
  })
  const change = writer(dataDir, { replace: true })
  change.put('home', home(7))
  assert.equal(readdirSync(dataDir).filter((name) => name.endsWith('.sqlite')).length, 2)
  change.commit()
  assert.deepEqual(await catalog.records.get('home', 2), home(2))
  await catalog.refresh()
  assert.equal(await catalog.records.get('home', 2), undefined)
  assert.deepEqual(await catalog.records.get('home', 7), home(7))
  assert.equal(readdirSync(dataDir).filter((name) => name.endsWith('.sqlite')).length, 1)
  catalog.close()
})

test('a full disk gives one clear sentence and leaves the catalog as it was', async () => {
  const { dataDir, path } = filled(50)
  // For SQLite, an exhausted max_page_count is like a full disk.
  const database = openStoreFile(path, CATALOG_FORMAT)
  database.exec('PRAGMA max_page_count = 1; BEGIN IMMEDIATE')
  const end = () => database.close()
  const change = new EmbeddedWriter(database, path, false, trialCards, { commit: end, rollback: end })
  const description = 'x'.repeat(100_000)
  assert.throws(
    () =>
      change.put('home', home(1000, { listing: { kind: 'sale', status: 'Active', listedBy: 'agent', description } })),
    /is full: free some space/,
  )
  change.rollback()
  const catalog = new EmbeddedCatalog({
    dataDir,
    path,
    log: silentLog,
    cards: trialCards,
    withheld: nobody,
  })
  assert.equal(await catalog.records.get('home', 1000), undefined)
  assert.deepEqual(await catalog.records.get('home', 50), home(50))
  catalog.close()
})

const SECRET_NAME = 'Zebulon Quixotic-Unforgettable'

/** Returns the names of the files in a folder that contain a string. */
function filesHolding(dataDir: string, text: string): string[] {
  return readdirSync(dataDir).filter((name) => readFileSync(join(dataDir, name)).includes(text))
}

test('an erased person leaves no byte in the folder, even while a reader is open', async () => {
  const dataDir = folder()
  const address = { streetAddress: '77 Unmistakable Way', city: 'Austin', state: 'TX', zipcode: '78704' }
  const rest = { phones: [], emails: [], relatives: [], associates: [] }
  const put = (from: number) => {
    const change = writer(dataDir)
    for (let n = from; n < from + 200; n++) {
      const secret = n === from + 100
      const person = { personId: `p${n}`, name: secret ? SECRET_NAME : `Somebody ${n}`, addresses: [address], ...rest }
      change.put('person', secret ? person : { ...person, addresses: [] })
    }
    change.commit()
  }
  put(0) // writes a new file
  put(1000) // writes through the write-ahead log
  const catalog = openCatalog(dataDir, silentLog, trialCards)
  assert.ok(filesHolding(dataDir, SECRET_NAME).length > 0)
  for (const personId of ['p100', 'p1100']) {
    assert.deepEqual(await folderStore(dataDir).erasePerson(personId), { wasThere: true, clean: true })
    assert.deepEqual(await folderStore(dataDir).erasePerson(personId), { wasThere: false, clean: true })
    assert.equal(folderStore(dataDir).person(personId), undefined)
  }
  assert.deepEqual([filesHolding(dataDir, SECRET_NAME), filesHolding(dataDir, '77 Unmistakable')], [[], []])
  assert.equal(await catalog.records.get('person', 'p100'), undefined)
  assert.deepEqual(await catalog.addresses.peopleAt('77', 'unmistakable'), [])
  assert.equal(catalog.about().counts.person, 398)
  assert.equal((await catalog.records.get('person', 'p101'))?.name, 'Somebody 101')
  catalog.close()
})
