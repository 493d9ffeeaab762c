import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rentHistogram } from './rent-histogram.ts'

test('no rents make no bars, and one rent makes one bar', () => {
  assert.deepEqual(rentHistogram([]), { minPrice: 0, maxPrice: 0, priceAndCount: [] })
  assert.deepEqual(rentHistogram([1234]), {
    minPrice: 1234,
    maxPrice: 1234,
    priceAndCount: [{ price: 1225, count: 1 }],
  })
})

test('a single very high rent does not flatten the other bars: the last bar counts it', () => {
  const rents = [...Array.from({ length: 99 }, (_, i) => 1000 + 10 * i), 900_000]
  const { maxPrice, priceAndCount } = rentHistogram(rents)
  assert.equal(maxPrice, 900_000)
  assert.ok(priceAndCount.length > 10 && priceAndCount.length <= 20)
  assert.equal(
    priceAndCount.reduce((sum, { count }) => sum + count, 0),
    100,
  )
})

test('there are few bars, however far apart the rents are', () => {
  for (const highest of [0, 1, 10_000, 2 ** 32 - 1]) {
    const { priceAndCount } = rentHistogram([1, highest])
    assert.ok(priceAndCount.length <= 5, String(highest))
    assert.equal(
      priceAndCount.reduce((sum, { count }) => sum + count, 0),
      2,
    )
  }
})
