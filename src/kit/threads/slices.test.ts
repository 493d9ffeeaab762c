import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { atOnce, each, inSlices, sorted } from './slices.ts'

test('values are sorted like toSorted, and equal values stay in their order', () => {
  const values = fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.nat()), { maxLength: 1500, size: 'max' })
  fc.assert(
    fc.property(values, (all) => {
      const compare = ([a]: readonly [number, number], [b]: readonly [number, number]) => a - b
      assert.deepEqual(atOnce(sorted(all, compare)), all.toSorted(compare))
    }),
    { numRuns: 30 },
  )
})

test('the event loop keeps turning between slices of work', async () => {
  let turns = 0
  let isDone = false
  const turn = () => {
    turns++
    if (!isDone) setImmediate(turn)
  }
  setImmediate(turn)
  const work = function* () {
    while (turns < 3) yield
    return 'made'
  }
  assert.equal(await inSlices(work()), 'made')
  isDone = true
})

test('each value is used once, in order', () => {
  const used: number[] = []
  const values = Array.from({ length: 1000 }, (_, index) => index * 2)
  atOnce(each(values, (value, index) => used.push(value - index)))
  assert.deepEqual(
    used,
    values.map((_, index) => index),
  )
})
