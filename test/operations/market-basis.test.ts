import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Context } from '../../src/catalog/ports/context.ts'
import { dayNumber, dayOf } from '../../src/kit/base/clock.ts'
import { HOME_TYPES, type Home, type HomeType } from '../../src/model/home.ts'
import { MARKET_MEASURES, type MarketMeasure, type MarketSeries, seriesId } from '../../src/model/market.ts'
import { regionLabel } from '../../src/places/regions/region-label.ts'
import { gatherSample } from '../sample/trial.ts'
import { call } from './call.ts'
import { NOW_MS, REGIONS, RICH } from './made-homes.ts'
import {
  homesIn,
  type Kind,
  type Known,
  naiveMarket,
  naiveNeighborhood,
  naiveRentBasis,
  naiveRentsOn,
  type Rentals,
} from './naive-basis.ts'
import { naiveChange } from './naive-market.ts'
import { smallContext } from './small-catalog.ts'

/**
 * Computes every figure of an answer again, in a simple way, from the source (published or computed) that the answer
 * names.
 */

const TODAY = dayNumber(NOW_MS)
const COMPUTED = 'Plat, computed from the homes of this catalog'
const PUBLISHED = 'Index of a test'

const { neighborhood: _, ...AUSTIN } = RICH.address
const ADDRESSES = [
  { ...AUSTIN, neighborhood: 'Clarksville' },
  { ...AUSTIN, zipcode: '78704', neighborhood: 'Tarrytown' },
  AUSTIN,
  { ...AUSTIN, city: 'Rollingwood', zipcode: '78746' },
  { ...AUSTIN, city: 'Dallas', zipcode: '75201', county: 'Dallas', countyFips: '48113' },
]

/** Homes of a sample, moved to Texas, with plausible histories. */
const POOL: readonly Home[] = (await gatherSample(600, 3, NOW_MS)).records.home

const someHomes: fc.Arbitrary<readonly Home[]> = fc
  .record({
    first: fc.nat(POOL.length - 1),
    count: fc.constantFrom(0, 3, 8, 20, 60, 200),
    estimated: fc.boolean(),
  })
  .map(({ first, count, estimated }) =>
    Array.from({ length: count }, (_, i) => {
      const { estimate, ...home } = POOL[(first + i * 7) % POOL.length] as Home
      const address = ADDRESSES[(first + i) % ADDRESSES.length] as Home['address']
      return { ...home, ...(estimated && estimate && { estimate }), zpid: i + 1, address }
    }),
  )

/** The last months of series: recent, about a year ago, and much longer ago. */
const LAST_MONTHS = ['2026-10', '2026-09', '2025-12', '2025-11', '2025-10', '2025-01', '2018-06']
const KEYS = [...REGIONS.map(({ key }) => key), 'country/us']

/** Draws series, half of which are about the requested place. */
const seriesAround = (asked: string): fc.Arbitrary<readonly MarketSeries[]> =>
  fc
    .array(
      fc.record({
        region: fc.oneof(fc.constant(asked), fc.constantFrom(...KEYS)),
        // Usually all measures of a place, as publishers provide them. Otherwise, some are missing.
        measures: fc.oneof(fc.subarray([...MARKET_MEASURES], { minLength: 8 }), fc.subarray([...MARKET_MEASURES])),
        homeType: fc.constantFrom(undefined, undefined, undefined, 'SINGLE_FAMILY', 'CONDO', 'TOWNHOUSE'),
        bedrooms: fc.constantFrom(undefined, undefined, 0, 2, 4),
        last: fc.constantFrom(...LAST_MONTHS),
        early: fc.constantFrom(...LAST_MONTHS),
        months: fc.constantFrom(1, 2, 14),
        level: fc.integer({ min: 1, max: 900_000 }),
      }),
      { maxLength: 12 },
    )
    .map((groups) => {
      const all = groups.flatMap(({ measures, early, last, ...group }) =>
        measures.map((measure, i) => series({ ...group, measure, last: i % 4 === 3 ? early : last })),
      )
      return [...new Map(all.map((each) => [each.seriesId, each])).values()]
    })

interface Drawn {
  readonly measure: MarketMeasure
  readonly region: string
  readonly homeType: string | undefined
  readonly bedrooms: number | undefined
  readonly last: string
  readonly months: number
  readonly level: number
}

