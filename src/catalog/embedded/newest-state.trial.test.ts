import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { home } from '../../../test/catalog/contract.ts'
import { seenIn } from '../../../test/catalog/seen.ts'
import { makeTrialCards, trialCards } from '../../../test/catalog/trial.ts'
import { type Log, silentLog } from '../../kit/base/log.ts'
import { openWriter } from '../opening/open.ts'
import type { CardMaker } from '../ports/cards.ts'
import { nobody } from '../ports/withheld.ts'
import { EmbeddedCatalog } from './catalog.ts'
import { makeCardsAgain } from './change.ts'
import { currentPath } from './folder.ts'
import { NewestState } from './newest-state.ts'

const folders: string[] = []
after(() => {
  for (const path of folders) rmSync(path, { recursive: true, force: true })
})

/** So large that a worker must load the catalog. */
const LARGE = { homes: 800, description: 'view '.repeat(1500) }
const SMALL = { homes: 20, description: '' }

function listed(zpid: number, { description }: Pick<typeof LARGE, 'description'>) {
  return home(zpid, { listing: { kind: 'sale', status: 'Active', listedBy: 'agent', description } })
}

function put(dataDir: string, from: number, { homes, description }: typeof LARGE, cards = trialCards): void {
  const newCatalogId = () => '0123456789abcdef'
  const writer = openWriter({ dataDir, kind: 'imported', replace: false, cards, newCatalogId })
  for (let zpid = from; zpid < from + homes; zpid++) writer.put('home', listed(zpid, { description }))
  writer.commit()
}

function filled(size: typeof LARGE): { dataDir: string; path: string } {
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-state-'))
  folders.push(dataDir)
  put(dataDir, 1, size)
  return { dataDir, path: currentPath(dataDir) ?? '' }
}

/** Starts a service for the folder. Returns the service and the lines that it logs. */
function served({ dataDir, path }: { dataDir: string; path: string }, cards: CardMaker = trialCards) {
  const lines: string[] = []
  const write = (_fields: object, message: string) => void lines.push(message)
  const log: Log = { info: write, warn: write, error: write }
  return {
    lines,
    catalog: new EmbeddedCatalog({ dataDir, path, log, cards, withheld: nobody }),
  }
}

function logBytes(path: string): number {
  return existsSync(`${path}-wal`) ? statSync(`${path}-wal`).size : 0
}

async function until(reached: () => boolean): Promise<void> {
  while (!reached()) await wait(20)
}

for (const [size, what] of [
  [SMALL, 'a small catalog'],
  [LARGE, 'a large catalog'],
] as const) {
  test(`after each of ten imports into ${what} the write-ahead log is empty again and the import is visible`, async () => {
    const folder = filled(size)
    const { catalog } = served(folder)
    for (let round = 1; round <= 10; round++) {
      put(folder.dataDir, 2000 * round, SMALL)
      await catalog.refresh()
      assert.equal(logBytes(folder.path), 0)
      assert.equal(catalog.about().counts.home, size.homes + round * SMALL.homes)
      assert.deepEqual(await catalog.records.get('home', 2000 * round), listed(2000 * round, { description: '' }))
    }
    catalog.close()
  })
}

test('two services on one folder end up with an empty log and the newest state', async () => {
  const folder = filled(SMALL)
  const [one, other] = [served(folder), served(folder)]
  for (let round = 1; round <= 3; round++) {
    put(folder.dataDir, 1000 * round, SMALL)
    await Promise.all([one.catalog.refresh(), other.catalog.refresh()])
    await until(() => logBytes(folder.path) === 0)
    for (const { catalog } of [one, other]) assert.equal(catalog.about().counts.home, SMALL.homes * (round + 1))
  }
  for (const { catalog } of [one, other]) catalog.close()
})

test('while an older state is being read, the log is not truncated, and the service continues', async () => {
  const folder = filled(SMALL)
  const { catalog, lines } = served(folder)
  const older = new DatabaseSync(folder.path)
  older.exec('BEGIN')
  assert.equal(older.prepare('SELECT count(*) AS n FROM home').get()?.n, SMALL.homes)
  put(folder.dataDir, 1000, SMALL)
  await catalog.refresh()
  assert.ok(logBytes(folder.path) > 0)
  assert.equal(catalog.about().counts.home, 2 * SMALL.homes)
  assert.equal(older.prepare('SELECT count(*) AS n FROM home').get()?.n, SMALL.homes)
  older.exec('COMMIT')
  older.close()
  await catalog.refresh()
  assert.equal(logBytes(folder.path), 0)
  assert.deepEqual(lines, ['Serving the changed catalog'])
  catalog.close()
})

