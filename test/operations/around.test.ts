import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { DAY_MS, dayNumber, dayOf, startOfDay } from '../../src/kit/base/clock.ts'
import { Fault } from '../../src/kit/base/failure.ts'
import type { Home, Point } from '../../src/model/home.ts'
import { listingClassOf } from '../../src/model/home-columns.ts'
import { marketState } from '../../src/model/market-state.ts'
import { comparablesOf } from '../../src/worth/valuation/comparables.ts'
import { valuationDay } from '../../src/worth/valuation/valuation-day.ts'
import { anyHome } from './any-home.ts'
import { call } from './call.ts'
import { BARE, HOMES, NOW_MS, POOR, RENTAL, RICH, SOLD, TOWER, UNDISCLOSED, UNITS } from './made-homes.ts'
import { smallCatalog, smallContext } from './small-catalog.ts'

interface Row {
  readonly zpid: number
  readonly lotId?: string
  readonly price: number | null
}
type Comparable = {
  readonly property: Row
  readonly comparison: { readonly weight: number; readonly adjustedPrice: number }
}

const context = smallContext()
const TODAY = dayNumber(NOW_MS)

async function nearbyOf(parameters: Readonly<Record<string, string>>, within = context): Promise<readonly Row[]> {
  return ((await call('/nearby', parameters, within)) as { nearby_properties: readonly Row[] }).nearby_properties
}

async function similarOf(parameters: Readonly<Record<string, string>>, within = context): Promise<readonly Row[]> {
  const answer = (await call('/similar', parameters, within)) as {
    similar_properties: { propertyDetails: readonly Row[] }
  }
  return answer.similar_properties.propertyDetails
}

interface ComparableAnswer {
  readonly comparable_homes: readonly Comparable[]
  readonly valuation: { readonly asOf: string; readonly value: number | null }
}

async function comparableAnswer(zpid: number, within = context): Promise<ComparableAnswer> {
  return (await call('/comparable_homes', { byzpid: String(zpid) }, within)) as ComparableAnswer
}

async function comparablesAt(zpid: number, within = context): Promise<readonly Comparable[]> {
  return (await comparableAnswer(zpid, within)).comparable_homes
}

function zpidsOf(rows: readonly Row[]): number[] {
  return rows.map(({ zpid }) => zpid)
}

/** Generates homes of every kind within a few streets. */
const town = fc
  .array(fc.tuple(anyHome, fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 40 }), fc.boolean()), {
    minLength: 1,
    maxLength: 40,
  })
  .map((drawn) =>
    drawn.map(([home, east, north, isUnit], i): Home => {
      const { point: _point, lotId: _lotId, ...rest } = home
      const point: Point = { latitude: 30 + north / 1000, longitude: -97 + east / 1000 }
      return { ...rest, zpid: 5000 + i, ...(i % 9 < 8 && { point }), ...(isUnit && { lotId: TOWER.lotId }) }
    }),
  )

test('in any town, every answer matches its declaration, and no home is listed around itself or twice', async () => {
  await fc.assert(
    fc.asyncProperty(town, async (homes) => {
      const within = smallContext({ homes })
      const [home] = homes as [Home, ...Home[]]
      const who = { byzpid: String(home.zpid) }
      const comparable = (await comparablesAt(home.zpid, within)).map(({ property }) => property)
      for (const rows of [comparable, await similarOf(who, within), await nearbyOf(who, within)]) {
        const zpids = zpidsOf(rows)
        assert.equal(zpids.includes(home.zpid), false)
        assert.equal(new Set(zpids).size, zpids.length)
      }
    }),
    { numRuns: 25 },
  )
})

