import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SALE_DAYS, soldHome } from '../../../test/sold-homes.ts'
import { dayNumber } from '../../kit/base/clock.ts'
import type { Home } from '../../model/home.ts'
import { MIN_SALES } from '../../worth/estimator/market-sales.ts'
import { trainEstimator } from '../../worth/estimator/train.ts'
import { ValueTally } from './value-tally.ts'
import { olderDays, sizedDays, type Trainer, trainAll } from './value-training.ts'

const PLACE = 3

function marketsOf(homes: readonly Home[]): readonly (readonly unknown[])[] {
  const tally = new ValueTally()
  for (const home of homes) tally.add(home, PLACE)
  return tally.rows().map(([market, kind, day, sales]) => [market, kind, day, sales])
}

const TOO_FEW_HOMES = Array.from({ length: 120 }, (_, i) => soldHome(i + 1))
const [[, , LAST = 0] = []] = marketsOf(TOO_FEW_HOMES)

test('a market with too few sales reports how many it has, and so do all such markets together', () => {
  const elsewhere = { ...soldHome(500), address: { ...soldHome(500).address, state: 'WA' } }
  assert.deepEqual(
    marketsOf([...TOO_FEW_HOMES, elsewhere]).map(([market, kind, , sales]) => [market, kind, sales]),
    [
      ['TX', 'price', 120],
      ['WA', 'price', 1],
      ['US', 'price', 121],
    ],
  )
})

test('homes with a withheld address or an unknown place are not used for training', () => {
  const withheld = { ...soldHome(1), address: { ...soldHome(1).address, undisclosed: true as const } }
  const { point: _, ...unplaced } = soldHome(2)
  const nowhere = { ...unplaced, address: { ...unplaced.address, city: '', zipcode: '' } }
  assert.deepEqual(marketsOf([withheld, nowhere]), [])
  assert.deepEqual(
    marketsOf([unplaced]).map(([market, , , sales]) => [market, sales]),
    [
      ['TX', 1],
      ['US', 1],
    ],
  )
})

test('a home from three files is used once, even if no file has a ZIP code or parcel and only one file has coordinates', () => {
  const noZip = (home: Home): Home => ({ ...home, address: { ...home.address, zipcode: '' } })
  const tally = new ValueTally()
  for (const home of TOO_FEW_HOMES) {
    const { point: _, ...unplaced } = home
    tally.add(noZip(home), PLACE)
    tally.add({ ...noZip(unplaced), zpid: 10_000 - home.zpid, source: 'mls' }, PLACE + 1)
    tally.add({ ...noZip(unplaced), zpid: -home.zpid, source: 'roll' }, PLACE)
  }
  assert.deepEqual(
    tally.rows().map(([market, , , sales]) => [market, sales]),
    [
      ['TX', 120],
      ['US', 120],
    ],
  )
})

test('a sale dated years ahead does not change the newest day of a market', () => {
  const slip: Home = {
    ...soldHome(900),
    history: [{ date: '2051-06-30', event: 'Sold', price: 500_000, source: 'county' }],
    listing: { kind: 'sale', status: 'Closed', listedBy: 'agent', closeDate: '2051-06-30', closePrice: 500_000 },
  }
  const [[, , day, sales] = []] = marketsOf([...TOO_FEW_HOMES, slip])
  assert.deepEqual([day, sales], [LAST, 120])
})

test('asking rents form a separate market, and gifts are not sales', () => {
  const rental: Home = {
    ...soldHome(1),
    listing: { kind: 'lease', status: 'Active', listedBy: 'agent', listPrice: 2100, onMarketMs: Date.UTC(2015, 4, 1) },
    history: [{ date: '2014-01-01', event: 'Sold', price: 10, source: 'county' }],
  }
  assert.deepEqual(
    marketsOf([rental]).map(([market, kind, , sales]) => [market, kind, sales]),
    [
      ['TX', 'rent', 1],
      ['US', 'rent', 1],
    ],
  )
})

function tallied(homes: readonly Home[], most?: number): ValueTally {
  const tally = new ValueTally(most)
  for (const home of homes) tally.add(home, PLACE)
  return tally
}

