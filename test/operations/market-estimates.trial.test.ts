import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openCatalog, openWriter } from '../../src/catalog/opening/open.ts'
import type { Context } from '../../src/catalog/ports/context.ts'
import { dayNumber, fixedClock, startOfDay } from '../../src/kit/base/clock.ts'
import { silentLog } from '../../src/kit/base/log.ts'
import type { Home } from '../../src/model/home.ts'
import { cardMaker } from '../../src/service/rendering/card-maker.ts'
import { shownValue } from '../../src/worth/valuation/estimate.ts'
import { LAST_SALE, soldHome } from '../sold-homes.ts'
import { call } from './call.ts'
import { WORDS } from './small-catalog.ts'

const ZIPS = [1, 2, 3, 4, 5, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31].map((zip) => String(78_700 + zip))

/**
 * Homes in ZIP codes in which prices rise from west to east. Each ZIP code has too few homes for estimates of its own.
 */
const HOMES = Array.from({ length: 3200 }, (_, i): Home => {
  const home = soldHome(i + 1)
  const zipcode = ZIPS[Math.floor(5 * ZIPS.length * (home.point.longitude + 97.8))] ?? ''
  return { ...home, address: { ...home.address, zipcode, ...(i < 25 && { neighborhood: 'Zilker' }) } }
})

const TODAY_MS = startOfDay(LAST_SALE)

function contextOf(homes: readonly Home[]): Context {
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-market-estimates-'))
  const cards = cardMaker(WORDS)
  const writer = openWriter({ dataDir, kind: 'imported', replace: false, cards, newCatalogId: () => '0'.repeat(16) })
  for (const home of homes) writer.put('home', home)
  writer.commit()
  const catalog = openCatalog(dataDir, silentLog, cards)
  after(() => {
    catalog.close()
    rmSync(dataDir, { recursive: true })
  })
  return Object.freeze({ catalog, clock: fixedClock(TODAY_MS), log: silentLog, words: WORDS })
}