test('comparables were sold in the year up to the day of the value, and similar homes are on the same market as the home', async () => {
  await fc.assert(
    fc.asyncProperty(town, async (homes) => {
      const within = smallContext({ homes })
      const byZpid = new Map(homes.map((home) => [home.zpid, home]))
      const [home] = homes as [Home, ...Home[]]
      const answer = await comparableAnswer(home.zpid, within)
      const asOfMs = startOfDay(answer.valuation.asOf)
      assert.ok(asOfMs <= NOW_MS)
      for (const { property } of answer.comparable_homes) {
        const sold = byZpid.get(property.zpid) as Home // only these homes are in answers
        assert.equal(marketState(sold, asOfMs), 'RECENTLY_SOLD')
        assert.ok(startOfDay(sold.listing?.closeDate ?? '') <= asOfMs)
        assert.notEqual(property.price, null)
      }
      const wanted = marketState(home, NOW_MS) === 'FOR_RENT' ? 'For_Rent' : 'For_Sale'
      for (const { zpid } of await similarOf({ byzpid: String(home.zpid) }, within)) {
        assert.equal(listingClassOf(byZpid.get(zpid) as Home), wanted)
      }
    }),
    { numRuns: 25 },
  )
})

test('a home’s value on a day does not depend on later sales', async () => {
  const sold = fc.record({ daysAgo: fc.integer({ min: 0, max: 800 }), price: fc.integer({ min: 5e4, max: 2e6 }) })
  await fc.assert(
    fc.asyncProperty(fc.array(sold, { maxLength: 60 }), fc.integer({ min: 0, max: 500 }), async (sales, daysBack) => {
      const asOfDay = TODAY - daysBack
      const all = sales.map(({ daysAgo, price }, i) => soldHome(i, TODAY - daysAgo, price))
      const soldByThen = all.filter((_, i) => TODAY - (sales[i]?.daysAgo ?? 0) <= asOfDay)
      const [whole, cut] = [all, soldByThen].map((homes) => smallCatalog({ homes: [RICH, ...homes] }))
      assert.ok(whole && cut)
      assert.deepEqual(await comparablesOf(RICH, asOfDay, whole), await comparablesOf(RICH, asOfDay, cut))
    }),
    { numRuns: 25 },
  )
})

function soldHome(i: number, day: number, price: number): Home {
  const point = { latitude: 30.29 + (i % 7) / 1000, longitude: -97.77 - (i % 5) / 1000 }
  const listing = { kind: 'sale', status: 'Closed', listedBy: 'agent' } as const
  return {
    ...SOLD,
    zpid: 7000 + i,
    point,
    facts: { ...SOLD.facts, livingArea: 1200 + ((i * 37) % 50) * 40 },
    listing: { ...listing, closePrice: price, closeDate: dayOf(day * DAY_MS) },
  }
}

test('comparable homes come with their differences, the value that each suggests, and the value that they suggest together', async () => {
  const homes = [RICH, ...Array.from({ length: 30 }, (_, i) => soldHome(i, TODAY - i, 700_000 + i * 1000))]
  const within = smallContext({ homes })
  const rows = await comparablesAt(RICH.zpid, within)
  assert.equal(rows.length, 15)
  const total = rows.reduce((sum, { comparison }) => sum + comparison.weight, 0)
  assert.ok(Math.abs(total - 1) < 0.01)
  const { valuation } = await comparableAnswer(RICH.zpid, within)
  assert.ok(valuation.value !== null)
  const prices = rows.map(({ comparison }) => comparison.adjustedPrice)
  assert.ok(valuation.value >= Math.min(...prices) && valuation.value <= Math.max(...prices))
})

const DALLAS_ADDRESS = { ...SOLD.address, city: 'Dallas', county: 'Dallas', countyFips: '48113', zipcode: '75201' }

/** Moves a home to another county, 300 km away. */
function inDallas(home: Home): Home {
  const { latitude, longitude } = home.point ?? { latitude: 0, longitude: 0 }
  return {
    ...home,
    zpid: home.zpid + 50_000,
    address: DALLAS_ADDRESS,
    point: { latitude: latitude + 2.5, longitude: longitude + 1 },
  }
}

