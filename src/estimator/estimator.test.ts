import assert from 'node:assert/strict'
import { test } from 'node:test'
import { median } from '../base/median.ts'
import { Random } from '../base/random.ts'
import type { ComparableSale } from './appraisal.ts'
import { BacktestTable } from './backtest-table.ts'
import { Estimator } from './estimator.ts'
import { HOME_INPUTS, inputAt, traitsIn } from './home-inputs.ts'
import { SaleTable } from './sales.ts'
import { trainEstimator } from './train.ts'

const DAY = 16_000
const SEED = 7

/** A home of a made-up town, in which size, age and the way north explain most of a price. */
function townHome(random: Random): { readonly inputs: Float32Array; readonly price: number } {
  const inputs = new Float32Array(HOME_INPUTS.length).fill(Number.NaN)
  const set = (name: (typeof HOME_INPUTS)[number], value: number) => {
    inputs[inputAt(name)] = value
    return value
  }
  set('homeType', 0)
  const north = set('latitude', 40 + random.unit() / 10) - 40
  set('longitude', -80 + random.unit() / 10)
  const area = set('livingArea', random.whole(700, 4000))
  const year = set('yearBuilt', random.whole(1900, 2010))
  set('bathrooms', random.whole(1, 4))
  const price = 90_000 * (area / 1000) ** 0.6 * Math.exp(6 * north + (year - 1950) / 250 + random.bell() / 20)
  return { inputs, price }
}

function town(count: number, seed = SEED): SaleTable {
  const random = new Random(seed, 'town')
  const sales = new SaleTable()
  for (let i = 0; i < count; i++) {
    const { inputs, price } = townHome(random)
    sales.add(1 + i, DAY - 600 + Math.floor((i * 600) / count), price, inputs, 98_000 + (i % 9))
  }
  return sales
}

function trained(sales: SaleTable, day = DAY) {
  const result = trainEstimator(sales, { day, seed: SEED, trees: 60 })
  assert.equal(result.refused, undefined)
  return result
}

const TOWN = trained(town(1500))

function soldNear(home: Float32Array, price: number): ComparableSale[] {
  return [{ zpid: 1, traits: traitsIn(home), price, distanceM: 300, daysAgo: 20, marketFactor: 1 }]
}

test('estimates of homes that it never saw are within a few percent, and the intervals hold what they promise', () => {
  const { columns } = TOWN.backtest
  const misses = columns.prices.map((price, i) => Math.abs((columns.estimates[i] ?? 0) / price - 1))
  assert.ok(median([...misses]) < 0.06)
  const held = (low: Float32Array, high: Float32Array) =>
    columns.prices.filter((price, i) => price >= (low[i] ?? 0) && price <= (high[i] ?? 0)).length /
    columns.prices.length
  assert.ok(Math.abs(held(columns.low80, columns.high80) - 0.8) < 0.06)
  assert.ok(Math.abs(held(columns.low90, columns.high90) - 0.9) < 0.05)
})

test('the same sales, in whatever order they were added, make the same bytes', () => {
  const [forward, backward] = [new SaleTable(), new SaleTable()]
  const random = new Random(SEED, 'order')
  const sales = Array.from({ length: 500 }, (_, i) => ({ ...townHome(random), zpid: i + 1, day: DAY - 500 + i }))
  for (const { zpid, day, price, inputs } of sales) forward.add(zpid, day, price, inputs, 1)
  for (const { zpid, day, price, inputs } of sales.toReversed()) backward.add(zpid, day, price, inputs, 1)
  assert.deepEqual(trained(forward).bytes, trained(backward).bytes)
})

test('an estimate is within its intervals, the wider one holds the narrower, and read bytes tell the same', () => {
  const random = new Random(SEED, 'new homes')
  const [once, again] = [Estimator.of(TOWN.bytes), Estimator.of(Uint8Array.from(TOWN.bytes))]
  for (let i = 0; i < 200; i++) {
    const { inputs, price } = townHome(random)
    if (i % 3 === 0) inputs.fill(Number.NaN)
    const told = once.estimate(inputs, i % 2 === 0 ? [] : soldNear(inputs, price), DAY)
    assert.ok(told.low90 <= told.low80 && told.low80 < told.value && told.value < told.high80)
    assert.ok(told.high80 <= told.high90 && Number.isFinite(told.high90) && told.low90 > 0)
    assert.deepEqual(again.estimate(inputs, i % 2 === 0 ? [] : soldNear(inputs, price), DAY), told)
  }
  assert.equal(once.day, DAY)
  assert.equal(once.sales, 1500)
})

