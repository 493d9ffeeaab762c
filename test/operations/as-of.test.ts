import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { NOUNS } from '../../src/catalog/ports/nouns.ts'
import { DAY_MS, dayNumber, dayOf, fixedClock, startOfDay } from '../../src/kit/base/clock.ts'
import {
  HISTORY_EVENTS,
  type HistoryEvent,
  HOME_TYPES,
  type Home,
  type Listing,
  RECORDED_EVENTS,
} from '../../src/model/home.ts'
import { homeAsLogged, homeAsOf } from '../../src/model/home-as-of.ts'
import { inOrder } from '../../src/model/home-history.ts'
import type { MarketSeries } from '../../src/model/market.ts'
import { inDayOrder } from '../../src/model/recorded-events.ts'
import { hearSearch } from '../../src/service/operations/heard-search.ts'
import { NaiveLog } from '../catalog/naive-log.ts'
import type { Gathered } from '../sample/trial.ts'
import { call } from './call.ts'
import { filled } from './filled.ts'
import { BARE, NOW_MS, RENTAL, RICH } from './made-homes.ts'
import { naiveHomeOn } from './naive-as-of.ts'
import { smallContext } from './small-catalog.ts'

const FROM_MS = Date.UTC(2019, 0, 1)
const TODAY = dayNumber(NOW_MS)
const someDay = fc.integer({ min: dayNumber(FROM_MS), max: TODAY })
const price = fc.integer({ min: 100, max: 900 }).map((thousands) => thousands * 1000)

const anyEvent = fc
  .record({ day: someDay, event: fc.constantFrom(...HISTORY_EVENTS), price: fc.option(price), rental: fc.boolean() })
  .map(({ day, event, price: asked, rental }): HistoryEvent => {
    const isLease = event === 'Listed for rent' || (rental && event !== 'Listed for sale')
    const unpriced = { date: dayOf(day * DAY_MS), event, source: 'mls', ...(isLease && { rental: true as const }) }
    return asked === null ? unpriced : { ...unpriced, price: asked }
  })
/** Events, some of them close together, others years apart. */
const anyHistory = fc.array(anyEvent, { maxLength: 8 }).map(inOrder)

/** A listing whose last change, on `day`, agrees with the history. */
const anyListing = fc
  .record({
    kind: fc.constantFrom('sale', 'lease'),
    status: fc.constantFrom('Active', 'Withdrawn'),
    day: someDay,
    price,
  })
  .map(
    ({ kind, status, day, price: listPrice }): Listing => ({
      kind,
      status,
      listPrice,
      listedBy: 'agent',
      modifiedMs: day * DAY_MS,
      ...(kind === 'lease' && { lease: { space: 'entire' } }),
    }),
  )

const anyRecorded = fc
  .array(fc.record({ day: someDay, type: fc.constantFrom(...RECORDED_EVENTS), amount: price }), { maxLength: 6 })
  .map((events) => inDayOrder(events.map((event) => ({ ...event, day: dayOf(event.day * DAY_MS), source: 'county' }))))

const anyTown = fc
  .array(
    fc.record({
      history: anyHistory,
      listing: fc.option(anyListing),
      type: fc.nat(5),
      beds: fc.nat(5),
      recorded: anyRecorded,
    }),
    { minLength: 12, maxLength: 30 },
  )
  .map((homes) =>
    homes.map(({ history, listing, type, beds, recorded }, at): Home => {
      const address = { ...RICH.address, streetAddress: `${at} Elm St` }
      const point = { latitude: 30.2 + at / 1000, longitude: -97.7 - at / 1000 }
      const facts = { bedroomsTotal: beds, livingArea: 1000 + 10 * at, yearBuilt: 1990 }
      const homeType = HOME_TYPES[type] ?? 'CONDO'
      const home = {
        zpid: 5000 + at,
        source: 'mls',
        sourceKey: `${at}`,
        address,
        point,
        homeType,
        facts,
        history,
        taxes: [],
        ...(recorded.length > 0 && { recorded }),
      }
      return listing === null ? home : { ...home, listing }
    }),
  )

interface Found {
  readonly asOf: object
  readonly searchResults: readonly object[]
}