test('homes of a county whose sales ended years ago are valued as of its newest sales, beside counties with fresh ones', async () => {
  const ended = dayNumber(Date.UTC(2015, 4, 27))
  const old = Array.from({ length: 40 }, (_, i) => soldHome(i, ended - 9 * i, 700_000))
  const fresh = Array.from({ length: 40 }, (_, i) => inDallas(soldHome(i, TODAY - 9 * i, 300_000)))
  const dallas = inDallas(RICH)
  const within = smallContext({ homes: [RICH, dallas, ...old, ...fresh] })
  const [there, here] = [await comparableAnswer(RICH.zpid, within), await comparableAnswer(dallas.zpid, within)]
  assert.deepEqual([there.valuation.asOf, there.comparable_homes.length], ['2015-05-27', 15])
  assert.deepEqual([here.valuation.asOf, here.comparable_homes.length], [dayOf(NOW_MS), 15])
})

test('all counties whose sales ended at about the same time are valued as of the day of their newest estimator', async () => {
  const ended = TODAY - 4000
  const sold = Array.from({ length: 40 }, (_, i) => soldHome(i, ended - i, 700_000))
  const catalog = smallCatalog({ homes: [RICH, ...sold] })
  const trainedOn = (...days: number[]) => ({
    ...catalog,
    estimators: { ...catalog.estimators, days: async () => days },
  })
  assert.equal(await valuationDay(RICH, TODAY, trainedOn(ended - 400, ended + 4, TODAY)), ended + 4)
  assert.equal(await valuationDay(RICH, TODAY, trainedOn(TODAY - 1)), ended)
})

test('a few later outliers do not hide the year in which a county’s sales ended', async () => {
  const ended = TODAY - 4000
  const old = Array.from({ length: 40 }, (_, i) => soldHome(i, ended - i, 700_000))
  const stray = Array.from({ length: 3 }, (_, i) => soldHome(100 + i, TODAY - i, 700_000))
  const catalog = smallCatalog({ homes: [RICH, ...old, ...stray] })
  assert.equal(await valuationDay(RICH, TODAY, catalog), ended)
  assert.equal(await valuationDay(RICH, TODAY, smallCatalog({ homes: [RICH, ...stray] })), TODAY)
  assert.equal(await valuationDay(RICH, TODAY, smallCatalog({ homes: [RICH] })), TODAY)
})

test('the day of a value is never after the requested day, and no later sale affects it', async () => {
  const daysAgo = fc.integer({ min: 0, max: 3000 })
  await fc.assert(
    fc.asyncProperty(fc.array(daysAgo, { maxLength: 60 }), daysAgo, async (sales, daysBack) => {
      const asked = TODAY - daysBack
      const all = sales.map((ago, i) => soldHome(i, TODAY - ago, 500_000))
      const soldByThen = all.filter((_, i) => TODAY - (sales[i] ?? 0) <= asked)
      const day = await valuationDay(RICH, asked, smallCatalog({ homes: [RICH, ...all] }))
      assert.ok(day <= asked)
      assert.equal(day, await valuationDay(RICH, asked, smallCatalog({ homes: [RICH, ...soldByThen] })))
      if (soldByThen.length === 0) assert.equal(day, asked)
    }),
    { numRuns: 25 },
  )
})

test('the nearest places come first, a building once, and none with an undisclosed address', async () => {
  const rows = await nearbyOf({ byzpid: String(RICH.zpid) })
  assert.deepEqual(zpidsOf(rows).slice(0, 2), [POOR.zpid, RENTAL.zpid])
  assert.equal(rows.filter(({ lotId }) => lotId === TOWER.lotId).length, 1)
  const tower = rows.find(({ lotId }) => lotId === TOWER.lotId)
  assert.deepEqual([tower?.zpid, tower?.price], [1101, 1500])
  assert.equal(zpidsOf(rows).includes(UNDISCLOSED.zpid), false)
})

test('around a building, or a home in it, none of its own units is listed', async () => {
  const units = UNITS.map(({ zpid }) => zpid)
  for (const who of [{ bylotid: TOWER.lotId }, { byzpid: String(UNITS[0]?.zpid) }]) {
    const rows = [...(await nearbyOf(who)), ...(await similarOf(who))]
    assert.ok(rows.length > 0)
    for (const { zpid } of rows) assert.equal(units.includes(zpid), false)
  }
  assert.deepEqual(zpidsOf(await similarOf({ bylotid: TOWER.lotId })), [RENTAL.zpid])
})

