import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Catalog } from '../../catalog/ports/catalog.ts'
import { DAY_MS, dayNumber, dayOf } from '../../kit/base/clock.ts'
import type { MarketSeries } from '../../model/market.ts'
import { boundedFactor } from './market-bound.ts'
import type { RegionValues } from './region-values.ts'
import { valueIndexAt } from './value-index.ts'
import { valuesOfSeries } from './value-index-published.ts'
import { type AreaSale, valuesOfSales } from './value-index-sales.ts'

const START = dayNumber(Date.UTC(2020, 0, 1))
const DAYS = 400
const day = fc.integer({ min: START, max: START + DAYS })
const sale = fc.record({
  day,
  price: fc.integer({ min: 1000, max: 2_000_000 }),
  livingArea: fc.integer({ min: 300, max: 6000 }),
  zipcode: fc.constantFrom(98101, 98102, 98103, Number.NaN),
})

function series(points: readonly (readonly [day: number, value: number])[], region = 'zipcode/78703'): MarketSeries {
  return {
    seriesId: `home_value/${region}/all/all`,
    source: 'survey',
    measure: 'home_value',
    region,
    points: points.map(([end, value]) => [dayOf(end * DAY_MS), value]),
  }
}

/** Asserts that values are the same with and without later data. */
function assertNoLookAhead<T extends { readonly day: number }>(
  all: readonly T[],
  [one, other]: readonly [number, number],
  make: (known: readonly T[]) => RegionValues | undefined,
): void {
  const later = Math.max(one, other)
  const earlier = Math.min(one, other)
  const [whole, cut] = [make(all), make(all.filter((each) => each.day <= later))]
  const isKnown = (values: RegionValues | undefined) =>
    values !== undefined && values.firstDay <= earlier && values.readyDay <= later
  assert.equal(isKnown(whole), isKnown(cut))
  if (whole === undefined || cut === undefined || !isKnown(whole)) return
  for (const each of [one, other]) assert.equal(whole.valueOn(each, later), cut.valueOn(each, later))
}

test('a value computed from sales does not depend on later sales', () => {
  fc.assert(
    fc.property(fc.array(sale, { minLength: 400, maxLength: 900 }), fc.tuple(day, day), (sales, days) =>
      assertNoLookAhead<AreaSale>(sales, days, (known) => valuesOfSales('city/tx/austin', known)),
    ),
  )
})

test('deeds of a dollar, however many, do not change the values of a region', () => {
  const share = fc.constantFrom(0.25, 1)
  fc.assert(
    fc.property(fc.array(sale, { minLength: 400, maxLength: 600 }), share, (sales, polluted) => {
      const nominal = sales.slice(0, polluted * sales.length).map((each) => ({ ...each, price: 1 }))
      const [clean, dirty] = [sales, [...nominal, ...sales]].map((deeds) => valuesOfSales('city/tx/austin', deeds))
      assert.equal(dirty?.readyDay, clean?.readyDay)
      const later = START + DAYS
      if (clean !== undefined) assert.equal(dirty?.valueOn(later, later), clean.valueOn(later, later))
    }),
    { numRuns: 10 },
  )
})

test('homes that were sold together do not change the values of a region', () => {
  fc.assert(
    fc.property(fc.array(sale, { minLength: 400, maxLength: 600 }), (sales) => {
      const package3 = [1000, 1200, 1400].map((livingArea) => ({ day: START, price: 9e7, livingArea, zipcode: 98101 }))
      const [alone, beside] = [sales, [...package3, ...sales]].map((deeds) => valuesOfSales('city/tx/austin', deeds))
      const later = START + DAYS
      assert.equal(beside?.valueOn(later, later), alone?.valueOn(later, later))
    }),
    { numRuns: 10 },
  )
})

test('even absurd sales change the values of a region by no more than a market can change', () => {
  const wild = fc.record({
    day: fc.integer({ min: START, max: START + 360 }),
    price: fc.constantFrom(1001, 50_003, 7_000_001, 900_000_007),
    livingArea: fc.integer({ min: 300, max: 60_000 }),
    zipcode: fc.constantFrom(98101, 98102),
  })
  fc.assert(
    fc.property(fc.array(wild, { minLength: 400, maxLength: 500 }), fc.tuple(wild, wild), (sales, [one, other]) => {
      const values = valuesOfSales('city/tx/austin', sales)
      if (values === undefined) return
      const knownBy = START + DAYS
      const [from, to] = [one, other].map(({ day: at }) => values.valueOn(at, knownBy))
      assert.ok(Math.abs(Math.log((to ?? 0) / (from ?? 1))) <= 2 * Math.LN2 + 1e-9, `${from} to ${to}`)
    }),
    { numRuns: 10 },
  )
})

test('the change of a market is limited to what is plausible', () => {
  assert.deepEqual([boundedFactor(18_000, 30), boundedFactor(1e-9, 365), boundedFactor(1.4, 30)], [2, 0.5, 1.4])
  assert.ok(Math.abs(boundedFactor(1000, 3 * 365) - 8) < 1e-9)
})

