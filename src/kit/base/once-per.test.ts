import assert from 'node:assert/strict'
import { test } from 'node:test'
import { oncePer } from './once-per.ts'

test('a value is made once per object, even if the value is undefined', () => {
  const made: (readonly string[])[] = []
  const first = oncePer((list: readonly string[]) => {
    made.push(list)
    return list[0]
  })
  const [some, none] = [['a'], []]
  assert.deepEqual([first(some), first(none), first(some), first(none)], ['a', undefined, 'a', undefined])
  assert.deepEqual(made, [some, none])
  assert.equal(first(['a']), 'a')
  assert.equal(made.length, 3)
})
