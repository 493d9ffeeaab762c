import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { firstAbove, firstNotBelow } from './sorted.ts'

test('the first text that does not come before a given text is found at both ends and between', () => {
  const sorted = ['b', 'd', 'd', 'f']
  assert.deepEqual(
    ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((text) => firstNotBelow(sorted, text)),
    [0, 0, 1, 1, 3, 3, 4],
  )
})

test('a search finds the same first number above a value as a scan', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(9)), fc.nat(10), (numbers, value) => {
      const sorted = Float64Array.from(numbers).sort()
      const scanned = sorted.findIndex((number) => number > value)
      assert.equal(firstAbove(sorted, value), scanned < 0 ? sorted.length : scanned)
    }),
  )
})
