import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { dataClock } from '../../src/catalog/facts/data-clock.ts'
import { openCatalog, openWriter } from '../../src/catalog/opening/open.ts'
import type { Catalog } from '../../src/catalog/ports/catalog.ts'
import { loadMapping } from '../../src/intake/ingest/mapping-files.ts'
import { runImport } from '../../src/intake/ingest/run.ts'
import { type Clock, fixedClock } from '../../src/kit/base/clock.ts'
import { silentLog } from '../../src/kit/base/log.ts'
import { loadGazetteer } from '../../src/places/regions/gazetteer.ts'
import { trialCards } from '../catalog/trial.ts'
import { needs, SHARED_DATA } from '../needs.ts'
import { call } from '../operations/call.ts'
import { WORDS } from '../operations/small-catalog.ts'

const FILE = join(SHARED_DATA, 'king-county/kc_house_data.csv')

const METERS_PER_MILE = 1609.344

suite('searches of the King County sales', needs('shared data'), () => {
  let dataDir: string
  let catalog: Catalog

  before(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'plat-king-county-'))
    await runImport({
      files: [FILE],
      mapping: loadMapping('king-county'),
      openWriter: () =>
        openWriter({ dataDir, kind: 'imported', replace: true, cards: trialCards, newCatalogId: () => '0'.repeat(16) }),
      gazetteer: loadGazetteer(),
      clock: { now: () => Date.UTC(2026, 0, 1) },
      rejectsPath: join(dataDir, 'rejects.csv'),
    })
    catalog = openCatalog(dataDir, silentLog, trialCards)
  })
  after(() => {
    catalog.close()
    rmSync(dataDir, { recursive: true })
  })

  for (const [miles, homes] of [
    [1, 20],
    [2, 557],
    [5, 3_629],
  ] as const) {
    test(`${homes} homes were sold within ${miles} mi of central Seattle`, async () => {
      const center = { latitude: 47.6097, longitude: -122.3331 }
      const node = { kind: 'circle', ...center, radiusM: miles * METERS_PER_MILE } as const
      const where = [{ parameter: 'radius', node }]
      const page = { order: 'Newest', offset: 0, limit: 200, grouped: false, today: 20_454 } as const
      const { total, ungrouped, hits } = await catalog.search('home').page({ listingClass: 'Sold', where, ...page })
      assert.deepEqual([total, ungrouped, hits.length], [homes, homes, Math.min(200, homes)])
    })
  }

  test('years later, market figures and charts are still as of the last sale, not as of the clock', async () => {
    const wall = fixedClock(Date.UTC(2026, 10, 22))
    const answers = async (clock: Clock) => {
      const context = { catalog, clock, log: silentLog, words: WORDS }
      const chart = { byzpid: '2524000050', which: 'zestimate_history', recent_first: 'false' }
      return [
        await call('/housing_market', { search_query: 'Seattle, WA' }, context),
        await call('/graph_charts', chart, context),
      ] as const
    }
    const [market, chart] = await answers(dataClock(catalog, 'home', wall, '60d'))
    const [marketNow, chartNow] = await answers(wall)
    assert.partialDeepStrictEqual(market, { date: '2015-05-27', market_overview: { median_sale_price: 474_725 } })
    assert.notDeepEqual(market, marketNow)
    assert.notDeepEqual(chart, chartNow)
  })
})
