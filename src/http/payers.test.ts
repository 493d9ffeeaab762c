import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KEY_BYTES, writeKey } from '../access/key-text.ts'
import { Payers } from './payers.ts'

function keyOf(number: number): string {
  return writeKey(Buffer.alloc(KEY_BYTES, number))
}

test('the time of a call is charged to its key once that was good, until then to its address', () => {
  const payers = new Payers()
  const [a, b] = [keyOf(1), keyOf(2)]
  assert.equal(payers.of([a], '192.0.2.1'), '192.0.2.1')
  payers.remember(a, 'key_1')
  payers.remember(b, 'key_1') // after a rotation a key has two secrets
  assert.equal(payers.of([a], '192.0.2.1'), 'key_1')
  assert.equal(payers.of(['placeholder', b], '192.0.2.2'), 'key_1')
})

test('whoever makes keys up gets one share for its whole network', () => {
  const payers = new Payers()
  const shares = Array.from({ length: 100 }, (_, i) =>
    payers.of([i % 2 === 0 ? keyOf(i) : `plat_${i}`], `2001:db8::${i.toString(16)}`),
  )
  assert.deepEqual([...new Set(shares)], ['2001:db8:0:0'])
  assert.equal(payers.of([], '2001:db8::1'), '2001:db8:0:0')
})
