import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Recent } from './recent.ts'

test('a cached value is made only once', () => {
  const recent = new Recent<string, { key: string }>(2)
  const made = recent.of('a', () => ({ key: 'a' }))
  assert.deepEqual(made, { key: 'a' })
  assert.equal(
    recent.of('a', () => ({ key: 'b' })),
    made,
  )
})

test('the least recently used key is dropped first, and the cache never exceeds its size', () => {
  const made: string[] = []
  const recent = new Recent<string, number>(2)
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) recent.of(key, () => made.push(key))
  assert.deepEqual(made, ['a', 'b', 'c', 'b'])
  assert.equal(recent.size, 2)
})

test('a key may be present without a value, and reading it counts as use', () => {
  const recent = new Recent<string, number | undefined>(2)
  recent.set('a', undefined)
  recent.set('b', 1)
  assert.equal(recent.get('a'), undefined)
  recent.set('c', 2)
  assert.deepEqual(
    ['a', 'b', 'c'].map((key) => recent.has(key)),
    [true, false, true],
  )
})