test('a published value does not depend on later values', () => {
  const points = fc.uniqueArray(fc.record({ day, value: fc.integer({ min: 1, max: 1000 }) }), {
    selector: (point) => point.day,
    maxLength: 40,
  })
  fc.assert(
    fc.property(points, fc.tuple(day, day), (unordered, days) => {
      const ordered = unordered.toSorted((a, b) => a.day - b.day)
      assertNoLookAhead(ordered, days, (known) => valuesOfSeries(series(known.map((each) => [each.day, each.value]))))
    }),
  )
})

test('published values are interpolated between the ends of periods, and the last value holds', () => {
  const values = valuesOfSeries(
    series([
      [START, 100],
      [START + 10, 200],
    ]),
  )
  assert.equal(values?.valueOn(START + 4, START + 10), 140)
  assert.equal(values?.valueOn(START + 4, START + 9), 100)
  assert.equal(values?.valueOn(START + 99, START + 99), 200)
  assert.equal(valuesOfSeries(series([])), undefined)
})

test('sales whose prices rise by 1 % a month give an index that rises as fast, whatever sizes and ZIP codes are sold', () => {
  const sales = Array.from({ length: 4000 }, (_, i) => {
    const at = START + ((i * 7919) % 900)
    const livingArea = 800 + ((i * 104_729) % 3000)
    const zipcode = 98_101 + ((i + Math.floor((i % 7) * (at / 900))) % 5) // expensive ZIP codes have more and more of the sales
    const level = 2000 * (zipcode - 98_100) * livingArea ** 0.7
    return { day: at, livingArea, zipcode, price: level * Math.exp(((at - START) / 30.44) * 0.01) }
  })
  const values = valuesOfSales('county/53033', sales)
  assert.ok(values)
  assert.equal(values.source, 'sales in this catalog')
  const factor = values.valueOn(START + 500, START + 890) / values.valueOn(START + 100, START + 890)
  assert.ok(Math.abs(factor - Math.exp((400 / 30.44) * 0.01)) < 0.004, `${factor}`)
  assert.equal(valuesOfSales('zipcode/98103', sales.slice(0, 250)), undefined)
  const [knownBy, flatFrom] = [START + 890, values.flatFrom(START + 890)]
  const value = (at: number) => values.valueOn(at, knownBy)
  assert.ok(value(flatFrom + 1) === value(knownBy) && value(flatFrom - 1) < value(knownBy))
  const behind = values.newestDay(knownBy) - flatFrom
  assert.ok(behind >= 13 && behind <= 16, 'the mean of a month stands for its middle')
})

test('the value of a region is close to the price of its median home', () => {
  const sales = Array.from({ length: 3600 }, (_, i) => ({
    day: START + (i >> 2),
    livingArea: 1000 + (i % 11) * 200,
    zipcode: 98_101,
    price: 400_000 + ((i * 7919) % 11) * 20_000,
  }))
  const value = valuesOfSales('city/wa/seattle', sales)?.valueOn(START + 899, START + 899) ?? 0
  assert.ok(Math.abs(value - 500_000) < 20_000, `${value}`)
})

test('the series of the smallest region takes precedence, and sales are used if nothing is published', async () => {
  const published = [
    series(
      [
        [START, 100],
        [START + 30, 110],
      ],
      'city/tx/austin',
    ),
    series([[START - 400, 50]], 'state/tx'),
    { ...series([[START + 60, 9]], 'city/tx/austin'), seriesId: 'home_value/city/tx/austin/CONDO/all' },
  ]
  const sales = Array.from({ length: 400 }, (_, i) => ({
    day: START - 800 + (i % 20),
    price: 1000 + i,
    livingArea: 10,
  }))
  const catalog = {
    records: { get: async (_: string, id: string) => published.find(({ seriesId }) => seriesId === id) },
    about: () => ({ dataVersion: '1' }),
    search: () => ({
      selectAll: async () => ({
        zpids: Float64Array.from(sales.keys()),
        values: {
          soldDay: Float64Array.from(sales, (each) => each.day),
          price: Float64Array.from(sales, (each) => each.price),
          livingArea: Float64Array.from(sales, (each) => each.livingArea),
          zipcode: new Float64Array(sales.length),
        },
      }),
    }),
  } as unknown as Catalog // an index uses nothing else
  const address = { streetAddress: '', city: 'Austin', state: 'TX', zipcode: '78703' }
  const index = await valueIndexAt(address, 'CONDO', START - 700, catalog)
  assert.deepEqual(index.change(START, START + 30), {
    factor: 1.1,
    region: 'city/tx/austin',
    source: 'survey',
    newestDay: START + 30,
    flatFrom: START + 30,
  })
  assert.deepEqual(index.change(START - 300, START + 30), {
    factor: 1,
    region: 'state/tx',
    source: 'survey',
    newestDay: START - 400,
    flatFrom: START - 400,
  })
  assert.equal(index.change(START, START + 70)?.factor, 1.1, 'the series of condos starts too late')
  assert.equal(index.change(START - 500, START)?.source, 'sales in this catalog')
  assert.equal(index.change(START - 5000, START), undefined)
})
