import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sortRowsByKey } from './radix.ts'

const key = fc.oneof(
  fc.double({ noNaN: true }),
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom(0, -0, Number.MIN_VALUE, -Number.MIN_VALUE, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
)

test('rows are sorted by any numbers, and rows with equal keys keep their order', () => {
  fc.assert(
    fc.property(fc.array(key), (keys) => {
      const rows = Uint32Array.from(keys, (_, i) => keys.length - 1 - i)
      const expected = Array.from(rows).sort((a, b) => {
        const [x, y] = [keys[a] ?? 0, keys[b] ?? 0]
        return x < y ? -1 : x > y ? 1 : 0
      })
      sortRowsByKey(rows, Float64Array.from(keys))
      assert.deepEqual(Array.from(rows), expected)
    }),
  )
})

test('whole numbers that differ only in their low digits are sorted too', () => {
  const keys = Float64Array.of(2 ** 52 + 3, 2 ** 52 + 1, 2 ** 52 + 2, 2 ** 52)
  const rows = Uint32Array.of(0, 1, 2, 3)
  sortRowsByKey(rows, keys)
  assert.deepEqual(Array.from(rows), [3, 1, 2, 0])
})
