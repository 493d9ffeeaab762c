import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { EmbeddedCatalog } from '../../src/catalog/embedded/catalog.ts'
import { makeCardsAgain } from '../../src/catalog/embedded/change.ts'
import { learnAside } from '../../src/catalog/embedded/derive/learning.ts'
import { NO_ROWS, storeRows } from '../../src/catalog/embedded/derived-rows.ts'
import { currentPath } from '../../src/catalog/embedded/folder.ts'
import { CATALOG_FORMAT } from '../../src/catalog/embedded/format.ts'
import { openWriter } from '../../src/catalog/opening/open.ts'
import type { Catalog } from '../../src/catalog/ports/catalog.ts'
import type { CatalogKind } from '../../src/catalog/ports/catalog-store.ts'
import type { CatalogWriter } from '../../src/catalog/ports/catalog-writer.ts'
import { nobody } from '../../src/catalog/ports/withheld.ts'
import { removeSource } from '../../src/intake/ingest/remove-source.ts'
import { dayNumber, startOfDay } from '../../src/kit/base/clock.ts'
import { silentLog } from '../../src/kit/base/log.ts'
import { checkAll } from '../../src/kit/store/store-check.ts'
import { openStoreFile } from '../../src/kit/store/store-file.ts'
import type { Home } from '../../src/model/home.ts'
import { chartMonths } from '../../src/service/rendering/charts/chart-months.ts'
import { homeLine } from '../../src/service/rendering/charts/home-line.ts'
import { backtestOf } from '../../src/worth/valuation/backtest.ts'
import { estimateOf } from '../../src/worth/valuation/estimate.ts'
import { LAST_SALE, soldHome } from '../sold-homes.ts'
import { makeTrialCards, trialCards } from './trial.ts'

const HOMES = 620
const LAST_DAY = dayNumber(startOfDay(LAST_SALE))

const folders: string[] = []
after(() => {
  for (const path of folders) rmSync(path, { recursive: true, force: true })
})

function newFolder(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-estimators-'))
  folders.push(dataDir)
  return dataDir
}

function writerOf(dataDir: string, kind: CatalogKind = 'imported'): CatalogWriter {
  const newCatalogId = () => '0123456789abcdef'
  return openWriter({ dataDir, kind, replace: false, cards: trialCards, newCatalogId })
}

function put(dataDir: string, homes: readonly Home[], kind?: CatalogKind): void {
  const writer = writerOf(dataDir, kind)
  for (const home of homes) writer.put('home', home)
  writer.commit()
}

const SOLD = Array.from({ length: HOMES }, (_, i) => soldHome(i + 1))
const trained = newFolder()
put(trained, SOLD)

/** Returns a folder with a copy of the catalog. */
function copied(): string {
  const dataDir = newFolder()
  cpSync(trained, dataDir, { recursive: true })
  return dataDir
}

function open(dataDir: string, cards = trialCards): EmbeddedCatalog {
  const path = currentPath(dataDir) ?? ''
  return new EmbeddedCatalog({
    dataDir,
    path,
    log: silentLog,
    cards,
    withheld: nobody,
  })
}

async function ownValue(home: Home, day: number, catalog: Catalog): Promise<number | undefined> {
  return (await estimateOf('price', home, day, catalog))?.value
}

test('estimators are trained with the sales of the catalog, up to the newest sale and up to the end of the year before', async () => {
  const catalog = open(trained)
  const days = await catalog.estimators.days('price', 'TX')
  assert.deepEqual(days, [dayNumber(Date.UTC(2014, 11, 31)), LAST_DAY])
  const all = await catalog.estimators.all()
  assert.deepEqual(
    all.map(({ market, kind, sales, trained: isTrained }) => ({ market, kind, sales, trained: isTrained })),
    [
      { market: 'TX', kind: 'price', sales: SOLD.filter(({ zpid }) => zpid > 181).length, trained: true },
      { market: 'TX', kind: 'price', sales: HOMES, trained: true },
    ],
  )
  assert.equal(await catalog.estimators.of('price', 'TX', (days[0] ?? 0) - 1), undefined)
  assert.equal((await catalog.estimators.of('price', 'TX', LAST_DAY - 1))?.day, days[0])
  assert.equal(await catalog.estimators.of('price', 'WA', LAST_DAY), undefined, 'another state has no sales')
  const value = await ownValue(soldHome(9001), LAST_DAY, catalog)
  const price = soldHome(9001).listing?.closePrice ?? 0
  assert.ok(value !== undefined && Math.abs(Math.log(value / price)) < 0.4, `${value} for a home of ${price}`)
  catalog.close()
})

/** Makes homes whose sales after a day have twice the price. */
function dearerAfter(day: string): readonly Home[] {
  return SOLD.map((home) => {
    const { closeDate = '', closePrice = 0 } = home.listing ?? {}
    if (closeDate <= day || home.listing === undefined) return home
    const price = 2 * closePrice
    const history = home.history.map((event) => ({ ...event, price }))
    return { ...home, history, listing: { ...home.listing, closePrice: price } }
  })
}

