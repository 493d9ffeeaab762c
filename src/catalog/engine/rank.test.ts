import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storageOf } from './column.ts'
import { rankBy, sortRowsById } from './rank.ts'

const { missing } = storageOf('i32')
const values = Int32Array.of(5, -1, missing, 5, missing, 9)
const byId = sortRowsById(Float64Array.of(60, 50, 40, 30, 20, 10))

test('rows rank by value, ties by id, and rows without a value last', () => {
  assert.deepEqual(Array.from(rankBy(values, missing, 'ascending', byId)), [2, 0, 5, 1, 4, 3])
})

test('descending order reverses values, but ties stay in order of id and missing values stay last', () => {
  assert.deepEqual(Array.from(rankBy(values, missing, 'descending', byId)), [2, 3, 5, 1, 4, 0])
})

test('zero and minus zero are the same value', () => {
  const ranks = rankBy(Float64Array.of(0, -0, 0), Number.POSITIVE_INFINITY, 'descending', Uint32Array.of(0, 1, 2))
  assert.deepEqual(Array.from(ranks), [0, 1, 2])
})
