import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openCatalog, openWriter } from '../../src/catalog/opening/open.ts'
import type { Context } from '../../src/catalog/ports/context.ts'
import { dayNumber, fixedClock } from '../../src/kit/base/clock.ts'
import { silentLog } from '../../src/kit/base/log.ts'
import { HOME_TYPES, type Home, type HomeType } from '../../src/model/home.ts'
import type { Region } from '../../src/model/region.ts'
import { regionKeysOf } from '../../src/places/regions/region-keys.ts'
import { regionLabel } from '../../src/places/regions/region-label.ts'
import { cardMaker } from '../../src/service/rendering/card-maker.ts'
import { Random } from '../engine/random.ts'
import { gatherSample, TRIAL_NOW_MS } from '../sample/trial.ts'
import { call } from './call.ts'
import { type NaiveFigure, naiveChange, naiveRents, naiveSaleFigures, naiveValues } from './naive-market.ts'
import { WORDS } from './small-catalog.ts'

const folders: string[] = []
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

const TODAY = dayNumber(TRIAL_NOW_MS)
const DWELLINGS = HOME_TYPES.filter((type) => type !== 'LOT')
const { records } = await gatherSample(8000, 11)
const HOMES: readonly Home[] = records.home
/** Homes without published series about their places. */
const context = filled(HOMES)
after(() => context.catalog.close())

function filled(homes: readonly Home[]): Context {
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-markets-'))
  folders.push(dataDir)
  const cards = cardMaker(WORDS)
  const newCatalogId = () => '0123456789abcdef'
  const writer = openWriter({ dataDir, kind: 'imported', replace: false, cards, newCatalogId })
  for (const home of homes) writer.put('home', home)
  for (const rate of records.rate) writer.put('rate', rate)
  writer.commit()
  const catalog = openCatalog(dataDir, silentLog, cards)
  return Object.freeze({ catalog, clock: fixedClock(TRIAL_NOW_MS), log: silentLog, words: WORDS })
}

type Sources = Readonly<Record<string, { basis: string; date: string; homes?: number; why?: string }>>
interface Housing {
  readonly rental_market_trends?: object
  readonly source: string
  readonly location: { readonly name: string; readonly type: string; readonly alternatives: readonly string[] }
  readonly market_overview: Readonly<Record<string, number>> & { readonly description: string }
  readonly market_analytics: {
    readonly zhviRange: readonly { readonly timePeriodEnd: string; readonly dataValue: number }[]
    readonly neighborhoods_zhvi?: readonly { readonly name: string; readonly dataValue: number }[]
  }
  readonly figure_sources: Sources
}
interface Rental {
  readonly rental_market_trends: {
    readonly summary: Readonly<Record<string, number>>
    readonly rentHistogram: {
      readonly minPrice: number
      readonly maxPrice: number
      readonly priceAndCount: readonly { readonly price: number; readonly count: number }[]
    }
    readonly medianRentPriceOverTime: Readonly<Record<'currentYear' | 'prevYear', readonly MonthRent[]>>
    readonly rentCompare: { readonly medianRent: number }
    readonly nearByAreas: readonly { readonly name: string }[]
    readonly zipcodesInCity: readonly { readonly name: string }[]
    readonly figure_sources: Sources
  }
}
interface MonthRent {
  readonly month: string
  readonly price: number
  readonly year: string
}

const housing = (query: Record<string, string>, of = context) => call('/housing_market', query, of) as Promise<Housing>
const rental = (query: Record<string, string>, of = context) => call('/rental_market', query, of) as Promise<Rental>

/** Returns the largest region of each type, and some other regions. */
function someRegions(random: Random): readonly Region[] {
  const regions = context.catalog.regions()
  return [...Map.groupBy(regions, ({ type }) => type).values()].flatMap((ofType) => {
    const sorted = ofType.toSorted((one, other) => other.homes - one.homes)
    return [...new Set([sorted[0] as Region, random.pick(ofType), random.pick(ofType)])]
  })
}

function homesIn({ key }: Region): readonly Home[] {
  return HOMES.filter((home) => Object.values(regionKeysOf(home.address)).includes(key))
}