interface Market {
  readonly basis: string
  readonly market_overview: { readonly typical_home_values: number | null; readonly median_sale_price: number | null }
  readonly market_analytics: {
    readonly zhviRange: readonly { readonly timePeriodEnd: string; readonly dataValue: number }[]
    readonly neighborhoods_zhvi: readonly { readonly name: string; readonly dataValue: number }[]
  }
  readonly figure_sources: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

async function marketOf(place: string, context: Context, type = 'All_Homes'): Promise<Market> {
  return (await call(
    '/housing_market',
    { search_query: place, home_type: type, exclude_neighborhoods_zhvi: 'false' },
    context,
  )) as Market
}

const CLEAN = contextOf(HOMES)

/** Returns the median of the values that the homes' documents show. */
async function medianShown(homes: readonly Home[]): Promise<number> {
  const shown = await Promise.all(homes.map((home) => shownValue('price', home, dayNumber(TODAY_MS), CLEAN.catalog)))
  const amounts = shown.flatMap((value) => value?.amount ?? []).sort((one, other) => one - other)
  const [lower = 0, upper = 0] = [amounts[(amounts.length - 1) >> 1], amounts[amounts.length >> 1]]
  return (lower + upper) / 2
}

test('the typical value of a place is the median of the values that Plat gives its homes', async () => {
  const inZip = HOMES.filter(({ address }) => address.zipcode === '78701')
  const zip = await marketOf('78701', CLEAN)
  assert.equal(zip.market_overview.typical_home_values, Math.round(await medianShown(inZip)))
  const { typical_home_values: source } = zip.figure_sources
  assert.deepEqual(
    [source?.basis, source?.kind, source?.homes, source?.date, source?.figure],
    ['computed', 'estimated', inZip.length, LAST_SALE, undefined],
  )
  const condos = await marketOf('78701', CLEAN, 'Condo')
  assert.equal(condos.market_overview.typical_home_values, null)
})

test('in a place with many homes a sample of them is used: the median is within two percent', async () => {
  const { market_overview, market_analytics, figure_sources } = await marketOf('Austin, TX', CLEAN)
  assert.equal(figure_sources.typical_home_values?.homes, 300)
  const ratio = (market_overview.typical_home_values ?? 0) / (await medianShown(HOMES))
  assert.ok(Math.abs(ratio - 1) < 0.02, String(ratio))
  assert.deepEqual(
    market_analytics.neighborhoods_zhvi.map(({ name, dataValue }) => [name, dataValue]),
    [['Zilker', Math.round(await medianShown(HOMES.slice(0, 25)))]],
  )
})

test('the typical value of earlier months follows the prices of sales', async () => {
  const { market_analytics, figure_sources } = await marketOf('Austin, TX', CLEAN)
  const [now, ...before] = market_analytics.zhviRange
  assert.deepEqual([now?.timePeriodEnd, figure_sources.zhviRange?.kind], [LAST_SALE, 'estimated'])
  assert.equal(before.length, 23)
  for (const { timePeriodEnd, dataValue } of before) {
    const ago = dayNumber(TODAY_MS) - dayNumber(startOfDay(timePeriodEnd))
    const expected = (now?.dataValue ?? 0) * (1 - ago / 10_000) // see `soldHome`
    assert.ok(Math.abs(dataValue / expected - 1) < 0.04, `${timePeriodEnd}: ${dataValue}, not ${expected}`)
  }
})

test('five values published by sources of homes replace estimates by Plat', async () => {
  const homes = HOMES.slice(0, 1600).map(
    (home, i): Home => (i < 5 ? { ...home, estimate: { value: 100_000 * (i + 1) } } : home),
  )
  const { market_overview, figure_sources } = await marketOf('Austin, TX', contextOf(homes))
  const mean = Math.exp([1, 2, 3, 4, 5].reduce((sum, i) => sum + Math.log(100_000 * i), 0) / 5)
  assert.equal(market_overview.typical_home_values, Math.round(mean))
  const { typical_home_values: source } = figure_sources
  assert.deepEqual([source?.kind, source?.homes], ['published', 5])
})

interface Tested {
  readonly figures: { readonly medianErrorPercent: number; readonly comparablesMedianErrorPercent: number }
  readonly typical_value: { readonly months: number; readonly medianErrorPercent: number } | null
}

const testOf = async (context: Context, place = 'Austin, TX') =>
  (await call('/valuation/backtest', { search_query: place }, context)) as unknown as Tested

test('a quarter of the deeds at one dollar affect neither typical values, nor their charts, nor the reported errors', async () => {
  const polluted = contextOf(
    HOMES.map((home) => {
      if (home.zpid % 4 !== 0 || home.listing === undefined) return home
      const history = home.history.map((event) => ({ ...event, price: 1 }))
      return { ...home, listing: { ...home.listing, closePrice: 1 }, history }
    }),
  )
  const [clean, dirty] = [await marketOf('Austin, TX', CLEAN), await marketOf('Austin, TX', polluted)]
  const values = dirty.market_analytics.zhviRange.map(({ dataValue, timePeriodEnd }, i) => {
    assert.equal(timePeriodEnd, clean.market_analytics.zhviRange[i]?.timePeriodEnd)
    return dataValue / (clean.market_analytics.zhviRange[i]?.dataValue ?? 0)
  })
  assert.equal(values.length, 24)
  for (const ratio of values) assert.ok(Math.abs(ratio - 1) < 0.03, values.join())

  const [told, toldOfDirty] = [await testOf(CLEAN), await testOf(polluted)]
  for (const name of ['medianErrorPercent', 'comparablesMedianErrorPercent'] as const) {
    const [before, now] = [told.figures[name], toldOfDirty.figures[name]]
    assert.ok(Math.abs(now - before) <= 0.5, `${name}: ${now} instead of ${before}`)
  }
  assert(told.typical_value && toldOfDirty.typical_value)
  assert.ok(told.typical_value.months >= 3)
  for (const { medianErrorPercent } of [told.typical_value, toldOfDirty.typical_value])
    assert.ok(medianErrorPercent < 10, String(medianErrorPercent))
  assert.equal((await testOf(CLEAN, 'Texas')).typical_value, null)
})
