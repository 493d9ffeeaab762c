import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idempotencyName, PaidIds } from './idempotency.ts'

const DEBITED = { keyId: 'k', planNumber: 1, day: '2026-11-20', operation: '/byzpid', credits: 6 } as const

test('names differ by key and by text, and do not reveal the text', () => {
  const names = [idempotencyName('k1', 'r1'), idempotencyName('k2', 'r1'), idempotencyName('k1', 'r2')]
  assert.equal(new Set(names).size, 3)
  assert.ok(names.every((name) => /^[\w-]{27}$/.test(name)))
})

test('a debit pays for repeats until it expires', () => {
  const paid = new PaidIds()
  assert.equal(paid.join('a', 0), false)
  paid.begin('a', 1000, DEBITED)
  assert.equal(paid.end('a', 6), undefined)
  assert.equal(paid.join('a', 999), true)
  assert.equal(paid.end('a', undefined), undefined, 'the answered call has paid')
  assert.equal(paid.join('a', 1000), false)
  paid.sweep(1000)
  assert.equal(paid.size, 0)
})

test('a debit is refunded once the last call in flight has ended and none was answered', () => {
  const paid = new PaidIds()
  paid.begin('a', 1000, DEBITED)
  paid.join('a', 0)
  assert.equal(paid.end('a', undefined), undefined)
  assert.deepEqual(paid.end('a', undefined), DEBITED)
  assert.equal(paid.join('a', 0), false)
})

test('the first answer sets the cost, even if it belongs to a later call', () => {
  const paid = new PaidIds()
  paid.begin('a', 1000, DEBITED)
  paid.join('a', 0)
  assert.equal(paid.end('a', undefined), undefined)
  assert.deepEqual(paid.end('a', 2), { ...DEBITED, credits: 4 })
  paid.join('a', 0)
  assert.equal(paid.end('a', 1), undefined)
})

test('if there are too many keys, the oldest are dropped, but no key with a call in flight', () => {
  const paid = new PaidIds(2)
  for (const name of ['a', 'b', 'c', 'd']) paid.begin(name, 1000, DEBITED)
  for (const name of ['b', 'c', 'd']) paid.end(name, 6)
  paid.sweep(0)
  assert.deepEqual(
    ['a', 'b', 'c', 'd'].map((name) => paid.join(name, 0)),
    [true, false, false, true],
  )
})
