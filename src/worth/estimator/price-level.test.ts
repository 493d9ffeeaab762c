import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Random } from '../../kit/algorithms/random.ts'
import { HOME_INPUTS, inputAt } from './home-inputs.ts'
import { levelOn, priceLevelOf } from './price-level.ts'
import { type Sales, SaleTable } from './sales.ts'

const LAST_DAY = 20_000
const YEAR = 365.25

interface Town {
  readonly sales: number
  readonly years: number
  /** How much the logarithms of prices rise per year. */
  readonly growth: number
  readonly noise: number
  readonly zipcodes: number
  /** Number of places per ZIP code. Backtests group sales by place. */
  readonly placesEach?: number
  readonly seed?: number
}

function soldIn({ sales, years, growth, noise, zipcodes, placesEach = 1, seed = 1 }: Town): Sales {
  const random = new Random(seed, 'town')
  const dear = Array.from({ length: zipcodes }, () => 0.3 * random.bell())
  const table = new SaleTable()
  for (let i = 0; i < sales; i++) {
    const ago = years * YEAR * (1 - (i + 1) / sales)
    const zip = random.whole(0, zipcodes - 1)
    const area = random.whole(1000, 3000)
    const inputs = new Float32Array(HOME_INPUTS.length).fill(Number.NaN)
    inputs[inputAt('homeType')] = 0
    inputs[inputAt('latitude')] = 40
    inputs[inputAt('longitude')] = -80
    inputs[inputAt('livingArea')] = area
    inputs[inputAt('zipcode')] = 98_000 + zip
    const logarithm = (dear[zip] ?? 0) + 0.6 * Math.log(area / 1800) - (growth * ago) / YEAR + noise * random.bell()
    const place = zip * placesEach + random.whole(0, placesEach - 1)
    table.add(i + 1, Math.round(LAST_DAY - ago), 300_000 * Math.exp(logarithm), inputs, place)
  }
  return table.upTo(LAST_DAY)
}

/** Returns how much the price level of the sales changed over the last `years`. */
function measuredChange(town: Town, years: number): number {
  const level = priceLevelOf(soldIn(town))
  return levelOn(level, LAST_DAY) - levelOn(level, LAST_DAY - years * YEAR)
}

test('prices that rise for 25 years are followed to the end', () => {
  const town = { sales: 12_000, years: 25, growth: 0.06, noise: 0.1, zipcodes: 20 }
  assert.ok(Math.abs(measuredChange(town, 1) - 0.06) < 0.03)
  assert.ok(Math.abs(measuredChange(town, 24) - 24 * 0.06) < 0.05)
})

test('in a market with few sales, the level of the newest day does not depend on a handful of sales', () => {
  const ends = Array.from({ length: 12 }, (_, seed) =>
    measuredChange({ sales: 600, years: 6, growth: 0, noise: 0.25, zipcodes: 10, seed: seed + 1 }, 3),
  )
  const deviation = Math.sqrt(ends.reduce((sum, end) => sum + end * end, 0) / ends.length)
  assert.ok(deviation < 0.09)
})

test('places with a sale or two do not hide that prices rise', () => {
  const town = { sales: 3000, years: 3, growth: 0.1, noise: 0.1, zipcodes: 20, placesEach: 1000 }
  assert.ok(Math.abs(measuredChange(town, 2.5) - 0.25) < 0.04)
  assert.ok(Math.abs(measuredChange({ ...town, zipcodes: 1500, placesEach: 1 }, 2.5) - 0.25) < 0.05)
})
