import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openCatalog, openWriter } from '../../src/catalog/opening/open.ts'
import type { Catalog } from '../../src/catalog/ports/catalog.ts'
import { median } from '../../src/kit/algorithms/median.ts'
import { dayNumber, startOfDay } from '../../src/kit/base/clock.ts'
import { silentLog } from '../../src/kit/base/log.ts'
import type { Home } from '../../src/model/home.ts'
import { backtestOf } from '../../src/worth/valuation/backtest.ts'
import { shownValue } from '../../src/worth/valuation/estimate.ts'
import { LAST_SALE, SALE_DAYS, soldHome } from '../sold-homes.ts'
import { trialCards } from './trial.ts'

const TODAY = dayNumber(startOfDay(LAST_SALE))
const HOMES = 1600

const folders: string[] = []
after(() => {
  for (const path of folders) rmSync(path, { recursive: true, force: true })
})

function catalogOf(homes: readonly Home[]): Catalog {
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-lacking-'))
  folders.push(dataDir)
  const newCatalogId = () => '0123456789abcdef'
  const writer = openWriter({ dataDir, kind: 'imported', replace: false, cards: trialCards, newCatalogId })
  for (const home of homes) writer.put('home', home)
  writer.commit()
  return openCatalog(dataDir, silentLog, trialCards)
}

/** A home in one of four ZIP codes that lie side by side. Prices rise to the east. */
function zippedHome(zpid: number): ReturnType<typeof soldHome> {
  const home = soldHome(zpid)
  const zipcode = String(78_701 + Math.floor(20 * (home.point.longitude + 97.8)))
  return { ...home, address: { ...home.address, zipcode } }
}

function withoutPoint(home: ReturnType<typeof soldHome>): Home {
  const { point: _, ...rest } = home
  return rest
}

function withoutSize(home: Home): Home {
  const { livingArea: _, ...facts } = home.facts
  return { ...home, facts }
}

/** Returns the median error of the values shown for homes that were not sold, and the share of homes with a value. */
async function shownErrors(
  kind: 'price' | 'rent',
  homes: readonly Home[],
  truths: readonly number[],
  catalog: Catalog,
) {
  const shown = await Promise.all(homes.map((home) => shownValue(kind, home, TODAY, catalog)))
  const misses = shown.flatMap((value, i) => (value ? [Math.abs(value.amount / (truths[i] ?? 0) - 1)] : []))
  const inside = shown.filter((value, i) => {
    const { low80 = 0, high80 = 0 } = value?.own ?? {}
    return low80 <= (truths[i] ?? 0) && (truths[i] ?? 0) <= high80
  })
  return {
    error: median(misses),
    share: misses.length / homes.length,
    covered: inside.length / Math.max(1, misses.length),
    without: new Set(shown.map((value) => value?.own?.without)),
  }
}

const ASKED = Array.from({ length: 150 }, (_, i) => zippedHome(9001 + 5 * i))

/** The value of each home today. Prices rise evenly; see `soldHome`. */
const PRICES = ASKED.map(({ zpid, listing }) => (listing?.closePrice ?? 0) / (1 - ((zpid - 1) % SALE_DAYS) / 10_000))

function offMarket(home: Home): Home {
  const { listing: _, ...rest } = home
  return { ...rest, history: [] }
}

test('in a market without any coordinates, homes are estimated by their ZIP codes, with correct ranges', async () => {
  const catalog = catalogOf(Array.from({ length: HOMES }, (_, i) => withoutPoint(zippedHome(i + 1))))
  const homes = ASKED.map((home) => offMarket(withoutPoint(home)))
  const { error, share, covered, without } = await shownErrors('price', homes, PRICES, catalog)
  assert.deepEqual([share, [...without]], [1, ['coordinates']])
  assert.ok(error < 0.12 && covered > 0.67 && covered < 0.93, `${error}, ${covered}`)
  const nowhere = { ...homes[0], address: { ...homes[0]?.address, zipcode: '', city: '' } } as Home
  assert.equal(await shownValue('price', nowhere, TODAY, catalog), undefined)
  await catalog.close()
})

test('homes without coordinates, size, or both are estimated beside homes that have them, and the backtest reports each group', async () => {
  const catalog = catalogOf(Array.from({ length: HOMES }, (_, i) => zippedHome(i + 1)))
  const widths: number[] = []
  for (const [lack, of] of [
    ['nothing', (home: (typeof ASKED)[number]) => home],
    ['coordinates', withoutPoint],
    ['size', withoutSize],
    ['coordinates and size', (home: (typeof ASKED)[number]) => withoutSize(withoutPoint(home))],
  ] as const) {
    const homes = ASKED.map((home) => offMarket(of(home)))
    const { error, share, covered, without } = await shownErrors('price', homes, PRICES, catalog)
    assert.deepEqual([share, [...without]], [1, [lack]])
    assert.ok(covered > 0.67 && covered < 0.95, `${lack}: ${error}, ${covered}`)
    const shown = await shownValue('price', homes[0] as Home, TODAY, catalog)
    widths.push(Math.log((shown?.own?.high80 ?? 0) / (shown?.own?.low80 ?? 1)))
  }
  const [nothing = 0, coordinates = 0, size = 0, both = 0] = widths
  assert.ok(nothing < coordinates && coordinates < both && nothing < size, widths.join())
  const backtest = await backtestOf('price', { key: 'country/us', type: 'country', state: '' }, catalog)
  assert.deepEqual(
    backtest.byLack.map(({ lack }) => lack),
    ['size', 'coordinates', 'coordinates and size', 'coordinates and ZIP', 'coordinates, ZIP and size'],
  )
  for (const { lack, study } of backtest.byLack)
    assert.ok((study.coverage[0]?.covered ?? 0) > 0.67, `${lack}: ${study.coverage[0]?.covered}`)
  await catalog.close()
})

const OVER = ['Closed', 'Withdrawn', 'Expired', 'Canceled'] as const

/** A home that was offered for rent. One in twenty still is. */
function rental(zpid: number): Home {
  const home = zippedHome(zpid)
  const rent = Math.round((home.listing?.closePrice ?? 0) / 150)
  const onMarketMs = startOfDay(home.listing?.closeDate ?? '')
  const status = zpid % 20 === 0 ? 'Active' : (OVER[zpid % 4] ?? 'Closed')
  return { ...home, history: [], listing: { kind: 'lease', status, listedBy: 'agent', listPrice: rent, onMarketMs } }
}

test('every home has a rent, as exact as the backtest says, even if nearly all listings are over', async () => {
  const catalog = catalogOf(Array.from({ length: HOMES }, (_, i) => rental(i + 1)))
  const homes = ASKED.map(offMarket)
  const { error, share, covered } = await shownErrors(
    'rent',
    homes,
    PRICES.map((price) => price / 150),
    catalog,
  )
  const { accuracy } = await backtestOf('rent', { key: 'country/us', type: 'country', state: '' }, catalog)
  const tested = accuracy?.study.medianError ?? 0
  assert.equal(share, 1)
  assert.ok(error < 1.4 * tested, `${error} served, ${tested} by the backtest`)
  assert.ok(covered > 0.67, `${covered}`)
  await catalog.close()
})