function series({ measure, region, homeType, bedrooms, last, months, level }: Drawn): MarketSeries {
  const ofRent = measure === 'rent' ? bedrooms : undefined
  const [year, month] = [Number(last.slice(0, 4)), Number(last.slice(5))]
  return {
    seriesId: seriesId(measure, region, homeType, ofRent),
    source: PUBLISHED,
    measure,
    region,
    ...(homeType !== undefined && { homeType }),
    ...(ofRent !== undefined && { bedrooms: ofRent }),
    points: Array.from({ length: months }, (_, i) => [
      dayOf(Date.UTC(year, month - months + 1 + i, 0)),
      level + i * 13 + 0.3,
    ]),
  }
}

type Source = {
  readonly basis: string
  readonly source: string
  readonly date: string
  readonly figure?: string
  readonly why?: string
}
type Sources = Readonly<Record<string, Source>>
interface Housing {
  readonly basis: string
  readonly source: string
  readonly market_overview: Readonly<Record<string, number>> & { readonly description: string }
  readonly market_analytics: {
    readonly zhviRange: readonly object[]
    readonly mrktListingLatest: Readonly<Record<string, number | string>>
    readonly neighborhoods_zhvi: readonly {
      readonly name: string
      readonly dataValue: number
      readonly basis: string
    }[]
  }
  readonly rental_market_trends: Trends
  readonly figure_sources: Sources
}
interface Trends {
  readonly basis: string
  readonly summary: Readonly<Record<string, number>>
  readonly marketTemperature: { readonly temperature: string }
  readonly rentHistogram: { readonly priceAndCount: readonly { readonly count: number }[] }
  readonly medianRentPriceOverTime: Readonly<Record<string, readonly MonthRent[]>>
  readonly rentCompare: { readonly medianRent: number }
  readonly nearbyAreaTrends: readonly { readonly areaName: string; readonly medianRent: number }[]
  readonly figure_sources: Sources
}
interface MonthRent {
  readonly month: string
  readonly price: number
  readonly homes?: number
  readonly year: string
}

const DWELLINGS: Kind = { types: HOME_TYPES.filter((type) => type !== 'LOT') }
const SALE_KINDS: Readonly<Record<string, Kind>> = {
  All_Homes: DWELLINGS,
  Single_Family: { types: ['SINGLE_FAMILY'], series: 'SINGLE_FAMILY' },
  Condo: { types: ['CONDO'], series: 'CONDO' },
}
const RENT_KINDS: Readonly<Record<string, Kind>> = {
  All_Property_Types: DWELLINGS,
  Houses: { types: ['SINGLE_FAMILY', 'MULTI_FAMILY', 'MANUFACTURED'], series: null },
  Apartments_and_Condos: { types: ['APARTMENT', 'CONDO'], series: null },
  Townhomes: { types: ['TOWNHOUSE'], series: 'TOWNHOUSE' },
}
const BEDROOMS: Readonly<Record<string, Pick<Rentals, 'bedrooms' | 'least'>>> = {
  All_Bedrooms: { bedrooms: () => true, least: undefined },
  Studio: { bedrooms: (count) => count === 0, least: 0 },
  '2_Bedroom': { bedrooms: (count) => count === 2, least: 2 },
  '4_Bedroom_Plus': { bedrooms: (count) => count >= 4, least: 4 },
}

/** A place, some of its homes, and a catalog. */
const anyCase = fc.constantFrom(...REGIONS).chain((region) =>
  fc.record({
    region: fc.constant(region),
    homes: someHomes,
    series: seriesAround(region.key),
    saleKind: fc.constantFrom(...Object.keys(SALE_KINDS)),
    rentKind: fc.constantFrom(...Object.keys(RENT_KINDS)),
    bedrooms: fc.constantFrom(...Object.keys(BEDROOMS)),
  }),
)

/** Checks that a figure names the right source and publisher, or says why it is unknown. */
function assertSource(found: Source | undefined, basis: string, isKnown: boolean, what: string): void {
  assert.equal(found?.basis, isKnown ? basis : 'none', what)
  if (isKnown) assert.equal(found?.source, basis === 'published' ? PUBLISHED : COMPUTED, what)
  else assert.ok(found?.why, what)
}

async function housing(known: Known, search_query: string, home_type: string): Promise<Housing> {
  const more = { exclude_rentalMarketTrends: 'false', exclude_neighborhoods_zhvi: 'false' }
  return (await call('/housing_market', { search_query, home_type, ...more }, contextOf(known))) as unknown as Housing
}

function contextOf({ homes, series: all }: Known): Context {
  return smallContext({ homes, series: all })
}

