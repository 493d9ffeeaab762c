import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PostingArena } from './posting-arena.ts'

test('lists that grow at the same time stay separate, whatever their length', () => {
  const arena = new PostingArena()
  const expected = new Map<number, number[]>()
  for (let row = 0; row < 20_000; row += 1 + (row % 37)) {
    for (const list of [0, 3, 1 + (row % 5), 6 + ((row * 7919) % 3000)]) {
      arena.add(list, row)
      const rows = expected.get(list) ?? []
      if (rows.at(-1) !== row) rows.push(row)
      expected.set(list, rows)
    }
  }
  for (const [list, rows] of expected) {
    const into = new Uint32Array(rows.length)
    arena.read(list, into)
    assert.equal(arena.countOf(list), rows.length)
    assert.deepEqual(Array.from(into), rows)
  }
})

test('a list without any added row is empty', () => {
  assert.equal(new PostingArena().countOf(5_000_000), 0)
})
