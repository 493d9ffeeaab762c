import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { numberWritten, rangesBehind } from './numbers-as-texts.ts'

test('the ranges behind a text hold exactly the numbers whose texts come behind it', () => {
  const number = fc.oneof(fc.nat(2000), fc.maxSafeNat())
  const text = fc.oneof(number.map(String), fc.string({ maxLength: 4 }), fc.constant(''))
  fc.assert(
    fc.property(text, number, (behind, id) => {
      const isIn = rangesBehind(behind).some(({ from, to }) => from <= id && id <= to)
      assert.equal(isIn, String(id) > behind)
    }),
    { seed: 29, numRuns: 2000 },
  )
})

test('only a text that a key is written as is the number of a key', () => {
  assert.deepEqual(['0', '17', '017', '', '1e3', '-1', '9007199254740993', ' 1'].map(numberWritten), [
    0,
    17,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})
