import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { median, upperMedian, weightedMedian } from './median.ts'

test('an entry of weight n counts like n entries of weight 1', () => {
  const entry = fc.record({ value: fc.integer({ min: 0, max: 50 }), weight: fc.integer({ min: 1, max: 5 }) })
  fc.assert(
    fc.property(fc.array(entry, { minLength: 1, maxLength: 20 }), (entries) => {
      const written = entries.flatMap(({ value, weight }) => Array.from({ length: weight }, () => value))
      const sorted = written.sort((a, b) => a - b)
      const [lower, upper] = [sorted[(sorted.length - 1) >> 1] ?? 0, sorted[sorted.length >> 1] ?? 0]
      assert.equal(weightedMedian(entries), (lower + upper) / 2)
    }),
  )
})

test('the median equals the weighted median if all weights are equal', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1 }), (numbers) => {
      const ones = numbers.map((value) => ({ value: value + 0, weight: 1 }))
      assert.equal(median(numbers) + 0, (weightedMedian(ones) ?? Number.NaN) + 0)
    }),
  )
})

test('the upper median is the greater of the two values in the middle', () => {
  assert.equal(upperMedian([10, 9, 100]), 10)
  assert.equal(upperMedian([100, 9, 20, 10]), 20)
})

test('an empty list has no median', () => {
  assert.equal(median([]), Number.NaN)
  assert.equal(upperMedian([]), undefined)
  assert.equal(weightedMedian([]), undefined)
})