test('searches find a change while estimators are still being trained, and the writer is informed', async () => {
  const dataDir = newFolder()
  const writer = writerOf(dataDir)
  for (const home of SOLD) writer.put('home', home)
  const counts: number[] = []
  writer.commit(undefined, () => {
    const database = new DatabaseSync(currentPath(dataDir) ?? '', { readOnly: true })
    const homes = database.prepare('SELECT count(*) AS homes FROM home').get()?.homes
    const estimators = database.prepare('SELECT count(*) AS estimators FROM estimator').get()?.estimators
    counts.push(Number(homes), Number(estimators))
    database.close()
  })
  assert.deepEqual(counts, [HOMES, 0])
  const catalog = open(dataDir)
  assert.ok((await catalog.estimators.all()).length > 0)
  catalog.close()
})

test('training that waits for another writer ends when it is stopped, and the commit remains', async () => {
  const dataDir = newFolder()
  let looks = 0
  const stopLearning = Object.defineProperty(new AbortController().signal, 'throwIfAborted', {
    value: () => {
      if (++looks > 5) throw new Error('Interrupted.')
    },
  })
  const newCatalogId = () => '0123456789abcdef'
  const options = { dataDir, kind: 'imported', replace: false, cards: trialCards, newCatalogId, stopLearning } as const
  const writer = openWriter(options)
  for (const home of SOLD) writer.put('home', home)
  let other: DatabaseSync | undefined
  const failures: (string | undefined)[] = []
  writer.commit(undefined, (failure) => {
    failures.push(failure)
    other ??= new DatabaseSync(currentPath(dataDir) ?? '')
    if (failure === undefined) other.exec('BEGIN IMMEDIATE')
  })
  other?.close()
  assert.deepEqual(failures, [undefined, 'Interrupted.'])
  put(dataDir, [soldHome(HOMES + 1)])
  const catalog = open(dataDir)
  assert.equal(catalog.about().counts.home, HOMES + 1)
  assert.ok((await catalog.estimators.all()).length > 0, 'the next commit has learned')
  catalog.close()
})

test('no estimate and no point of a chart depends on a sale after its day', async () => {
  const dearer = newFolder()
  put(dearer, dearerAfter('2014-12-31'))
  const [one, other] = [open(trained), open(dearer)]
  const home = soldHome(9001)
  const months = chartMonths(startOfDay(LAST_SALE))
  const pointsOf = async (catalog: Catalog) => (await homeLine('price', home, months, catalog)).points
  const [points, dearerPoints] = [await pointsOf(one), await pointsOf(other)]
  const yearEnd = Date.UTC(2014, 11, 31)
  assert.ok(points.some(({ x }) => x === yearEnd))
  const until = (line: typeof points) => line.filter(({ x }) => x <= yearEnd)
  assert.deepEqual(until(dearerPoints), until(points))
  const value = await ownValue(home, dayNumber(yearEnd), one)
  assert.equal(await ownValue(home, dayNumber(yearEnd), other), value)
  assert.ok((dearerPoints.at(-1)?.y ?? 0) > 1.2 * (points.at(-1)?.y ?? 0), 'later sales count later')
  one.close()
  other.close()
})

test('a change of one home keeps the estimators, and keeps them decoded', async () => {
  const dataDir = copied()
  const catalog = open(dataDir)
  const before = await catalog.estimators.of('price', 'TX', LAST_DAY)
  put(dataDir, [soldHome(HOMES + 1)])
  await catalog.refresh()
  assert.equal(catalog.about().counts.home, HOMES + 1)
  assert.equal(await catalog.estimators.of('price', 'TX', LAST_DAY), before)
  catalog.close()
})

test('making search results again keeps the estimators: an open service continues to estimate', async () => {
  const dataDir = copied()
  put(dataDir, [soldHome(HOMES + 1)])
  const catalog = open(dataDir)
  const { dataVersion } = catalog.about()
  const all = await catalog.estimators.all()
  const otherCards = makeTrialCards({ word: 'other' })
  makeCardsAgain(currentPath(dataDir) ?? '', otherCards)
  for (let look = 0; look < 2; look++) await catalog.refresh()
  assert.equal(catalog.about().dataVersion, dataVersion)
  assert.equal((await catalog.estimators.of('price', 'TX', LAST_DAY))?.sales, HOMES)
  catalog.close()
  const later = open(dataDir, otherCards)
  assert.deepEqual(await later.estimators.all(), all)
  later.close()
})

test('if a source is removed, the estimators that used its homes are removed, however few the homes are', async () => {
  const dataDir = newFolder()
  put(
    dataDir,
    SOLD.slice(0, 100).map((home) => (home.zpid > 90 ? { ...home, source: 'other' } : home)),
  )
  const writer = writerOf(dataDir)
  removeSource(writer, 'other', ['home'])
  writer.commit()
  const catalog = open(dataDir)
  const learned = (await catalog.estimators.all()).map(({ market, sales }) => [market, sales])
  assert.deepEqual(learned, [
    ['TX', 90],
    ['US', 90],
  ])
  catalog.close()
})