function agree(name: string, found: number | undefined, source: Sources[string] | undefined, expected: NaiveFigure) {
  assert.equal(found, expected.value ?? null, name)
  assert.equal(source?.basis, expected.value === undefined ? 'none' : 'computed', name)
  if (expected.value === undefined) assert.match(source?.why ?? '', /fewer than 5/, name)
  else assert.equal(source?.homes, expected.homes, name)
}

const SALE_TYPES: Readonly<Record<string, readonly HomeType[]>> = {
  All_Homes: DWELLINGS,
  Single_Family: ['SINGLE_FAMILY'],
  Condo: ['CONDO'],
}

test('unpublished sales figures equal a naive count over the homes', async () => {
  const random = new Random(5)
  for (const region of someRegions(random)) {
    const [home_type, types] = random.pick(Object.entries(SALE_TYPES))
    const answer = await housing({ search_query: regionLabel(region), home_type })
    const what = `${regionLabel(region)} ${home_type}`
    assert.equal(answer.location.type, region.type, what)
    const expected = naiveSaleFigures(homesIn(region), types, TODAY)
    for (const [name, figure] of Object.entries(expected)) {
      agree(`${what} ${name}`, answer.market_overview[name], answer.figure_sources[name], figure)
    }
  }
})

test('home values come from estimates and past sales, month by month, newest first', async () => {
  const random = new Random(6)
  let compared = 0
  for (const region of someRegions(random)) {
    const [home_type, types] = random.pick(Object.entries(SALE_TYPES))
    const { market_overview, market_analytics } = await housing({ search_query: regionLabel(region), home_type })
    const expected = naiveValues(homesIn(region), types, TODAY)
    if (expected === undefined) continue
    compared++
    assert.equal(market_overview.typical_home_values, expected.now)
    const [now, ...past] = market_analytics.zhviRange
    assert.deepEqual(now, { timePeriodEnd: '2026-06-15', dataValue: expected.now, homes: expected.homes })
    assert.deepEqual(past, expected.points)
  }
  assert.ok(compared > 10)
})

const RENT_TYPES: Readonly<Record<string, readonly HomeType[]>> = {
  All_Property_Types: DWELLINGS,
  Houses: ['SINGLE_FAMILY', 'MULTI_FAMILY', 'MANUFACTURED'],
  Apartments_and_Condos: ['APARTMENT', 'CONDO'],
  Townhomes: ['TOWNHOUSE'],
}
const BEDROOMS: Readonly<Record<string, (count: number) => boolean>> = {
  All_Bedrooms: () => true,
  Studio: (count) => count === 0,
  '1_Bedroom': (count) => count === 1,
  '2_Bedroom': (count) => count === 2,
  '3_Bedroom': (count) => count === 3,
  '4_Bedroom_Plus': (count) => count >= 4,
}

test('unpublished rents equal a naive count over the homes', async () => {
  const random = new Random(7)
  for (const region of [...someRegions(random), ...someRegions(random)]) {
    const [home_type, types] = random.pick(Object.entries(RENT_TYPES))
    const [bedrooom_type, bedrooms] = random.pick(Object.entries(BEDROOMS))
    const query = { search_query: regionLabel(region), home_type, bedrooom_type }
    const { rental_market_trends: trends } = await rental(query)
    const expected = naiveRents(homesIn(region), types, bedrooms, TODAY)
    const country = naiveRents(HOMES, types, bedrooms, TODAY)
    const what = JSON.stringify(query)
    assert.equal(trends.summary.availableRentals, expected.available.length, what)
    agree(what, trends.summary.medianRent, trends.figure_sources.medianRent, expected.medianRent)
    assert.equal(trends.rentCompare.medianRent, country.medianRent.value ?? null, what)
    assertHistogram(trends.rentHistogram, expected.available, what)
    const { currentYear, prevYear } = trends.medianRentPriceOverTime
    assert.deepEqual(monthsOf([...prevYear, ...currentYear]), twoYears(expected.byMonth), what)
    const changes = [12, 1].map((span) => naiveChange(expected.byMonth, expected.counts, span) ?? null)
    assert.deepEqual([trends.summary.yearlyChange, trends.summary.monthlyChange], changes, what)
  }
})