const SEARCHES: readonly (readonly [path: string, query: Readonly<Record<string, string>>])[] = [
  ['/search/byaddress', { location: 'Austin, TX' }],
  ['/search/byaddress', { location: 'Austin, TX', listPriceRange: 'min:300000, max:700000', bed_min: '2' }],
  ['/search/byaddress', { location: 'Austin, TX', hasLien: 'true' }],
  ['/search/byaddress', { location: 'Austin, TX', permitSince: '2021-06-01' }],
  ['/search/byaddress', { location: 'Austin, TX', ownedYears: 'min:0.5, max:3' }],
  ['/search/byaddress', { location: 'Austin, TX', equityPercent: 'max:90' }],
  ['/search/bypolygon', { polygon: '30.19 -97.60,30.22 -97.60,30.22 -97.80,30.19 -97.80' }],
  ['/search/bycoordinates', { latitude: '30.21', longitude: '-97.71', radius: '1' }],
]
const EACH_CLASS = [
  { listingStatus: 'For_Sale', sortOrder: 'Price_Low_to_High' },
  { listingStatus: 'For_Sale', daysOnPortal: '90_days', sortOrder: 'Newest' },
  { listingStatus: 'For_Rent', sortOrder: 'Newest' },
  { listingStatus: 'Sold', soldInLast: '12_months' },
  { listingStatus: 'Sold', sortOrder: 'Price_High_to_Low' },
]

test('a search as of a day returns the same results as if the homes had no later data', async () => {
  let results = 0
  await fc.assert(
    fc.asyncProperty(anyTown, fc.array(someDay, { minLength: 3, maxLength: 3 }), async (town, days) => {
      const homes = [...town, soldHome(0)] // the home that was sold on the first day
      const now = smallContext({ homes, rates: [] })
      for (const day of days) {
        const asOf = dayOf(day * DAY_MS)
        const then = smallContext({ homes: homes.map((home) => naiveHomeOn(home, day)), rates: [] })
        const asThen = { ...then, clock: fixedClock((day + 1) * DAY_MS - 1) }
        for (const [path, query] of SEARCHES.flatMap(([path, query]) =>
          EACH_CLASS.map((ofClass) => [path, { ...query, ...ofClass }] as const),
        )) {
          const wanted = await call(path, query, asThen)
          // `call` has checked the answer
          const { asOf: told, ...found } = (await call(path, { ...query, as_of: asOf }, now)) as Found
          assert.deepEqual(found, wanted, `${path} ${JSON.stringify(query)} as of ${asOf}`)
          assert.deepEqual(told, { day: asOf, undated: ['facts', 'people', 'surroundings'] })
          results += found.searchResults.length
        }
      }
    }),
    { seed: 30, numRuns: 5, endOnFailure: true },
  )
  assert.ok(results > 120, `${results} results were compared`)
})

/** Removes from a home what became known only after a day. */
function homeBy(end: string, { listing, estimate, recorded: events = [], ...home }: Home): Home {
  const recorded = events.filter(({ day }) => day <= end)
  const lastDayOf = (at: string) => dayOf(Date.UTC(Number(at.slice(0, 4)), Number(at.slice(5)), 1) - DAY_MS)
  const history = estimate?.history?.filter(([month]) => lastDayOf(month) <= end) ?? []
  const isKnown = listing !== undefined && (listing.closeDate ?? '') <= end
  return {
    ...home,
    ...(isKnown && { listing }),
    history: home.history.filter(({ date }) => date <= end),
    taxes: home.taxes.filter(({ year }) => `${year}-07-01` <= end),
    ...(recorded.length > 0 && { recorded }),
    ...(history.length > 0 && { estimate: { history } }),
  }
}

/** Makes a home that was sold on a day that depends on `at`. Later sales have higher prices. */
function soldHome(at: number): Home {
  const closedMs = FROM_MS + ((at * 7919) % 2800) * DAY_MS
  const [closeDate, closePrice] = [dayOf(closedMs), 200_000 + at * 500]
  const { listing: _, estimate: __, ...rich } = RICH
  return {
    ...rich,
    zpid: 7000 + at,
    address: { ...RICH.address, streetAddress: `${at} Oak St` },
    point: { latitude: 30.29 + at / 100_000, longitude: -97.77 },
    listing: { kind: 'sale', status: 'Closed', listedBy: 'agent', closeDate, closePrice },
    history: [
      { date: dayOf(closedMs - 40 * DAY_MS), event: 'Listed for sale', price: closePrice + 9000, source: 'mls' },
      { date: dayOf(closedMs - 20 * DAY_MS), event: 'Price change', price: closePrice + 5000, source: 'mls' },
      { date: closeDate, event: 'Sold', price: closePrice, source: 'mls' },
    ],
  }
}

