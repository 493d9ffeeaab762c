import assert from 'node:assert/strict'
import { test } from 'node:test'
import { soldHome } from '../../../test/sold-homes.ts'
import { median } from '../../kit/algorithms/median.ts'
import { Random } from '../../kit/algorithms/random.ts'
import { HOME_TYPES } from '../../model/home.ts'
import { BacktestTable } from './backtest-table.ts'
import type { ComparableSale } from './comparable-sale.ts'
import { marginsAt, marginsOf } from './conformal.ts'
import { Estimator } from './estimator.ts'
import { HOME_INPUTS, homeInputs, inputAt, traitsIn } from './home-inputs.ts'
import { cityCode, hasLack, LACKS, lackBits, sizeIn } from './lack.ts'
import { spread } from './market-sales.ts'
import { SaleTable } from './sales.ts'
import { trainEstimator } from './train.ts'

const DAY = 16_000
const SEED = 7

/** A home of an invented town. Size, age and latitude explain most of its price. */
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

function town(count: number, days = 600): SaleTable {
  const random = new Random(SEED, 'town')
  const sales = new SaleTable()
  for (let i = 0; i < count; i++) {
    const { inputs, price } = townHome(random)
    sales.add(1 + i, DAY - days + Math.floor((i * days) / count), price, inputs, 98_000 + (i % 9))
  }
  return sales
}

/**
 * A town whose ZIP codes lie side by side from south to north. `hasPoint` and `hasSize` say which homes have
 * coordinates and a size.
 */
function areaTown(count: number, hasPoint: (i: number) => boolean, hasSize: (i: number) => boolean): SaleTable {
  const random = new Random(SEED, 'areas')
  const sales = new SaleTable()
  for (let i = 0; i < count; i++) {
    const { inputs, price } = areaHome(random)
    if (!hasPoint(i)) inputs[inputAt('latitude')] = Number.NaN
    if (!hasSize(i)) inputs[inputAt('livingArea')] = Number.NaN
    sales.add(1 + i, DAY - 600 + Math.floor((i * 600) / count), price, inputs, 1, undefined, CITY)
  }
  return sales
}

const CITY = cityCode({ city: 'Austin', state: 'TX' })

