import assert from 'node:assert/strict'
import { test } from 'node:test'
import { soldHome } from '../../../test/sold-homes.ts'
import { Random } from '../../kit/algorithms/random.ts'
import type { Home } from '../../model/home.ts'
import { Estimator } from './estimator.ts'
import { FactColumns } from './fact-columns.ts'
import { type FurtherFacts, furtherFacts, isText } from './further-facts.ts'
import { HOME_INPUTS, inputAt } from './home-inputs.ts'
import { SaleTable } from './sales.ts'
import { trainEstimator } from './train.ts'

const DAY = 16_000

function factsOf(facts: Home['facts'], address: Partial<Home['address']> = {}): FurtherFacts {
  return furtherFacts({ facts, address: { ...soldHome(1).address, ...address } })
}

function sourceFacts(other: Readonly<Record<string, string>>): FurtherFacts {
  return factsOf({ other })
}

test('texts, lists and facts under a name of the source are facts: numbers as they are, texts in any case, lists in any order', () => {
  const facts = factsOf(
    {
      roof: 'Slate',
      foundation: ['Slab', 'Pier'],
      appliances: ['Oven', 'Dryer'],
      other: { 'Porch (sqft)': '1,204.5' },
    },
    { subdivision: 'Oak Hill' },
  )
  assert.deepEqual([facts.get('appliances'), facts.get('Porch (sqft)')], [2, 1204.5])
  const again = factsOf({ roof: ' SLATE ', foundation: ['Pier', 'Slab'] }, { subdivision: 'oak hill' })
  for (const name of ['roof', 'foundation', 'subdivision']) {
    assert.ok(isText(facts.get(name) ?? 0))
    assert.equal(facts.get(name), again.get(name))
    assert.equal(Math.fround(facts.get(name) ?? 0), facts.get(name))
  }
  assert.notEqual(facts.get('roof'), facts.get('foundation'))
  assert.ok(!sourceFacts({ Notes: 'x'.repeat(200), Blank: ' ', Huge: '9'.repeat(30) }).size)
})

test('facts under a name of the source about money, dates, registers or the sale are not used, because they may come from the price', () => {
  const names = [
    'Assessed value',
    'assessedValue2014',
    'PricePerSqft',
    'sale_price',
    'Sale_Condition',
    'Tax amount',
    'Zestimate',
    '$ of improvements',
    'Days on market',
    'Close date',
    'Parcel id',
    'List agent',
    'Annual rent',
    'Misc_Val',
    'HOA fee',
  ]
  for (const name of names) assert.deepEqual([...sourceFacts({ [name]: '250000' }).keys()], [], name)
  for (const name of ['Garage finish', 'Living area of the 15 nearest (sqft)', 'Functional', 'Kitchens', 'Fence'])
    assert.equal(sourceFacts({ [name]: '3' }).get(name), 3)
})

/** Makes homes that differ only in their further facts. `factor` multiplies a home's price. */
function table(
  count: number,
  home: (i: number) => { readonly facts: FurtherFacts; readonly factor: number },
): SaleTable {
  const random = new Random(3, 'facts')
  const sales = new SaleTable()
  for (let i = 0; i < count; i++) {
    const { facts, factor } = home(i)
    const price = 300_000 * factor * Math.exp(random.bell() / 30)
    sales.add(i + 1, DAY - 400 + Math.floor((i * 400) / count), price, plainHome(random), 1, facts)
  }
  return sales
}

function plainHome(random: Random): Float32Array {
  const inputs = new Float32Array(HOME_INPUTS.length).fill(Number.NaN)
  const set = (name: (typeof HOME_INPUTS)[number], value: number) => {
    inputs[inputAt(name)] = value
  }
  set('homeType', 0)
  set('latitude', 40 + random.unit() / 20)
  set('longitude', -80 + random.unit() / 20)
  set('livingArea', 1500 + random.whole(0, 50))
  return inputs
}

function trainedOf(sales: SaleTable): Estimator {
  const { bytes, refused } = trainEstimator(sales, { day: DAY, seed: 3, trees: 80 })
  assert.equal(refused, undefined)
  return Estimator.of(bytes)
}

const HEATING = ['Good', 'Typical', 'Poor']
const BY_HEATING = table(600, (i) => ({
  facts: sourceFacts({ Heating: HEATING[i % 3] ?? '', Veneer: String(i % 2) }),
  factor: [1.3, 1, 0.75][i % 3] ?? 1,
}))

test('a fact that a source has in words moves estimates and is a reason; an unknown value counts as the middle', () => {
  const estimator = trainedOf(BY_HEATING)
  const home = plainHome(new Random(4, 'home'))
  const estimate = (facts: FurtherFacts) => estimator.estimate(home, [], DAY, facts)
  const [good, typical, poor] = HEATING.map((Heating) => estimate(sourceFacts({ Heating })))
  assert.ok(good && typical && poor)
  assert.ok(good.value > 1.15 * typical.value && typical.value > 1.1 * poor.value)
  assert.equal(good.reasons[0]?.input, 'Heating')
  const unknown = [
    estimate(new Map()),
    estimate(sourceFacts({ Heating: 'Never met' })),
    estimate(sourceFacts({ Heating: '7' })),
  ]
  for (const { value } of unknown) assert.ok(Math.abs(value / typical.value - 1) < 0.1, String(value))
})

test('a number that was made from the price is not used, whatever its name', () => {
  const sales = new SaleTable()
  const { size, zpids, days, prices, inputs, places } = BY_HEATING.upTo(DAY)
  for (let row = 0; row < size; row++) {
    const own = inputs.subarray(row * HOME_INPUTS.length, (row + 1) * HOME_INPUTS.length)
    const [price, area] = [prices[row] ?? 0, own[inputAt('livingArea')] ?? 1]
    const facts = sourceFacts({ Score: String(price / 1000), Density: String(price / area) })
    sales.add(zpids[row] ?? 0, days[row] ?? 0, price, own, places[row] ?? 0, facts)
  }
  const estimator = trainedOf(sales)
  const home = plainHome(new Random(4, 'home'))
  const values = ['100', '900'].map(
    (Score) => estimator.estimate(home, [], DAY, sourceFacts({ Score, Density: Score })).value,
  )
  assert.equal(values[0], values[1])
})

test('facts stay with their sale when a table grows, and rare facts are dropped for lack of room', () => {
  const facts = (known: Readonly<Record<string, number>>) => new Map(Object.entries(known))
  const columns = new FactColumns(2, 12)
  columns.write(0, facts({ often: 1, rare: 5 }))
  columns.write(1, facts({ often: 2, some: 7 }))
  columns.grow(4)
  columns.write(2, facts({ often: 3, some: 8 }))
  assert.deepEqual(columns.names, ['often', 'rare', 'some'])
  columns.keep(Uint32Array.of(2, 0))
  assert.deepEqual([columns.at('often', 0), columns.at('often', 1), columns.at('some', 0)], [3, 1, 8])
  columns.grow(6)
  assert.deepEqual(columns.names, ['often', 'some'])
  columns.write(2, facts({ rare: 9 }))
  assert.deepEqual(columns.read(2), new Map())
  assert.deepEqual(columns.read(0), facts({ often: 3, some: 8 }))
})