const HOME = '5000'
const OF_ONE: readonly (readonly [path: string, query: Readonly<Record<string, string>>])[] = [
  ['/byzpid', { zpid: HOME }],
  ['/pro/byzpid', { zpid: HOME }],
  ['/pricehistory', { byzpid: HOME }],
  ['/taxinfo', { byzpid: HOME }],
  ['/comparable_homes', { byzpid: HOME }],
  ...['zestimate_history', 'rent_zestimate_history', 'listing_price', 'tax_assessment'].map(
    (which) => ['/graph_charts', { byzpid: HOME, which, recent_first: 'False' }] as const,
  ),
]
const OF_MARKETS: typeof OF_ONE = [
  ['/housing_market', { search_query: 'Austin, TX', exclude_rentalMarketTrends: 'False' }],
  ['/rental_market', { search_query: 'Austin, TX' }],
]

test('nothing that became known after a day changes the answer of any operation as of that day', async () => {
  let answers = 0
  await fc.assert(
    fc.asyncProperty(anyTown, someDay, async (town, day) => {
      const end = dayOf(day * DAY_MS)
      const homes = town.map(({ listing: _listing, ...home }) => home)
      const [first] = homes
      const taxes = [2018, 2020, 2022, 2024].map((year) => ({ year, assessedValue: year * 100, taxPaid: year }))
      const history = ['2019-03', '2021-05', '2023-01', '2026-06'].map((month, at) => [month, 300_000 + at] as const)
      if (first) homes[0] = { ...first, taxes, estimate: { value: 999_999, rent: 9999, history } }
      homes.push(...Array.from({ length: 60 }, (_, at) => soldHome(at)))
      const points = [2019, 2021, 2023, 2025].map((year) => [`${year}-01-31`, year * 200] as const)
      const series: MarketSeries = {
        seriesId: 'home_value/city/tx/austin/all/all',
        source: 'survey',
        measure: 'home_value',
        region: 'city/tx/austin',
        points,
      }
      const cutSeries = { ...series, points: points.filter(([at]) => at <= end) }
      const whole = smallContext({ homes, series: [series] })
      const cut = smallContext({ homes: homes.map((home) => homeBy(end, home)), series: [cutSeries] })
      for (const [path, query] of [...OF_ONE, ...OF_MARKETS]) {
        const asked = { ...query, as_of: end }
        const before = await call(path, asked, cut).catch((error) => String(error.code))
        // nothing was known about this home yet, although something was known about other homes
        if (before === 'param.invalid') continue
        assert.deepEqual(await call(path, asked, whole), before, `${path} ${JSON.stringify(asked)}`)
        answers++
      }
    }),
    { seed: 30, numRuns: 5, endOnFailure: true },
  )
  assert.ok(answers > 30, `${answers} answers were compared`)
})

test('a home as of a day has the listing that replaying its events gives', () => {
  fc.assert(
    fc.property(anyTown, someDay, (homes, day) => {
      for (const home of homes) assert.deepEqual(homeAsOf(home, day).listing, naiveHomeOn(home, day).listing)
    }),
    { seed: 30, numRuns: 60 },
  )
})

const CONTEXT = smallContext()

async function refusalOf(path: string, query: Readonly<Record<string, string>>): Promise<string> {
  return call(path, query, CONTEXT).then(
    () => 'answered',
    (error) => `${error.code}: ${error.message}`,
  )
}

test('a future day, or one before all data, is refused with the allowed days', async () => {
  const byZpid = (zpid: number, as_of: string) => refusalOf('/byzpid', { zpid: String(zpid), as_of })
  assert.equal(
    await byZpid(RICH.zpid, '2026-11-21'),
    'param.invalid: as_of must be a day up to 2026-11-20, which counts as today for this data; you sent "2026-11-21".',
  )
  assert.equal(
    await byZpid(RICH.zpid, '2019-05-01'),
    'param.invalid: as_of must be 2019-05-02 or later, because the data begins on that day; you sent "2019-05-01".',
  )
  assert.equal(await byZpid(RICH.zpid, '2019-05-02'), 'answered')
  assert.equal(await byZpid(BARE.zpid, '1990-01-01'), 'answered') // no fact of this home has a date
  for (const [path, query] of OF_MARKETS)
    assert.match(await refusalOf(path, { ...query, as_of: '1999-12-31' }), /must be 2014-06-01 or later/)
  assert.match(
    await refusalOf('/search/byaddress', { location: 'Austin, TX', listingStatus: 'Sold', as_of: '2014-05-31' }),
    /must be 2014-06-01 or later/,
  )
})

test('as of today a listing is as its source last reported it, with pictures and words', () => {
  const { interest: _, estimate: __, ...rich } = RICH
  assert.deepEqual(homeAsOf(RICH, TODAY), rich)
  assert.equal(homeAsOf(RENTAL, TODAY).listing?.drawnPhotos, undefined) // it is unknown when pictures were taken
})

