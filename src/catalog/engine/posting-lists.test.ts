import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PostingListsBuilder } from './posting-lists.ts'

function rowsOf(keysOfRows: readonly (readonly number[])[], order: readonly number[]) {
  const builder = new PostingListsBuilder()
  for (const keys of keysOfRows) builder.add(keys)
  const lists = builder.build(Uint32Array.from(order))
  return Array.from({ length: lists.keys + 1 }, (_, key) => {
    const { rows, start, end } = lists.of(key)
    return Array.from(rows.subarray(start, end))
  })
}

test('a key lists each of its rows once, in their new order, however often a row was added', () => {
  assert.deepEqual(rowsOf([[1, 0], [], [1, 1, 3]], [2, 0, 1]), [[1], [0, 1], [], [0], []])
})

test('without rows there are no keys, and no key has rows', () => {
  assert.deepEqual(rowsOf([], []), [[]])
})

test('a key must be a whole number and not negative', () => {
  for (const key of [-1, 0.5, 2 ** 32, Number.NaN]) {
    assert.throws(() => new PostingListsBuilder().add([key]), { name: 'RangeError', message: new RegExp(`"${key}"`) })
  }
})
