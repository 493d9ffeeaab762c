import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HeldRecords } from './held-records.ts'

test('records are held until the next commit, and that there is none, too; homes never are', () => {
  let version = '1'
  const held = new HeldRecords(() => version)
  const begun = held.begin()
  held.hold(begun, 'agent', 'a', '{}')
  held.hold(begun, 'agent', 'b', null)
  held.hold(begun, 'home', 7, '{}')
  assert.deepEqual([held.get('agent', 'a'), held.get('agent', 'b'), held.get('agent', 'c')], ['{}', null, undefined])
  assert.equal(held.get('office', 'a'), undefined)
  assert.equal(held.get('home', 7), undefined)
  version = '2'
  assert.deepEqual([held.get('agent', 'a'), held.get('agent', 'b')], [undefined, undefined])
})

test('a read that began before a commit may have seen the state before, and is not held after it', () => {
  let version = '1'
  const held = new HeldRecords(() => version)
  const begun = held.begin()
  version = '2'
  held.hold(begun, 'agent', 'a', 'old')
  assert.equal(held.get('agent', 'a'), undefined)
  version = '1' // of another history
  held.hold(begun, 'agent', 'a', 'old')
  assert.equal(held.get('agent', 'a'), undefined)
})

test('what was used last stays when there is too much', () => {
  const held = new HeldRecords(() => '1')
  const json = 'x'.repeat(1_000_000)
  for (let number = 0; number < 20; number++) {
    held.hold(held.begin(), 'agent', String(number), json)
    assert.equal(held.get('agent', '0'), json)
  }
  assert.equal(held.get('agent', '19'), json)
  assert.equal(held.get('agent', '5'), undefined)
})
