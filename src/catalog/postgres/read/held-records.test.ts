import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HeldRecords } from './held-records.ts'

test('records and missing ids are cached until the next commit; homes are never cached', () => {
  let version = '1'
  const cache = new HeldRecords(() => version)
  const begun = cache.begin()
  cache.hold(begun, 'agent', 'a', '{}')
  cache.hold(begun, 'agent', 'b', null)
  cache.hold(begun, 'home', 7, '{}')
  assert.deepEqual([cache.get('agent', 'a'), cache.get('agent', 'b'), cache.get('agent', 'c')], ['{}', null, undefined])
  assert.equal(cache.get('office', 'a'), undefined)
  assert.equal(cache.get('home', 7), undefined)
  version = '2'
  assert.deepEqual([cache.get('agent', 'a'), cache.get('agent', 'b')], [undefined, undefined])
})

test('a read that began before a commit is not cached after it, since it may have seen the earlier state', () => {
  let version = '1'
  const cache = new HeldRecords(() => version)
  const begun = cache.begin()
  version = '2'
  cache.hold(begun, 'agent', 'a', 'old')
  assert.equal(cache.get('agent', 'a'), undefined)
  version = '1' // another history
  cache.hold(begun, 'agent', 'a', 'old')
  assert.equal(cache.get('agent', 'a'), undefined)
})

test('recently used records stay if there are too many', () => {
  const cache = new HeldRecords(() => '1')
  const json = 'x'.repeat(1_000_000)
  for (let number = 0; number < 20; number++) {
    cache.hold(cache.begin(), 'agent', String(number), json)
    assert.equal(cache.get('agent', '0'), json)
  }
  assert.equal(cache.get('agent', '19'), json)
  assert.equal(cache.get('agent', '5'), undefined)
})