function areaHome(random: Random): { readonly inputs: Float32Array; readonly price: number } {
  const { inputs, price } = townHome(random)
  const north = (inputs[inputAt('latitude')] ?? 0) - 40
  inputs[inputAt('zipcode')] = 78_700 + Math.floor(60 * north)
  return { inputs, price }
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

test('estimates of unseen homes are within a few percent, and the intervals contain the promised shares of prices', () => {
  const { columns } = TOWN.backtest
  const rows = [...columns.prices.entries()].filter(([i]) => columns.lacks[i] === 0)
  const misses = rows.map(([i, price]) => Math.abs((columns.estimates[i] ?? 0) / price - 1))
  assert.ok(median(misses) < 0.06)
  const covered = (low: Float32Array, high: Float32Array) =>
    rows.filter(([i, price]) => price >= (low[i] ?? 0) && price <= (high[i] ?? 0)).length / rows.length
  assert.ok(Math.abs(covered(columns.low80, columns.high80) - 0.8) < 0.06)
  assert.ok(Math.abs(covered(columns.low90, columns.high90) - 0.9) < 0.05)
})

test('a small number of trees still estimates expensive and cheap homes as far apart as they are', () => {
  const random = new Random(SEED, 'dear and cheap')
  const homes = Array.from({ length: 400 }, () => townHome(random)).sort((one, other) => one.price - other.price)
  const estimator = Estimator.of(TOWN.bytes)
  const ratios = homes.map(
    ({ inputs, price }) => estimator.estimate(inputs, soldNear(inputs, price), DAY).value / price,
  )
  for (const part of [ratios.slice(0, 40), ratios.slice(-40)])
    assert.ok(Math.abs(median(part) - 1) < 0.12, String(median(part)))
})

test('the same sales make the same bytes, in any order of addition', () => {
  const [forward, backward] = [new SaleTable(), new SaleTable()]
  const random = new Random(SEED, 'order')
  const sales = Array.from({ length: 500 }, (_, i) => ({ ...townHome(random), zpid: i + 1, day: DAY - 500 + i }))
  for (const { zpid, day, price, inputs } of sales) forward.add(zpid, day, price, inputs, 1)
  for (const { zpid, day, price, inputs } of sales.toReversed()) backward.add(zpid, day, price, inputs, 1)
  assert.ok(Buffer.compare(trained(forward).bytes, trained(backward).bytes) === 0)
})

test('an estimate is within its intervals, the wider interval contains the narrower, and bytes that were read give the same estimate', () => {
  const random = new Random(SEED, 'new homes')
  const [once, again] = [Estimator.of(TOWN.bytes), Estimator.of(Uint8Array.from(TOWN.bytes))]
  for (let i = 0; i < 200; i++) {
    const { inputs, price } = townHome(random)
    if (i % 3 === 0) inputs.fill(Number.NaN)
    const estimate = once.estimate(inputs, i % 2 === 0 ? [] : soldNear(inputs, price), DAY)
    assert.ok(estimate.low90 <= estimate.low80 && estimate.low80 < estimate.value && estimate.value < estimate.high80)
    assert.ok(estimate.high80 <= estimate.high90 && Number.isFinite(estimate.high90) && estimate.low90 > 0)
    assert.deepEqual(again.estimate(inputs, i % 2 === 0 ? [] : soldNear(inputs, price), DAY), estimate)
  }
  assert.equal(once.day, DAY)
  assert.equal(once.sales, 1500)
})

test('sales after the day of an estimator never change it', () => {
  const later = town(1500)
  const random = new Random(SEED, 'later')
  for (let i = 0; i < 300; i++) later.add(5000 + i, DAY + 1 + i, 9_000_000, townHome(random).inputs, 98_000)
  assert.ok(Buffer.compare(trained(later).bytes, TOWN.bytes) === 0)
})

test('a market with too few sales has no estimator, and the reason is given', () => {
  for (const count of [0, 1, 50]) {
    const { refused } = trainEstimator(town(count), { day: DAY, seed: SEED })
    assert.match(refused ?? '', new RegExp(`^There are ${count} sales`))
  }
})

test('sales of a single day make no estimator, because no sale can be held back', () => {
  const { refused } = trainEstimator(town(600, 0), { day: DAY, seed: SEED })
  assert.match(refused ?? '', /^The sales are from too few days /)
})

function scoresOf(count: number, scoreAt: (i: number) => number, weightAt: (i: number) => number = () => 1) {
  const each = (of: (i: number) => number) => Float64Array.from({ length: count }, (_, i) => of(i))
  return { estimates: each((i) => i / count), scores: each(scoreAt), weights: each(weightAt) }
}

test('margins need enough sales to determine a limit that one sale in twenty exceeds', () => {
  for (const count of [0, 19]) assert.throws(() => marginsOf(scoresOf(count, () => 1)), RangeError)
  const margins = marginsAt(marginsOf(scoresOf(20, (i) => i - 9.5)), 0.5)
  assert.ok(margins.low90 < -9 && margins.high90 > 9)
})

test('margins are those of homes of about the same value, and change gradually with the value', () => {
  // Cheap homes sell for far less than their estimates, expensive homes for far more.
  const random = new Random(SEED, 'margins')
  const scores = Array.from({ length: 1000 }, (_, i) => random.between(i < 500 ? -4 : -1, i < 500 ? 1 : 4))
  const margins = marginsOf(scoresOf(1000, (i) => scores[i] ?? 0))
  const [cheap, middle, dear] = [0, 0.5, 1].map((estimate) => marginsAt(margins, estimate))
  assert.ok(cheap && middle && dear)
  assert.ok(Math.abs(cheap.low80 + 3.5) < 0.3 && Math.abs(cheap.high80 - 0.5) < 0.3)
  assert.ok(Math.abs(dear.low80 + 0.5) < 0.3 && Math.abs(dear.high80 - 3.5) < 0.3)
  assert.ok(middle.low80 > cheap.low80 && middle.low80 < dear.low80)
  for (let estimate = 0; estimate < 1; estimate += 0.001)
    assert.ok(Math.abs(marginsAt(margins, estimate).low80 - marginsAt(margins, estimate + 0.001).low80) < 0.05)
})

test('recent sales count more for margins than older sales', () => {
  const margins = (half: number) =>
    marginsAt(
      marginsOf(
        scoresOf(
          90,
          (i) => (i % 2 === 0 ? 1 : -1) * (i < 45 ? 5 : 1),
          (i) => (i < 45 ? half : 1),
        ),
      ),
      0.5,
    )
  assert.ok(margins(1).high80 === 5 && margins(0.1).high80 === 1)
})

test('if few homes were sold recently, older sales are used for training as well', () => {
  const sales = new SaleTable()
  const random = new Random(SEED, 'of late')
  for (let i = 0; i < 460; i++) {
    const { inputs, price } = townHome(random)
    // Garages double a price, but only the older sales say how many there are.
    if (i < 400) inputs[inputAt('garageSpaces')] = 2 * (i % 2)
    const day = i < 400 ? DAY - 3000 + i : DAY - 500 + 8 * (i - 400)
    sales.add(1 + i, day, i < 400 && i % 2 === 1 ? 2 * price : price, inputs, 98_000)
  }
  const estimator = Estimator.of(trained(sales).bytes)
  const { inputs } = townHome(random)
  const [without, having] = [0, 2].map((spaces) => {
    inputs[inputAt('garageSpaces')] = spaces
    return estimator.estimate(inputs, [], DAY).value
  })
  assert.ok((having ?? 0) > 1.03 * (without ?? 0))
})

test('a model learns from as many rows as allowed, evenly spread, and from the newest row', () => {
  for (const [from, to, most] of [
    [0, 40_001, 40_000],
    [5, 8, 10],
    [0, 100_000, 25_000],
    [3, 3, 10],
  ] as const) {
    const rows = spread(from, to, most)
    assert.equal(rows.length, Math.min(most, to - from))
    assert.ok(rows.every((row, i) => row >= from && row < to && row > (rows[i - 1] ?? -1)))
    if (to > from) assert.equal(rows.at(-1), to - 1)
  }
})

test('bytes of another version and incomplete bytes are rejected', () => {
  const older = Buffer.concat([Buffer.from('PlatEst3'), TOWN.bytes.subarray(8)])
  for (const bytes of [older, TOWN.backtest.bytes, TOWN.bytes.subarray(0, 700), new Uint8Array()])
    assert.throws(() => Estimator.of(bytes), /^RangeError: The bytes /)
})

test('a backtest can be read from its bytes', () => {
  assert.deepEqual(BacktestTable.of(TOWN.backtest.bytes), TOWN.backtest)
})

test('a home with more living area is rarely estimated lower, if all else and the sales around it are equal', () => {
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

test('equal prices are estimated as they are, and a few absurd prices do not move estimates', () => {
  const random = new Random(SEED, 'equal')
  const [equal, absurd] = [new SaleTable(), new SaleTable()]
  for (let i = 0; i < 450; i++) {
    const { inputs } = townHome(random)
    equal.add(i + 1, DAY - 450 + i, 250_000, inputs, 1)
    absurd.add(i + 1, DAY - 450 + i, i % 50 === 0 ? 1e9 : 250_000, inputs, 1)
  }
  const { inputs } = townHome(random)
  const estimate = Estimator.of(trained(equal).bytes).estimate(inputs, soldNear(inputs, 250_000), DAY)
  assert.ok(
    Math.abs(estimate.value / 250_000 - 1) < 0.01 &&
      estimate.low90 < estimate.value &&
      estimate.value < estimate.high90,
  )
  const still = Estimator.of(trained(absurd).bytes).estimate(inputs, soldNear(inputs, 250_000), DAY)
  assert.ok(Math.abs(still.value / 250_000 - 1) < 0.1)
})

test('one absurd price among the sales around a home moves its value by a few percent at most', () => {
  const random = new Random(SEED, 'one absurd')
  const estimator = Estimator.of(TOWN.bytes)
  for (let i = 0; i < 20; i++) {
    const { inputs } = townHome(random)
    const around = Array.from({ length: 80 }, (_, zpid): ComparableSale => {
      const { inputs: other, price } = townHome(random)
      return { zpid, traits: traitsIn(other), price, distanceM: 100 + 30 * zpid, daysAgo: 4 * zpid, marketFactor: 1 }
    })
    const absurd = around.map((sale, nth) => (nth === 2 ? { ...sale, price: 1e9 } : sale))
    const [one, other] = [around, absurd].map((sales) => estimator.estimate(inputs, sales, DAY).value)
    assert.ok(Math.abs(Math.log((other ?? 0) / (one ?? 0))) < 0.08)
  }
})

test('numbers that no home can have count as unknown', () => {
  const home = { homeType: 'SINGLE_FAMILY', address: soldHome(1).address } as const
  const inputs = homeInputs({
    ...home,
    facts: { yearBuilt: 0, yearRenovated: 9999, livingArea: Infinity, bathrooms: 2 },
  })
  const names = ['yearBuilt', 'yearRenovated', 'livingArea', 'bathrooms'] as const
  assert.deepEqual(
    names.map((name) => inputs[inputAt(name)]),
    [Number.NaN, Number.NaN, Number.NaN, 2],
  )
})

test('sales without a price are left out, and so are sales of homes without any known location', () => {
  const sales = town(500)
  const { inputs } = townHome(new Random(SEED, 'left out'))
  const nowhere = Float32Array.from(inputs)
  nowhere[inputAt('latitude')] = Number.NaN
  sales.add(9000, DAY, 100_000, nowhere, 1)
  for (const price of [0, -1, Number.NaN, Infinity]) sales.add(9001, DAY, price, inputs, 1)
  assert.ok(Buffer.compare(trained(sales).bytes, trained(town(500)).bytes) === 0)
})

test('a sale before the home was built is not used for training, and a renovation after a sale is ignored', () => {
  const sales = new SaleTable()
  const { inputs } = townHome(new Random(SEED, 'before'))
  const sold = (year: number, built: number, renovated: number) => {
    inputs[inputAt('yearBuilt')] = built
    inputs[inputAt('yearRenovated')] = renovated
    sales.add(year, Date.UTC(year, 5, 1) / 86_400_000, 100_000, inputs, 1)
  }
  sold(2001, 2003, Number.NaN)
  sold(2002, 2003, 2012)
  sold(2013, 2003, 2012)
  const { zpids, inputs: usable } = sales.upTo(DAY)
  assert.deepEqual([...zpids], [2002, 2013])
  const renovated = [0, 1].map((row) => usable[row * HOME_INPUTS.length + inputAt('yearRenovated')])
  assert.deepEqual(renovated, [Number.NaN, 2012])
})

test('the size that counts depends on the type: a house without a living area lacks its size, and so does land without a lot size', () => {
  const sales = new SaleTable()
  const { inputs } = townHome(new Random(SEED, 'sizes'))
  for (const [zpid, homeType, livingArea, lotSize] of [
    [1, 'SINGLE_FAMILY', Number.NaN, 5000],
    [2, 'SINGLE_FAMILY', 0.5, 5000],
    [3, 'SINGLE_FAMILY', 1500, Number.NaN],
    [4, 'LOT', Number.NaN, 5000],
    [5, 'LOT', 1500, Number.NaN],
  ] as const) {
    inputs[inputAt('homeType')] = HOME_TYPES.indexOf(homeType)
    inputs[inputAt('livingArea')] = livingArea
    inputs[inputAt('lotSize')] = lotSize
    sales.add(zpid, DAY, 100_000 + zpid, inputs, 1)
  }
  const usable = sales.upTo(DAY)
  const sized = [...usable.zpids].filter((_, row) => sizeIn(usable.inputs, row * HOME_INPUTS.length) >= 1)
  assert.deepEqual(sized, [3, 4])
})

test('later prices never change what a backtest says of earlier sales', () => {
  const [as, dearer] = [town(500), new SaleTable()]
  const { size, zpids, days, prices, inputs, places } = as.upTo(DAY)
  const { columns } = trained(as).backtest
  const from = columns.days[Math.floor(columns.days.length / 2)] ?? DAY
  for (let row = 0; row < size; row++) {
    const own = inputs.subarray(row * HOME_INPUTS.length, (row + 1) * HOME_INPUTS.length)
    const [day, price] = [days[row] ?? 0, prices[row] ?? 0]
    dearer.add(zpids[row] ?? 0, day, day >= from ? 3 * price : price, own, places[row] ?? 0)
  }
  const { columns: other } = trained(dearer).backtest
  const before = columns.days.findIndex((day) => day >= from)
  assert.ok(before > 20)
  for (const name of ['days', 'estimates', 'low80', 'high80', 'low90', 'high90'] as const)
    assert.deepEqual(other[name].subarray(0, before), columns[name].subarray(0, before))
})

test('for homes without coordinates or size, intervals contain the promised shares of prices', () => {
  const { backtest, bytes } = trained(
    areaTown(
      6000,
      () => true,
      () => true,
    ),
  )
  const { columns } = backtest
  const widths = LACKS.map((name, lack) => {
    const rows = [...columns.lacks.keys()].filter((row) => columns.lacks[row] === lack)
    const share = (of: (row: number) => boolean) => rows.filter(of).length / rows.length
    const at = (values: Float32Array, row: number) => values[row] ?? Number.NaN
    const covered = share((row) => {
      const price = at(columns.prices, row)
      return price >= at(columns.low80, row) && price <= at(columns.high80, row)
    })
    assert.ok(rows.length > 100 && covered > 0.7 && covered < 0.9, `${name}: ${covered} of ${rows.length}`)
    return median(rows.map((row) => Math.log(at(columns.high80, row) / at(columns.low80, row))))
  })
  const [nothing = 0, size = 0, coordinates = 0, , zipcode = 0] = widths
  assert.ok(nothing < size && nothing < coordinates && coordinates < zipcode, widths.join())
  const { inputs } = areaHome(new Random(SEED, 'new'))
  const estimator = Estimator.of(bytes)
  assert.deepEqual(estimator.lacksOf(inputs, CITY), [0, 2, 4, 1, 3, 5])
  inputs[inputAt('latitude')] = Number.NaN
  inputs[inputAt('livingArea')] = Number.NaN
  assert.deepEqual(estimator.lacksOf(inputs, CITY), [3, 5])
  assert.deepEqual(estimator.lacksOf(inputs.fill(Number.NaN), CITY), [])
})

test('a market without any coordinates is estimated by ZIP code', () => {
  const { backtest, bytes } = trained(
    areaTown(
      3000,
      () => false,
      (i) => i % 3 > 0,
    ),
  )
  const { columns } = backtest
  assert.ok(columns.lacks.every((lack) => lack >= 2))
  const rows = [...columns.lacks.keys()].filter((row) => columns.lacks[row] === 2)
  const misses = rows.map((row) => Math.abs((columns.estimates[row] ?? 0) / (columns.prices[row] ?? 0) - 1))
  assert.ok(rows.length > 300 && median(misses) < 0.1, `${median(misses)}`)
  const { inputs } = areaHome(new Random(SEED, 'new'))
  assert.deepEqual(Estimator.of(bytes).lacksOf(inputs, CITY).slice(0, 2), [2, 4])
})

test('an estimate never depends on the facts that it must ignore', () => {
  const estimator = Estimator.of(
    trained(
      areaTown(
        3000,
        () => true,
        () => true,
      ),
    ).bytes,
  )
  const { inputs } = areaHome(new Random(SEED, 'hidden'))
  assert.ok(hasLack(lackBits(inputs, CITY), 3))
  const other = Float32Array.from(inputs)
  for (const name of ['latitude', 'longitude', 'livingArea'] as const) other[inputAt(name)] = Number.NaN
  const [one, same] = [inputs, other].map((home) => estimator.estimate(home, [], DAY, undefined, 3))
  assert.deepEqual(one, same)
})
