import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Recent } from './recent.ts'

test('a cached value is made only once', () => {
  const recent = new Recent(2, (key) => ({ key }))
  const made = recent.get('a')
  assert.deepEqual(made, { key: 'a' })
  assert.equal(recent.get('a'), made)
})

test('the least recently used key is dropped first, and the cache never exceeds its size', () => {
  const made: string[] = []
  const recent = new Recent(2, (key) => made.push(key))
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) recent.get(key)
  assert.deepEqual(made, ['a', 'b', 'c', 'b'])
  assert.equal(recent.size, 2)
})