test('calls are answered from the previous state while a new state of a large catalog is being read', async () => {
  const folder = filled(LARGE)
  const { catalog } = served(folder)
  put(folder.dataDir, 10_000, SMALL)
  const { dataVersion } = catalog.about()
  let taken = false
  const refreshed = catalog.refresh().then(() => {
    taken = true
  })
  let answers = 0
  while (!taken && catalog.about().dataVersion === dataVersion) {
    assert.equal(await catalog.records.get('home', 10_000), undefined)
    answers++
    await nextTurn()
  }
  await refreshed
  assert.ok(answers > 1, `${answers} answers`)
  assert.deepEqual(await catalog.records.get('home', 10_000), listed(10_000, { description: '' }))
  catalog.close()
})

test('a catalog that is closed while a new state is being read ends at once and logs nothing', async () => {
  const folder = filled(LARGE)
  const { catalog, lines } = served(folder)
  put(folder.dataDir, 10_000, SMALL)
  const refreshed = catalog.refresh()
  await nextTurn()
  catalog.close()
  await refreshed
  assert.deepEqual(lines, [])
})

test('if another version of Plat makes the search results again, a service says what to do and keeps serving its state', async () => {
  const folder = filled(SMALL)
  const { catalog, lines } = served(folder)
  const { dataVersion } = catalog.about()
  const before = await seenIn(catalog)
  makeCardsAgain(folder.path, makeTrialCards({ word: 'other' }))
  put(folder.dataDir, 2000, SMALL, makeTrialCards({ word: 'other' }))
  for (let look = 0; look < 3; look++) await catalog.refresh()
  assert.deepEqual(lines, ['Cannot read the changed catalog: still serving the previous one'])
  assert.equal(catalog.about().dataVersion, dataVersion)
  assert.deepEqual(await seenIn(catalog), before)
  assert.throws(() => served(folder), { message: /another version of Plat, .*: \.\/plat serve makes them again/ })
  catalog.close()
})

test('a broken change is logged once, and the previous state stays in service', async () => {
  const folder = filled(SMALL)
  const { catalog, lines } = served(folder)
  const database = new DatabaseSync(folder.path)
  database.exec(
    "UPDATE meta SET value = '{' WHERE name LIKE 'search/offer%'; UPDATE meta SET value = '9' WHERE name = 'revision'",
  )
  database.close()
  for (let look = 0; look < 3; look++) await catalog.refresh()
  assert.deepEqual(lines, ['Cannot read the changed catalog: still serving the previous one'])
  assert.deepEqual(await catalog.records.get('home', 1), listed(1, { description: '' }))
  catalog.close()
})

test('a replaced state is closed when the last search that uses it ends', async () => {
  const { dataDir, path } = filled(SMALL)
  const state = new NewestState({ dataDir, cards: trialCards }, path, silentLog)
  const before = state.snapshot
  const [release, releaseLast] = [before.hold(), before.hold()]
  put(dataDir, 2000, SMALL)
  await state.refresh()
  assert.notEqual(state.snapshot, before)
  release()
  assert.deepEqual(before.get('home', 1), listed(1, SMALL))
  assert.equal(before.get('home', 2000), undefined)
  releaseLast()
  assert.throws(() => before.get('home', 1))
  assert.deepEqual(state.snapshot.get('home', 2000), listed(2000, SMALL))
  state.close()
})

test('a search that would cost too much is rejected with advice on how to narrow it, and the next search is answered', async () => {
  const { dataDir, path } = filled(LARGE)
  const catalog = new EmbeddedCatalog({
    dataDir,
    path,
    log: silentLog,
    cards: trialCards,
    withheld: nobody,
    maxSearchNs: 5000,
  })
  const selection = { listingClass: 'For_Sale', where: [] } as const
  await assert.rejects(catalog.search('home').explain({ ...selection, where: [VIEWS] }), {
    code: 'search.too_costly',
    message: /Narrow it to a smaller area, fewer phrases in quotes, or a polygon with fewer corners\.$/,
  })
  const page = { ...selection, order: 'Newest', offset: 0, limit: 1, grouped: false, today: 20_000 } as const
  const none = { parameter: 'homes', node: { kind: 'homes', zpids: [] } } as const
  assert.equal((await catalog.search('home').page({ ...page, where: [none] })).total, 0)
  catalog.close()
})

const VIEWS = { parameter: 'keywords', node: { kind: 'words', words: ['view'], phrases: [['view', 'view']] } } as const

test('no replaced state stays in memory', async () => {
  const folder = filled(SMALL)
  const state = new NewestState({ dataDir: folder.dataDir, cards: trialCards }, folder.path, silentLog)
  const before = [new WeakRef(state.snapshot)]
  for (const zpid of [1001, 1002, 1003]) {
    put(folder.dataDir, zpid, { homes: 1, description: '' })
    await state.refresh()
    before.push(new WeakRef(state.snapshot))
  }
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void // the flag --expose-gc defines it
  const left = () => before.map((each) => (each.deref() === undefined ? 0 : 1))
  for (let round = 0; round < 10 && left().join() !== '0,0,0,1'; round++) {
    await wait(10)
    collect()
  }
  assert.deepEqual(left(), [0, 0, 0, 1])
  state.close()
})