const LATEST_NAMES: Readonly<Record<string, string>> = {
  for_sale_inventory: 'forSaleInventory',
  new_listings: 'newListings',
  median_days_to_pending: 'medianDaysToPending',
  median_sale_price: 'medianSalePrice',
  median_list_price: 'medianListPrice',
  market_saletolist_ratio: 'saleToListRatio',
  percent_ofsales_over_list_price: 'percentOfSalesOverListPrice',
  percent_ofsales_under_list_price: 'percentOfSalesUnderListPrice',
}

test('with any published series and any homes, every sales figure is of the basis that the answer names', async () => {
  const seen = { published: 0, computed: 0 }
  await fc.assert(
    fc.asyncProperty(anyCase, async ({ homes, series: all, region, saleKind }) => {
      const records = { homes, series: all, today: TODAY }
      const kind = SALE_KINDS[saleKind] as Kind
      const answer = await housing(records, regionLabel(region), saleKind)
      const expected = naiveMarket(region.key, kind, records)
      assert.equal(answer.basis, expected.basis)
      seen[expected.basis]++
      for (const [name, { value, date, figure }] of Object.entries(expected.figures)) {
        assert.equal(answer.market_overview[name], value ?? null, name)
        const source = answer.figure_sources[name]
        assertSource(source, expected.basis, value !== undefined, name)
        if (value !== undefined) assert.deepEqual([source?.date, source?.figure], [date, figure], name)
        const latest = LATEST_NAMES[name]
        if (latest) assert.equal(answer.market_analytics.mrktListingLatest[latest], value, name)
      }
      assert.equal(
        answer.market_overview['market saletolist ratio'],
        expected.figures.market_saletolist_ratio?.value ?? null,
      )
      assert.deepEqual(answer.market_analytics.zhviRange, expected.points)
      assertSource(answer.figure_sources.zhviRange, expected.basis, expected.points.length > 0, 'zhviRange')
      const neighborhoods = REGIONS.filter(
        ({ type, key }) =>
          type === 'neighborhood' && homesIn(key, homes).some((home) => homesIn(region.key, [home]).length > 0),
      ).flatMap(({ key, name }) => {
        const dataValue = naiveNeighborhood(expected.basis, key, kind, records)
        return dataValue === undefined ? [] : [{ name, dataValue, basis: expected.basis }]
      })
      assert.deepEqual(
        answer.market_analytics.neighborhoods_zhvi.map(({ name, dataValue, basis }) => ({ name, dataValue, basis })),
        neighborhoods,
      )
    }),
    { numRuns: 70 },
  )
  assert.ok(Math.min(seen.published, seen.computed) > 5, JSON.stringify(seen))
})

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Returns the temperature of a market, from its value and the value of the whole country. */
function temperature(here: number | undefined, country: number | undefined): string | undefined {
  if (here === undefined || country === undefined) return undefined
  const share = (here + 1) / (country + 1)
  return share < 0.6 ? 'Hot' : share < 0.85 ? 'Warm' : share < 1.15 ? 'Neutral' : share < 1.5 ? 'Cool' : 'Cold'
}