/** Trains once and then always returns the same estimator, so that tests can check arguments quickly. */
function quickTrainer(): Trainer {
  let trained: ReturnType<Trainer> | undefined
  return (table, training) => {
    const size = sizedDays(table, training.day).length
    if (size < MIN_SALES) return { refused: `${size} sales` }
    trained ??= trainEstimator(table, { ...training, trees: 1, backtest: false })
    return trained
  }
}

function inState(home: Home, state: string): Home {
  return { ...home, address: { ...home.address, state } }
}

const ENOUGH = Array.from({ length: MIN_SALES }, (_, i) => soldHome(i + 1))

test('if a state has too few sales of known size, its sales count in the market of the other states', () => {
  const sizeless = ENOUGH.map((home, i) => (i < 50 ? { ...home, facts: {} } : home))
  const others = Array.from({ length: 50 }, (_, i) => inState(soldHome(2000 + i), 'WA'))
  const rows = trainAll(tallied([...sizeless, ...others]).states, assert.fail, quickTrainer())
  const trained = rows.map(([market, , , , bytes]) => [market, bytes.length > 0])
  assert.deepEqual(trained, [
    ['TX', false],
    ['WA', false],
    ['US', true],
  ])
})

test('a market whose training fails is reported and has no estimator; other markets have estimators', () => {
  const homes = [...ENOUGH, ...ENOUGH.map((home) => inState({ ...home, zpid: home.zpid + 5000 }, 'WA'))]
  const trainedMarkets: string[] = []
  const quick = quickTrainer()
  const trainer: Trainer = (table, training) => {
    if (table.upTo(training.day).zpids.every((zpid) => zpid > 5000)) throw new RangeError('no memory left')
    return quick(table, training)
  }
  const rows = trainAll(tallied(homes).states, (sentence) => trainedMarkets.push(sentence), trainer)
  const trained = (state: string) =>
    rows.filter(([market]) => market === state).map(([, , , , bytes]) => bytes.length > 0)
  assert.deepEqual([trained('TX').at(-1), trained('WA')], [true, [false]])
  assert.match(
    String(trainedMarkets),
    /There are no estimates of prices in WA: .* failed \(RangeError: no memory left\)/,
  )
})

test('if there are too many sales, the largest market keeps only its newest sales', () => {
  const few = Array.from({ length: 20 }, (_, i) => inState(soldHome(2000 + i), 'WA'))
  const { states } = tallied([...few, ...ENOUGH], 200)
  const [texas, washington] = ['TX', 'WA'].map((state) => states.get(state)?.price.upTo(Number.POSITIVE_INFINITY))
  assert.equal(washington?.size, 20)
  assert.ok(texas !== undefined && texas.size > 60 && texas.size <= 180, `${texas?.size} sales`)
  assert.equal(texas.days.at(-1), LAST)
})

/** For each part, returns `count` days of sales, spread evenly over `SALE_DAYS` days from `first`. */
function saleDays(...parts: readonly (readonly [first: string, count: number])[]): Int32Array {
  return Int32Array.from(
    parts.flatMap(([first, count]) =>
      Array.from({ length: count }, (_, i) => dayNumber(Date.parse(first)) + Math.floor((i * SALE_DAYS) / count)),
    ),
  )
}

test('new sales in a state keep the estimator for the last day of an older file', () => {
  const days = saleDays(['2013-07-01', 700], ['2024-07-01', 450])
  const oldFileEnd = days[699] ?? 0
  const yearEnds = ['2013-12-31', '2014-12-31', '2024-12-31', '2025-12-31'].map((day) => dayNumber(Date.parse(day)))
  const older = olderDays(days, days.at(-1) ?? 0)
  assert.ok(older.includes(oldFileEnd))
  assert.deepEqual(
    older.filter((day) => day !== oldFileEnd),
    yearEnds.slice(1),
  )
})

test('each of the last five years with sales has an estimator, and years without sales have none', () => {
  const days = saleDays(['2000-01-01', 2000], ['2002-01-01', 2000], ['2004-01-01', 2000], ['2006-01-01', 2000])
  const years = olderDays(days, days.at(-1) ?? 0).map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10))
  assert.deepEqual(years, ['2002-12-31', '2003-12-31', '2004-12-31', '2005-12-31', '2006-12-31'])
})
