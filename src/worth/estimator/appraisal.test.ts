import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { appraise } from './appraisal.ts'
import type { ComparableSale } from './comparable-sale.ts'
import { type Traits, traitsOf } from './likeness.ts'

const HOME: Traits = traitsOf({
  homeType: 'SINGLE_FAMILY',
  facts: {
    livingArea: 2000,
    lotSizeSquareFeet: 6000,
    bedroomsTotal: 3,
    bathrooms: 2,
    yearBuilt: 1990,
    qualityGrade: 7,
  },
})

function sale(
  zpid: number,
  change: Partial<ComparableSale> & { readonly facts?: Partial<Traits> } = {},
): ComparableSale {
  const { facts, ...rest } = change
  return {
    zpid,
    traits: { ...HOME, ...facts },
    price: 500_000,
    distanceM: 500,
    daysAgo: 30,
    marketFactor: 1,
    ...rest,
  }
}

const anySale = fc
  .record({
    zpid: fc.integer({ min: 1, max: 10_000 }),
    price: fc.integer({ min: 1000, max: 5_000_000 }),
    distanceM: fc.double({ min: 0, max: 40_000, noNaN: true }),
    daysAgo: fc.integer({ min: 0, max: 365 }),
    marketFactor: fc.double({ min: 0.5, max: 2, noNaN: true }),
    facts: fc.record(
      {
        livingArea: fc.oneof(fc.constant(Number.NaN), fc.integer({ min: 0, max: 20_000 })),
        bathrooms: fc.oneof(fc.constant(Number.NaN), fc.integer({ min: 0, max: 9 })),
        qualityGrade: fc.oneof(fc.constant(Number.NaN), fc.integer({ min: 1, max: 13 })),
        waterfront: fc.constantFrom(0, 1),
      },
      { requiredKeys: [] },
    ),
  })
  .map(({ zpid, ...change }) => sale(zpid, change))
const anySales = fc.uniqueArray(anySale, { selector: ({ zpid }) => zpid, maxLength: 80 })

test('a sale loses weight as its price is adjusted more', () => {
  const weightsOf = (livingArea: number) =>
    appraise(HOME, [sale(1, { distanceM: 0, facts: { livingArea } }), sale(2, { distanceM: 3000 })]).comparisons
  const shareOf = (livingArea: number) => weightsOf(livingArea).find(({ zpid }) => zpid === 1)?.weight ?? 0
  assert.ok(shareOf(2000) > 0.9)
  // Half the area means an adjustment by 41 %.
  assert.ok(shareOf(1000) < 0.6, `${shareOf(1000)}`)
})

test('weights add up to one, greatest first, and the value is within the adjusted prices', () => {
  fc.assert(
    fc.property(anySales, (sales) => {
      const { comparisons, value } = appraise(HOME, sales)
      assert.equal(comparisons.length, Math.min(15, sales.length))
      const weights = comparisons.map(({ weight }) => weight)
      assert.deepEqual(
        weights,
        weights.toSorted((a, b) => b - a),
      )
      if (sales.length === 0) return assert.equal(value, undefined)
      assert.ok(Math.abs(weights.reduce((sum, weight) => sum + weight, 0) - 1) < 1e-9)
      const prices = comparisons.map(({ adjustedPrice }) => adjustedPrice)
      assert.ok(value !== undefined && value >= Math.min(...prices) && value <= Math.max(...prices))
      for (const price of prices) assert.ok(Number.isFinite(price) && price > 0)
    }),
  )
})

test('one wild price among several sales moves the value by a few percent at most, and every other price counts', () => {
  const around = [480_000, 500_000, 500_000, 510_000, 530_000].map((price, i) => sale(i + 1, { price }))
  const value = (sales: readonly ComparableSale[]) => appraise(HOME, sales).value ?? 0
  const [as, wild] = [value(around), value([...around, sale(6, { price: 50_000_000 })])]
  assert.ok(wild > as && wild < 1.03 * as)
  assert.ok(value([...around.slice(1), sale(1, { price: 495_000 })]) > as)
})

test('the order of the sales does not matter', () => {
  fc.assert(
    fc.property(anySales, (sales) => assert.deepEqual(appraise(HOME, sales.toReversed()), appraise(HOME, sales))),
  )
})

test('a sale of an identical home next door suggests its own price, adjusted to today', () => {
  const [same] = appraise(HOME, [sale(1, { marketFactor: 1.1 })]).comparisons
  assert.ok(Math.abs((same?.adjustedPrice ?? 0) - 550_000) < 1e-6)
})

test('the sale of a smaller, plainer or inland home suggests more than its price, but less than in proportion to size', () => {
  const suggested = (facts: Partial<Traits>) => appraise(HOME, [sale(1, { facts })]).value ?? 0
  assert.ok(suggested({ livingArea: 1000 }) > 500_000 && suggested({ livingArea: 1000 }) < 1_000_000)
  assert.ok(suggested({ qualityGrade: 6 }) > 500_000)
  assert.ok(suggested({ waterfront: 1 }) < 500_000)
  assert.equal(suggested({ bathrooms: Number.NaN }), 500_000)
})

test('nearer, more recent and more similar sales count more', () => {
  for (const worse of [
    { distanceM: 2000 },
    { daysAgo: 200 },
    { facts: { livingArea: 3000 } },
    { facts: { homeType: 1 } },
  ]) {
    const { comparisons } = appraise(HOME, [sale(1, worse), sale(2)])
    assert.deepEqual(
      comparisons.map(({ zpid }) => zpid),
      [2, 1],
    )
  }
})

test('land is compared by its size alone, and a lot of twice the size costs less than twice as much', () => {
  const lot = { ...traitsOf({ homeType: 'LOT', facts: {} }), lotSize: 10_000 }
  const { value = 0 } = appraise(lot, [{ ...sale(1), traits: { ...lot, lotSize: 20_000 }, price: 100_000 }])
  assert.ok(value > 50_000 && value < 100_000)
})