test('with any published series and any homes, every rent is of the basis that the answer names', async () => {
  const seen = { published: 0, computed: 0 }
  await fc.assert(
    fc.asyncProperty(anyCase, async ({ homes, series: all, region, rentKind, bedrooms }) => {
      const records = { homes, series: all, today: TODAY }
      const query = { search_query: regionLabel(region), home_type: rentKind, bedrooom_type: bedrooms }
      const answer = await call('/rental_market', query, contextOf(records))
      const trends = (answer as unknown as { rental_market_trends: Trends }).rental_market_trends
      const rentals: Rentals = {
        kind: RENT_KINDS[rentKind] as Kind,
        all: DWELLINGS,
        ...(BEDROOMS[bedrooms] as Pick<Rentals, 'bedrooms' | 'least'>),
      }
      const basis = naiveRentBasis(region.key, rentals, records)
      assert.equal(trends.basis, basis)
      seen[basis]++
      const sources = trends.figure_sources
      const rents = (key: string) => naiveRentsOn(basis, key, rentals, records)
      const [here, country] = [rents(region.key), rents('country/us')]
      const expected = {
        availableRentals: here.available?.length,
        medianRent: here.medianRent.value,
        monthlyChange: naiveChange(here.byMonth, here.counts, 1),
        yearlyChange: naiveChange(here.byMonth, here.counts, 12),
      }
      for (const [name, value] of Object.entries(expected)) {
        assert.equal(trends.summary[name], value ?? null, name)
        assertSource(sources[name], basis, value !== undefined, name)
      }
      if (here.medianRent.value !== undefined) assert.equal(sources.medianRent?.date, here.medianRent.date)
      const expectedTemperature = temperature(here.daysOffered, country.daysOffered)
      assert.equal(trends.marketTemperature.temperature, expectedTemperature ?? null)
      assertSource(sources.marketTemperature, basis, expectedTemperature !== undefined, 'temperature')
      assert.equal(
        trends.rentHistogram.priceAndCount.reduce((sum, { count }) => sum + count, 0),
        here.available?.length ?? 0,
      )
      assertSource(sources.rentHistogram, basis, here.available !== undefined, 'histogram')
      const { prevYear = [], currentYear = [] } = trends.medianRentPriceOverTime
      assert.deepEqual(
        [...prevYear, ...currentYear].map(({ month, year, price, homes }) => [
          `${year}-${String(MONTHS.indexOf(month) + 1).padStart(2, '0')}`,
          price,
          homes,
        ]),
        [...here.byMonth]
          .filter(([month]) => month.startsWith('2025') || month.startsWith('2026'))
          .sort(([one], [other]) => (one < other ? -1 : 1))
          .map(([month, rent]) => [month, rent, here.counts?.get(month)]),
      )
      assertSource(sources.medianRentPriceOverTime, basis, here.byMonth.size > 0, 'months')
      assert.equal(trends.rentCompare.medianRent, country.medianRent.value ?? null)
      assertSource(sources.rentCompare, basis, country.medianRent.value !== undefined, 'country')
      const nearby = REGIONS.filter(({ type, key }) => type === region.type && key !== region.key)
      assert.deepEqual(
        trends.nearbyAreaTrends.map(({ areaName, medianRent }) => [areaName, medianRent]),
        nearby.flatMap((each) => {
          const rent = rents(each.key).medianRent.value
          return rent === undefined ? [] : [[regionLabel(each), rent]]
        }),
      )
    }),
    { numRuns: 70 },
  )
  assert.ok(Math.min(seen.published, seen.computed) > 5, JSON.stringify(seen))
})

const RENTED_TYPES: readonly HomeType[] = ['SINGLE_FAMILY', 'CONDO', 'TOWNHOUSE', 'APARTMENT']

/** Rented homes of every type, including townhouses, which are rare in a sample. */
const RENTED: readonly Home[] = POOL.filter(({ history }) => history.some(({ rental }) => rental)).map((home, i) => ({
  ...home,
  homeType: RENTED_TYPES[i % RENTED_TYPES.length] as HomeType,
}))

const someRented: fc.Arbitrary<readonly Home[]> = fc.oneof(fc.constant(RENTED), fc.subarray([...RENTED]))

const rentedCase = fc.record({ asked: anyCase, rented: someRented }).map(({ asked, rented }) => ({
  ...asked,
  homes: rented.map((home, i) => ({ ...home, zpid: i + 1, address: ADDRESSES[i % 3] as Home['address'] })),
}))

test('rents by type agree with their whole, with any published series', async () => {
  let compared = 0
  await fc.assert(
    fc.asyncProperty(rentedCase, async ({ homes, series: all, region }) => {
      const context = contextOf({ homes, series: all, today: TODAY })
      const trendsOf = async (home_type: string) => {
        const answer = await call('/rental_market', { search_query: regionLabel(region), home_type }, context)
        return (answer as unknown as { rental_market_trends: Trends }).rental_market_trends
      }
      const whole = await trendsOf('All_Property_Types')
      const parts = await Promise.all(['Houses', 'Apartments_and_Condos', 'Townhomes'].map(trendsOf))
      if (parts.some(({ basis }) => basis !== whole.basis)) {
        // The types and the whole place differ only if too few rents of the whole place are known.
        assert.equal(whole.figure_sources.medianRent?.basis, 'none')
        return
      }
      const available = parts.map(({ summary }) => summary.availableRentals ?? 0)
      assert.equal(
        whole.summary.availableRentals ?? 0,
        available.reduce((sum, count) => sum + count, 0),
      )
      // Types with fewer than five homes on offer are about another period than the whole place.
      if (whole.basis === 'published' || available.some((count) => count > 0 && count < 5)) return
      const medians = parts.filter((_, i) => available[i]).map(({ summary }) => summary.medianRent ?? 0)
      if (medians.length === 0) return
      const median = whole.summary.medianRent ?? 0
      assert.ok(Math.min(...medians) <= median && median <= Math.max(...medians), `${medians.join(' ')}: ${median}`)
      compared++
    }),
    { numRuns: 70 },
  )
  assert.ok(compared > 5, String(compared))
})
