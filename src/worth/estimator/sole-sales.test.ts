import assert from 'node:assert/strict'
import { test } from 'node:test'
import { soleSales } from './sole-sales.ts'

type Deed = readonly [day: number, price: number, place: number, size: number]

function soleRows(deeds: readonly Deed[], ...more: never[] | [() => boolean]): number[] {
  const column = (at: 0 | 1 | 2 | 3) => deeds.map((deed) => deed[at])
  const columns = { days: column(0), prices: column(1), places: column(2), sizes: column(3) }
  return [...soleSales(Uint32Array.from(deeds.keys()), columns, ...more)]
}

test('homes that share a price, a day and a place were sold together, and all of them are left out', () => {
  const package3: Deed[] = [1000, 1200, 1400].map((size) => [1, 900_000, 7, size])
  assert.deepEqual(soleRows([[1, 900_000, 8, 1000], ...package3, [2, 900_000, 7, 1000]]), [0, 4])
})

test('two homes may share a round price by chance, but no other price', () => {
  const two = (price: number): Deed[] => [1000, 1200].map((size) => [1, price, 7, size])
  assert.deepEqual(soleRows(two(400_000)), [0, 1])
  assert.deepEqual(soleRows(two(399_950)), [])
})

test('on the first of a month, which sources write for any day of the month, no homes count as sold together', () => {
  const february = 31
  const sales: Deed[] = [1000, 1200, 1400].map((size) => [february, 399_950, 7, size])
  assert.deepEqual(soleRows(sales), [0, 1, 2])
})

test('a repeated sale counts once, wherever it is among the sales of its day', () => {
  const sale: Deed = [1, 350_250, 7, 1000]
  assert.deepEqual(soleRows([sale, [1, 500_000, 7, 900], sale, sale, [2, 350_250, 7, 1000]]), [0, 1, 4])
})

test('rents asked of many homes at once are used, one of each size', () => {
  const offers: Deed[] = [700, 800, 900, 900].map((size) => [1, 1850, 7, size])
  assert.deepEqual(
    soleRows(offers, () => false),
    [0, 1, 2],
  )
})

test('a sale from two sources counts once, even if only one source has the ZIP code', () => {
  const columns = {
    days: [1, 1, 1, 1, 1],
    prices: [350_250, 350_250, 350_250, 420_000, 420_000],
    places: [7, 8, 9, 7, 8],
    cities: [1, 1, 2, 1, 1],
    sizes: [1000, 1000, 1000, Number.NaN, Number.NaN],
  }
  const rows = Uint32Array.of(0, 1, 2, 3, 4)
  assert.deepEqual([...soleSales(rows, columns)], [0, 2, 3, 4])
  assert.deepEqual([...soleSales(rows, { ...columns, preferred: [0, 1, 1, 0, 0] })], [1, 2, 3, 4])
})