function assertHistogram(
  { minPrice, maxPrice, priceAndCount }: Rental['rental_market_trends']['rentHistogram'],
  rents: readonly number[],
  what: string,
): void {
  assert.equal(
    priceAndCount.reduce((sum, { count }) => sum + count, 0),
    rents.length,
    what,
  )
  const ends = rents.length === 0 ? [0, 0] : [Math.min(...rents), Math.max(...rents)]
  assert.deepEqual([minPrice, maxPrice], ends, what)
  priceAndCount.forEach(({ price, count }, bar) => {
    const next = priceAndCount[bar + 1]?.price ?? Number.POSITIVE_INFINITY
    assert.equal(count, rents.filter((rent) => rent >= price && rent < next).length, what)
  })
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

function monthsOf(rents: readonly MonthRent[]): [string, number][] {
  return rents.map(({ month, price, year }) => [`${year}-${String(MONTHS.indexOf(month) + 1).padStart(2, '0')}`, price])
}

function twoYears(byMonth: ReadonlyMap<string, number>): [string, number][] {
  return [...byMonth]
    .filter(([month]) => month >= '2025' && month < '2027')
    .sort(([one], [other]) => (one < other ? -1 : 1))
}

test('neighborhoods and rents come with the sales market if requested, and only then', async () => {
  const city = context.catalog
    .regions()
    .filter(({ type }) => type === 'city')
    .sort((a, b) => b.homes - a.homes)[0]
  assert.ok(city)
  const search_query = regionLabel(city)
  const plain = await housing({ search_query })
  assert.equal(Object.hasOwn(plain, 'rental_market_trends'), false)
  assert.equal(Object.hasOwn(plain.market_analytics, 'neighborhoods_zhvi'), false)
  const full = await housing({
    search_query,
    home_type: 'Condo',
    exclude_rentalMarketTrends: 'false',
    exclude_neighborhoods_zhvi: 'false',
  })
  const { rental_market_trends } = await rental({ search_query, home_type: 'Apartments_and_Condos' })
  assert.deepEqual((full as unknown as Rental).rental_market_trends, rental_market_trends)
  const neighborhoods = Map.groupBy(homesIn(city), ({ address }) => address.neighborhood ?? '')
  for (const { name, dataValue } of full.market_analytics.neighborhoods_zhvi ?? []) {
    const expected = naiveValues(neighborhoods.get(name) ?? [], ['CONDO'], TODAY)
    if (expected) assert.equal(dataValue, expected.now, name)
  }
  const all = await housing({ search_query, exclude_neighborhoods_zhvi: 'false' })
  assert.ok((all.market_analytics.neighborhoods_zhvi ?? []).length > 1)
  const zips = new Set(homesIn(city).map(({ address }) => address.zipcode))
  assert.deepEqual(
    rental_market_trends.zipcodesInCity.map(({ name }) => name),
    [...zips].sort(),
  )
  assert.ok(rental_market_trends.nearByAreas.every(({ name }) => name !== city.name))
})

test('figures of old data are as of their own time, and say so', async () => {
  const later = { ...context, clock: fixedClock(TRIAL_NOW_MS + 5 * 365 * 86_400_000) }
  const { market_overview, figure_sources } = await housing({ search_query: 'USA' }, later)
  assert.ok((market_overview.median_sale_price ?? 0) > 0)
  const { date = '' } = figure_sources.median_sale_price ?? {}
  assert.ok(date <= '2026-06-15' && date > '2026-05-01', date)
  assert.equal(market_overview.new_listings, 0)
})

test('a bare city name means the city with the most listings, and the others are named', async () => {
  const [home] = HOMES.filter(({ listing }) => listing?.status === 'Active')
  assert.ok(home)
  const states = ['IL', 'MA', 'MO', 'MO', 'OH', 'OR']
  const towns = states.map((state, i) => ({
    ...home,
    zpid: i + 1,
    address: { streetAddress: `${i} Main St`, city: 'Springfield', state, zipcode: '' },
  }))
  const springfields = filled(towns)
  const { location } = await housing({ search_query: 'springfield' }, springfields)
  assert.equal(location.name, 'Springfield, MO')
  assert.deepEqual(
    [...location.alternatives].sort(),
    ['IL', 'MA', 'OH', 'OR'].map((state) => `Springfield, ${state}`),
  )
  springfields.catalog.close()
})
