import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FlatArray } from './column.ts'
import { copyPerElement } from './own-copy.ts'

test('each array type gets its own copy of the loop, with the same results', () => {
  const copies = copyPerElement(function sum(values: FlatArray): number {
    let total = 0
    for (const value of values) total += value
    return total
  })
  assert.equal(new Set(Object.values(copies)).size, 6)
  assert.equal(copies.u8(Uint8Array.of(1, 2)), 3)
  assert.equal(copies.f64(Float64Array.of(0.5, 2)), 2.5)
})
