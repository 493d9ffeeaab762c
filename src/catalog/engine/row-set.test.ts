import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { RowSet } from './row-set.ts'

const ROWS = 5000

test('a set lists each of its rows once, ascending, and is empty afterwards', () => {
  const set = new RowSet(ROWS)
  const rows = fc.array(fc.integer({ min: 0, max: ROWS - 1 }))
  fc.assert(
    fc.property(rows, rows, (one, other) => {
      set.add(Uint32Array.from(one), 0, one.length)
      set.add(Uint32Array.from(other), 0, other.length)
      const into = new Uint32Array(ROWS)
      const count = set.drain(into)
      const expected = [...new Set([...one, ...other])].sort((a, b) => a - b)
      assert.deepEqual(Array.from(into.subarray(0, count)), expected)
      assert.equal(set.drain(into), 0)
    }),
  )
})

test('only the given slice is added', () => {
  const set = new RowSet(ROWS)
  set.add(Uint32Array.of(1, 4999, 7, 2), 1, 3)
  const into = new Uint32Array(4)
  assert.deepEqual(Array.from(into.subarray(0, set.drain(into))), [7, 4999])
})
