import assert from 'node:assert/strict'
import { test } from 'node:test'
import { oncePer } from './once-per.ts'

test('a value is made once for each object, also one that is undefined', () => {
  const asked: (readonly string[])[] = []
  const first = oncePer((list: readonly string[]) => {
    asked.push(list)
    return list[0]
  })
  const [some, none] = [['a'], []]
  assert.deepEqual([first(some), first(none), first(some), first(none)], ['a', undefined, 'a', undefined])
  assert.deepEqual(asked, [some, none])
  assert.equal(first(['a']), 'a')
  assert.equal(asked.length, 3)
})