test('sales after its day never change an estimator', () => {
  const later = town(1500)
  const random = new Random(SEED, 'later')
  for (let i = 0; i < 300; i++) later.add(5000 + i, DAY + 1 + i, 9_000_000, townHome(random).inputs, 98_000)
  assert.deepEqual(trained(later).bytes, TOWN.bytes)
})

test('a market with too few sales has no estimator, and says why', () => {
  for (const count of [0, 1, 50]) {
    const { refused } = trainEstimator(town(count), { day: DAY, seed: SEED })
    assert.match(refused ?? '', new RegExp(`^There are ${count} sales`))
  }
})

test('damaged bytes are refused in a sentence', () => {
  for (const at of [0, 9, 40, 2000, TOWN.bytes.length - 1]) {
    const damaged = Uint8Array.from(TOWN.bytes)
    damaged[at] = (damaged[at] ?? 0) ^ 4
    assert.throws(() => Estimator.of(damaged), /^RangeError: Cannot read the estimator from its bytes: /)
  }
  assert.throws(() => Estimator.of(TOWN.bytes.subarray(0, 700)), RangeError)
  assert.throws(() => Estimator.of(TOWN.backtest.bytes), RangeError)
})

test('the backtest comes back from its bytes', () => {
  assert.deepEqual(BacktestTable.of(TOWN.backtest.bytes), TOWN.backtest)
})

test('a home of more living area is rarely told to be worth less, all else and the sales around it being equal', () => {
  const random = new Random(SEED, 'larger')
  const estimator = Estimator.of(TOWN.bytes)
  let lower = 0
  for (let i = 0; i < 200; i++) {
    const { inputs, price } = townHome(random)
    const larger = Float32Array.from(inputs)
    larger[inputAt('livingArea')] = 1.25 * (inputs[inputAt('livingArea')] ?? 0)
    const sales = soldNear(inputs, price)
    if (estimator.estimate(larger, sales, DAY).value < estimator.estimate(inputs, sales, DAY).value) lower++
  }
  assert.ok(lower <= 4)
})

test('reasons are factors on the value, the strongest first, and name inputs', () => {
  const { inputs, price } = townHome(new Random(SEED, 'reasons'))
  const { reasons } = Estimator.of(TOWN.bytes).estimate(inputs, soldNear(inputs, price), DAY)
  assert.ok(reasons.length > 0)
  const strengths = reasons.map(({ effect }) => Math.abs(Math.log(effect)))
  assert.deepEqual(
    strengths,
    strengths.toSorted((one, other) => other - one),
  )
  const names: readonly string[] = ['location', 'salesNearby', ...HOME_INPUTS]
  for (const { input } of reasons) assert.ok(names.includes(input))
})

test('equal prices are told as they are, and a few absurd ones do not move what homes are worth', () => {
  const random = new Random(SEED, 'equal')
  const [equal, absurd] = [new SaleTable(), new SaleTable()]
  for (let i = 0; i < 450; i++) {
    const { inputs } = townHome(random)
    equal.add(i + 1, DAY - 450 + i, 250_000, inputs, 1)
    absurd.add(i + 1, DAY - 450 + i, i % 50 === 0 ? 1e9 : 250_000, inputs, 1)
  }
  const { inputs } = townHome(random)
  const told = Estimator.of(trained(equal).bytes).estimate(inputs, soldNear(inputs, 250_000), DAY)
  assert.ok(Math.abs(told.value / 250_000 - 1) < 0.01 && told.low90 < told.value && told.value < told.high90)
  const still = Estimator.of(trained(absurd).bytes).estimate(inputs, soldNear(inputs, 250_000), DAY)
  assert.ok(Math.abs(still.value / 250_000 - 1) < 0.1)
})

test('sales without a price, a place or a size are left out', () => {
  const sales = town(500)
  const { inputs } = townHome(new Random(SEED, 'left out'))
  for (const name of ['latitude', 'livingArea'] as const) {
    const without = Float32Array.from(inputs)
    without[inputAt(name)] = Number.NaN
    sales.add(9000, DAY, 100_000, without, 1)
  }
  for (const price of [0, -1, Number.NaN, Infinity]) sales.add(9001, DAY, price, inputs, 1)
  assert.deepEqual(trained(sales).bytes, trained(town(500)).bytes)
})
