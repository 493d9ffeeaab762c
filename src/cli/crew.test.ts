import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pauseAfter } from './crew.ts'

test('a thread that dies is replaced at once, and ever later when threads keep dying, but never later than 30 s', () => {
  const pausesMs = Array.from({ length: 12 }, (_, before) => pauseAfter(before + 1))
  assert.deepEqual(pausesMs, [0, 100, 200, 400, 800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000])
})
