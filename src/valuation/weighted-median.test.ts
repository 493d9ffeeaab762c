import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { weightedMedian } from './weighted-median.ts'

test('a weight of n counts as n entries of weight 1 do', () => {
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

test('nothing has no median', () => {
  assert.equal(weightedMedian([]), undefined)
})
