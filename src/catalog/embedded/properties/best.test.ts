import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Random } from '../../../kit/algorithms/random.ts'
import { Best } from './best.ts'

test('the best of random numbers are collected in order, for any limit', () => {
  const random = new Random(1, 'best', 0)
  for (const most of [0, 1, 2, 10, 99, 100, 500]) {
    const numbers = [...new Set(Array.from({ length: 100 }, () => random.whole(0, 10_000)))]
    const best = new Best<number>(most, (one, other) => one - other)
    for (const number of numbers) best.add(number)
    assert.deepEqual(best.inOrder(), numbers.toSorted((one, other) => one - other).slice(0, most))
  }
})