test('many units of a nearby tower do not hide the rentals behind it', async () => {
  const units = Array.from({ length: 300 }, (_, i): Home => ({ ...RENTAL, zpid: 8000 + i, lotId: 'lot-next-door' }))
  const houses = Array.from({ length: 30 }, (_, i): Home => {
    const point = { latitude: 30.4 + i / 1000, longitude: -97.77 }
    return { ...RENTAL, zpid: 9000 + i, point }
  })
  const zpids = zpidsOf(await similarOf({ byzpid: '9000' }, smallContext({ homes: [...units, ...houses] })))
  assert.equal(zpids.length, 20)
  assert.ok(zpids.filter((zpid) => zpid < 9000).length <= 1)
  const around = zpidsOf(
    await similarOf({ byzpid: '1' }, smallContext({ homes: [{ ...RENTAL, zpid: 1 }, ...units, ...houses] })),
  )
  assert.deepEqual([around.length, around.filter((zpid) => zpid < 9000).length], [20, 1])
})

test('the id takes precedence over the URL, the URL over the address, the address over the building', async () => {
  const address = '1204 N Lamar Blvd, Austin, TX 78703'
  const url = `https://portal.example/homedetails/x/${SOLD.zpid}_zpid/`
  const all = { byzpid: String(RENTAL.zpid), byurl: url, byaddress: address, bylotid: TOWER.lotId }
  const { byzpid, ...without } = all
  const { byurl: _, ...less } = without
  assert.deepEqual(await nearbyOf(all), await nearbyOf({ byzpid }))
  assert.deepEqual(await nearbyOf(without), await nearbyOf({ byurl: url }))
  assert.deepEqual(await nearbyOf(less), await nearbyOf({ byaddress: address }))
  assert.deepEqual(await nearbyOf({ byzpid: address }), await nearbyOf({ byaddress: address }))
})

test('a home with unknown coordinates, unknown size or an undisclosed address has empty lists where others would mislead', async () => {
  const sizeless = { ...RICH, zpid: 6001, facts: {} }
  const placeless = { ...BARE, zpid: 6002 }
  const within = smallContext({ homes: [...HOMES, sizeless, placeless] })
  for (const zpid of [sizeless.zpid, placeless.zpid, UNDISCLOSED.zpid]) {
    assert.deepEqual(await comparablesAt(zpid, within), [])
  }
  for (const zpid of [placeless.zpid, UNDISCLOSED.zpid]) {
    assert.deepEqual(await nearbyOf({ byzpid: String(zpid) }, within), [])
    assert.deepEqual(await similarOf({ byzpid: String(zpid) }, within), [])
  }
  assert.ok((await similarOf({ byzpid: String(sizeless.zpid) }, within)).length > 0)
})

test('unreadable and unknown values are reported, with the container that clients read', async () => {
  for (const [path, container] of [
    ['/comparable_homes', { comparable_homes: [] }],
    ['/similar', { similar_properties: {} }],
    ['/nearby', { nearby_properties: [] }],
  ] as const) {
    const failed = (parameters: Readonly<Record<string, string>>) =>
      call(path, parameters, context).then(
        () => assert.fail(path),
        (error: unknown) => error as Fault,
      )
    const none = await failed({})
    assert.ok(none instanceof Fault)
    assert.match(none.message, /send one of byzpid, byurl, byaddress/)
    const unknown = await failed({ byzpid: '999999' })
    assert.deepEqual([unknown.code, unknown.extras.container], ['home.unknown', container])
    const several = await failed({ byaddress: '500 Lamar Tower Dr, Austin, TX 78703' })
    assert.deepEqual([several.code, several.extras.container], ['address.ambiguous', container])
    assert.equal((await failed({ byurl: 'https://portal.example/austin-tx/' })).code, 'param.invalid')
    if (path === '/comparable_homes') continue
    const building = await failed({ bylotid: 'nothing' })
    assert.deepEqual([building.code, building.extras.container], ['building.unknown', container])
  }
})
