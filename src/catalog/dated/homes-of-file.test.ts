import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { home } from '../../../test/catalog/contract.ts'
import { newCatalogId } from '../../../test/catalog/embedded-backend.ts'
import { trialCards } from '../../../test/catalog/trial.ts'
import { dayNumber } from '../../kit/base/clock.ts'
import { silentLog } from '../../kit/base/log.ts'
import { EmbeddedCatalog } from '../embedded/catalog.ts'
import { currentPath } from '../embedded/folder.ts'
import { openWriter } from '../opening/open.ts'
import type { Catalog } from '../ports/catalog.ts'
import { nobody } from '../ports/withheld.ts'
import { catalogAsOf } from './catalog-as-of.ts'

const HOMES = 250
const DAY = dayNumber(Date.UTC(2026, 5, 1))

/** Opens a catalog of sold homes after running `sql` on its file. */
function opened(context: TestContext, sql = ''): EmbeddedCatalog {
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-dated-'))
  const writer = openWriter({ dataDir, kind: 'imported', replace: false, newCatalogId, cards: trialCards })
  for (let zpid = 1; zpid <= HOMES; zpid++) {
    const month = String((zpid % 9) + 1).padStart(2, '0')
    const sold = { date: `2026-${month}-01`, event: 'Sold', price: 1000 * zpid, source: 'test' } as const
    writer.put('home', home(zpid, { history: [sold] }))
  }
  writer.commit()
  const path = currentPath(dataDir) ?? ''
  const database = new DatabaseSync(path)
  database.exec(sql)
  database.close()
  const options = { dataDir, path, log: silentLog, cards: trialCards, withheld: nobody }
  const catalog = new EmbeddedCatalog(options)
  context.after(() => {
    catalog.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return catalog
}

async function soldBy(catalog: Catalog): Promise<readonly number[]> {
  const search = catalogAsOf(catalog, DAY, () => trialCards).search('home')
  const { zpids } = await search.selectAll({ listingClass: 'For_Sale', where: [] }, [])
  const { total } = await search.page({
    where: [],
    listingClass: 'Sold',
    order: 'Newest',
    offset: 0,
    limit: 0,
    grouped: false,
    today: DAY,
  })
  return [...zpids, total]
}

test('searches as of a day find the same homes whether the thread reads the homes from the file or receives them', async (context) => {
  const catalog = opened(context)
  const { addresses, agents, estimators, log, market, near, owners, pages, properties, records } = catalog
  const withoutFile: Catalog = {
    addresses,
    agents,
    estimators,
    log,
    market,
    near,
    owners,
    pages,
    properties,
    records,
    search: (noun) => catalog.search(noun),
    about: () => catalog.about(),
    version: () => catalog.version(),
    newestDay: (noun, last) => catalog.newestDay(noun, last),
    regions: () => catalog.regions(),
    regionIndex: () => catalog.regionIndex(),
    seal: (text) => catalog.seal(text),
    close: () => {},
  }
  const ofFile = await soldBy(catalog)
  const soldByJune = Array.from({ length: HOMES }, (_, at) => ((at + 1) % 9) + 1).filter((month) => month <= 6).length
  assert.deepEqual(ofFile, [soldByJune])
  assert.deepEqual(await soldBy(withoutFile), ofFile)
})

test('a search as of a day is rejected if a home is damaged', async (context) => {
  const catalog = opened(context, `UPDATE home SET sum = sum + 1 WHERE id = ${HOMES - 1}`)
  await assert.rejects(soldBy(catalog), { name: 'Fault', code: 'catalogue.damaged' })
  assert.match(catalog.about().damage ?? '', /a row of home does not match its checksum/)
})