test('a listing without news for two years no longer counts, unless it is still on the market today', () => {
  const { listing: _, ...home } = RICH
  const listed: Home = { ...home, history: [{ date: '2020-01-01', event: 'Listed for sale', price: 5, source: 'mls' }] }
  const day = dayNumber(startOfDay('2022-01-02'))
  assert.equal(homeAsOf(listed, day - 2).listing?.status, 'Active')
  assert.equal(homeAsOf(listed, day).listing, undefined)
  const now: Listing = { kind: 'sale', status: 'Active', listedBy: 'owner', onMarketMs: startOfDay('2020-01-01') }
  assert.deepEqual(homeAsOf({ ...listed, listing: now }, day).listing, { ...now, listPrice: 5 })
})

test('for days that the log covers a home is as it was then, with dates for all of it, under the rules of today', async () => {
  const [day, next] = ['2026-11-10', '2026-11-15']
  const { listing, ...unlisted } = RICH
  const now: Home = { ...RICH, facts: { ...RICH.facts, bedroomsTotal: 4 }, listing: { ...SALE, listPrice: 900_000 } }
  const log = new NaiveLog({ home: [{ ...now, facts: { bedroomsTotal: 3 }, listing: SALE }] }, startOfDay(day))
  log.commit({ home: [now, RENTAL] }, startOfDay(next) + DAY_MS / 2)
  const context = smallContext({ homes: [now, RENTAL], log })
  const then = async (zpid: number, as_of: string) => call('/byzpid', { zpid: String(zpid), as_of }, context)
  const undated = ['people', 'surroundings']
  const before = { ...(await then(RICH.zpid, '2026-11-14')) }
  assert.deepEqual(pick(before), { Bedrooms: 3, Price: 950_000, asOf: { day: '2026-11-14', undated } })
  assert.deepEqual(pick(await then(RICH.zpid, next)), { Bedrooms: 4, Price: 900_000, asOf: { day: next, undated } })
  const dated = { Bedrooms: 4, Price: 950_000, asOf: { day: '2026-11-09', undated: ['facts', ...undated] } }
  assert.deepEqual(pick(await then(RICH.zpid, '2026-11-09')), dated)
  const changesBy = async (as_of: string) => {
    const answer = await call('/pro/byzpid', { zpid: String(RICH.zpid), changes: 'true', as_of }, context)
    return (answer as { readonly changes: readonly object[] }).changes.length // `call` has checked the answer
  }
  assert.deepEqual([await changesBy('2026-11-14'), await changesBy(next)], [0, 1])
  await assert.rejects(then(RENTAL.zpid, '2026-11-14'), /must be 2026-11-15 or later/)

  assert.ok(
    listing && homeAsLogged(RICH, { ...unlisted, address: { ...RICH.address, undisclosed: true } }).address.undisclosed,
  )
  assert.ok(homeAsLogged(RICH, { ...RICH, listing: { ...listing, noValuation: true } }).listing?.noValuation)
})

const SALE: Listing = { kind: 'sale', status: 'Active', listedBy: 'agent', listPrice: 950_000 }

function pick(answer: object): object {
  const { Bedrooms, Price, asOf } = answer as Readonly<Record<string, unknown>> // the short document has these keys
  return { Bedrooms, Price, asOf }
}

test('a search as of a day is neither exported nor saved, and the refusal names the allowed parameters', async () => {
  const query = Object.entries({ location: 'Austin, TX', listingStatus: 'Sold', as_of: '2020-01-01' })
  await assert.rejects(
    hearSearch({ path: '/search/byaddress', query }, CONTEXT, { handling: 'normal', verb: 'export' }),
    /Cannot export a search with as_of "2020-01-01": leave out as_of\./,
  )
})

test('a catalog in a folder finds the same as of a day as one of plain records', async () => {
  const homes = Array.from({ length: 60 }, (_, at) => soldHome(at))
  const { home: _, ...nothing } = Object.fromEntries(NOUNS.map((noun) => [noun, []]))
  const stored = filled({ ...nothing, home: homes } as unknown as Gathered, CONTEXT.words, NOW_MS) // each record type has a list
  const plain = smallContext({ homes, bare: true })
  for (const as_of of ['2019-06-01', '2021-03-09', '2024-12-31']) {
    for (const listingStatus of ['For_Sale', 'Sold']) {
      const [one, other] = await Promise.all(
        [stored, plain].map(async (context) => {
          const query = { ...COUNTRY, listingStatus, as_of, sortOrder: 'Price_High_to_Low' }
          // `call` has checked the answer
          return ((await call('/search/bymapbounds', query, context)) as Found).searchResults
        }),
      )
      assert.deepEqual(one, other)
    }
  }
})

const COUNTRY = { eastLongitude: '-66', northLatitude: '50', southLatitude: '24', westLongitude: '-125' }
