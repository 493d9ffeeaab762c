import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Range } from './range.ts'

test('a range has its minimum, its maximum and the range of most values, for any number of values', () => {
  for (const count of [1, 19, 20, 100, 50_000]) {
    const range = new Range()
    for (let i = 0; i < count; i++) range.add((i * 7919) % count)
    range.add(Number.NaN)
    assert.deepEqual(range.ends, { min: 0, max: count - 1 })
    const [low, high] = range.most
    const left = Math.floor(count / 20)
    assert.ok(Math.abs(low - left) <= count / 200, `${low} of ${count}`)
    assert.ok(Math.abs(high - (count - 1 - left)) <= count / 200, `${high} of ${count}`)
  }
})
