import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sortRowsByKey } from './radix.ts'

const key = fc.oneof(
  fc.double({ noNaN: true }),
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom(0, -0, Number.MIN_VALUE, -Number.MIN_VALUE, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
)

for (const [what, least] of [
  ['rows', 0],
  ['thousands of rows', 2500],
] as const) {
  test(`${what} are sorted by any numbers, and rows with equal keys keep their order`, () => {
    const someKeys = fc.array(key, { minLength: 1 })
    fc.assert(
      fc.property(someKeys, (some) => {
        const keys = Array.from({ length: Math.max(some.length, least) }, (_, i) => some[i % some.length] ?? 0)
        const rows = Uint32Array.from(keys, (_, i) => keys.length - 1 - i)
        const expected = Array.from(rows).sort((a, b) => {
          const [x, y] = [keys[a] ?? 0, keys[b] ?? 0]
          return x < y ? -1 : x > y ? 1 : 0
        })
        sortRowsByKey(rows, Float64Array.from(keys))
        assert.deepEqual(rows, Uint32Array.from(expected))
      }),
      { numRuns: least === 0 ? 100 : 20 },
    )
  })

  test(`whole numbers of ${what} that differ only in their low digits are sorted too`, () => {
    const count = Math.max(4, least) + 1 // not a multiple of 7
    const keys = Float64Array.from({ length: count }, (_, i) => 2 ** 52 + ((i * 7) % count))
    const rows = Uint32Array.from({ length: count }, (_, i) => i)
    sortRowsByKey(rows, keys)
    assert.deepEqual(
      Array.from(rows, (row) => (keys[row] ?? 0) - 2 ** 52),
      Array.from({ length: count }, (_, i) => i),
    )
  })
}