test('estimators are trained again once a tenth of the homes has changed, under a new data version', async () => {
  const dataDir = copied()
  const path = currentPath(dataDir) ?? ''
  const putMore = (from: number, to: number) =>
    put(
      dataDir,
      Array.from({ length: to - from }, (_, i) => soldHome(HOMES + 1 + from + i)),
    )
  putMore(0, 50)
  const catalog = open(dataDir)
  assert.equal((await catalog.estimators.of('price', 'TX', LAST_DAY))?.sales, HOMES)
  putMore(50, 80)
  await catalog.refresh()
  assert.equal((await catalog.estimators.of('price', 'TX', LAST_DAY))?.sales, HOMES + 80)
  const learned = catalog.about().dataVersion
  learnAside(path)
  await catalog.refresh()
  assert.equal(catalog.about().dataVersion, learned)
  catalog.close()
  const database = openStoreFile(path, CATALOG_FORMAT)
  assert.deepEqual(checkAll(database, CATALOG_FORMAT.checkRows), [])
  database.close()
})

test('estimators of an older version of Plat are not used, and a service trains them again once', async () => {
  const dataDir = copied()
  const path = currentPath(dataDir) ?? ''
  const database = new DatabaseSync(path)
  const trainedBefore = database.prepare('SELECT * FROM estimator').all()
  const rows = trainedBefore.map(({ market, kind, day, sales, bytes, backtest }) => {
    assert.ok(bytes instanceof Uint8Array && backtest instanceof Uint8Array)
    const older = Buffer.concat([Buffer.from('PlatEst1'), bytes.subarray(8)])
    return [String(market), String(kind), Number(day), Number(sales), older, backtest]
  })
  storeRows(database, { ...NO_ROWS, tables: { estimator: rows } })
  database.close()
  const catalog = open(dataDir)
  assert.equal(await catalog.estimators.of('price', 'TX', LAST_DAY), undefined)
  const trainedAt: string[] = []
  for (let times = 0; times < 2; times++) {
    await catalog.refresh()
    await catalog.settled()
    await catalog.refresh()
    trainedAt.push(catalog.about().dataVersion)
  }
  assert.equal((await catalog.estimators.of('price', 'TX', LAST_DAY))?.sales, HOMES)
  assert.equal(trainedAt[0], trainedAt[1])
  catalog.close()
})

test('no estimator is trained with too few sales or with invented homes', async () => {
  const few = newFolder()
  put(few, SOLD.slice(0, 100))
  const ofFew = open(few)
  assert.equal(await ofFew.estimators.of('price', 'TX', LAST_DAY), undefined)
  assert.deepEqual(
    (await ofFew.estimators.all()).map(({ market, sales, trained }) => [market, sales, trained]),
    [
      ['TX', 100, false],
      ['US', 100, false],
    ],
  )
  ofFew.close()
  const sample = newFolder()
  put(sample, SOLD, 'sample')
  const ofSample = open(sample)
  assert.deepEqual(await ofSample.estimators.all(), [])
  ofSample.close()
})

test('an estimator whose bytes have changed is found by a full check, and never used', async () => {
  const dataDir = copied()
  const path = currentPath(dataDir) ?? ''
  const database = new DatabaseSync(path)
  database.exec('UPDATE estimator SET bytes = CAST(substr(bytes, 1, length(bytes) - 1) AS BLOB)')
  assert.match(String(checkAll(database, CATALOG_FORMAT.checkRows)), /in estimator: wrong checksums in 2 of/)
  database.close()
  const catalog = open(dataDir)
  await assert.rejects(catalog.estimators.of('price', 'TX', LAST_DAY), { code: 'catalogue.damaged' })
  catalog.close()
})

test('the backtest of a catalog tests its newest sales, each with an estimate from before, and is not affected by a change', async () => {
  const dataDir = copied()
  const valuesNow = async () => {
    const catalog = open(dataDir)
    const backtest = await backtestOf('price', { key: 'city/tx/austin', type: 'city', state: 'TX' }, catalog)
    catalog.close()
    return backtest
  }
  const before = await valuesNow()
  assert.ok(before.accuracy && before.accuracy.study.sales > 100 && before.accuracy.study.sales < HOMES)
  assert.equal(before.accuracy.lastDay, LAST_DAY)
  assert.ok(before.accuracy.study.medianError < 0.2, `${before.accuracy.study.medianError}`)
  assert.deepEqual(
    before.zipcodes.listed.map(({ key, study }) => [key, study.sales]),
    [['zipcode/78704', before.accuracy.study.sales]],
  )
  const elsewhere = { ...soldHome(5000), address: { ...soldHome(5000).address, city: 'Dallas', zipcode: '75201' } }
  put(dataDir, [elsewhere])
  assert.deepEqual(await valuesNow(), before)
})
