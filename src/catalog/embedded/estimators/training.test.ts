import assert from 'node:assert/strict'
import { test } from 'node:test'
import { soldHome } from '../../../../test/sold-homes.ts'
import type { Home } from '../../../model/home.ts'
import { ValueTally } from './tally.ts'

const PLACE = 3

function told(homes: readonly Home[]): readonly (readonly unknown[])[] {
  const tally = new ValueTally()
  for (const home of homes) tally.add(home, PLACE)
  return tally.rows().map(([market, kind, day, sales]) => [market, kind, day, sales])
}

const FEW = Array.from({ length: 120 }, (_, i) => soldHome(i + 1))
const [[, , LAST = 0] = []] = told(FEW)

test('a market of too few sales says how many there are, and so do all such markets together', () => {
  const elsewhere = { ...soldHome(500), address: { ...soldHome(500).address, state: 'WA' } }
  assert.deepEqual(
    told([...FEW, elsewhere]).map(([market, kind, , sales]) => [market, kind, sales]),
    [
      ['TX', 'price', 120],
      ['WA', 'price', 1],
      ['US', 'price', 121],
    ],
  )
})

test('a home whose address is withheld, or whose place is unknown, teaches nothing', () => {
  const withheld = { ...soldHome(1), address: { ...soldHome(1).address, undisclosed: true as const } }
  const { point: _, ...nowhere } = soldHome(2)
  assert.deepEqual(told([withheld, nowhere]), [])
})

test('a sale that is dated years ahead is a slip: the day of a market is that of its other sales', () => {
  const slip: Home = {
    ...soldHome(900),
    history: [{ date: '2051-06-30', event: 'Sold', price: 500_000, source: 'county' }],
    listing: { kind: 'sale', status: 'Closed', listedBy: 'agent', closeDate: '2051-06-30', closePrice: 500_000 },
  }
  const [[, , day, sales] = []] = told([...FEW, slip])
  assert.deepEqual([day, sales], [LAST, 120])
})

test('rents asked are a market of their own, and gifts are no sales', () => {
  const rental: Home = {
    ...soldHome(1),
    listing: { kind: 'lease', status: 'Active', listedBy: 'agent', listPrice: 2100, onMarketMs: Date.UTC(2015, 4, 1) },
    history: [{ date: '2014-01-01', event: 'Sold', price: 10, source: 'county' }],
  }
  assert.deepEqual(
    told([rental]).map(([market, kind, , sales]) => [market, kind, sales]),
    [
      ['TX', 'rent', 1],
      ['US', 'rent', 1],
    ],
  )
})
