import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { momentsOf } from './change-moments.ts'

const NOW_US = 1_790_000_000_123_456

test('the changes of a commit get the milliseconds before its end; many changes share the minute before it', () => {
  assert.deepEqual(momentsOf(50_000, 0, NOW_US), { first: 1_789_999_950_123_000, step: 1000 })
  assert.deepEqual(momentsOf(1_000_000, 0, NOW_US), { first: NOW_US - 59_000_000, step: 59 })
  assert.deepEqual(momentsOf(1, 0, NOW_US), { first: 1_790_000_000_122_000, step: 1000 })
})

test('a commit soon after another commit shares the time between the two among its changes', () => {
  assert.deepEqual(momentsOf(9, NOW_US - 1000, NOW_US), { first: NOW_US - 900, step: 100 })
  assert.deepEqual(momentsOf(9, NOW_US - 5, NOW_US), { first: NOW_US - 4, step: 1 })
  assert.deepEqual(momentsOf(1, NOW_US - 2000, NOW_US), { first: 1_790_000_000_122_000, step: 1000 })
})

test('if the clock goes back, numbers continue from the last one', () => {
  assert.deepEqual(momentsOf(3, NOW_US + 10, NOW_US), { first: NOW_US + 11, step: 1 })
})

test('numbers are whole and greater than the last one, and not in the future if there is room', () => {
  const counts = fc.oneof(fc.nat(5), fc.nat(2_000_000))
  const before = fc.oneof(fc.integer({ min: -10, max: 5000 }), fc.integer({ min: -1_000_000, max: NOW_US }))
  fc.assert(
    fc.property(counts, before, (count, sinceLast) => {
      const last = NOW_US - sinceLast
      const { first, step } = momentsOf(count, last, NOW_US)
      const greatest = first + (count - 1) * step
      assert.ok(Number.isSafeInteger(first) && Number.isInteger(step) && step >= 1 && step <= 1000)
      assert.ok(first > last || count === 0)
      if (sinceLast > count) assert.ok(greatest <= NOW_US)
      else assert.equal(greatest, last + count)
      assert.ok(first >= Math.min(NOW_US, last + 1) - 60_001_000 || count > 50_000_000)
      if (sinceLast > 1000 * (count + 1) && count < 59_999) assert.deepEqual([step, first % 1000], [1000, 0])
    }),
  )
})
