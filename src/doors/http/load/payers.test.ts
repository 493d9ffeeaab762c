import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Payers } from './payers.ts'

test('the time of a call is charged to its key once that was good, until then to its address', () => {
  const payers = new Payers()
  assert.equal(payers.of(['plat_a'], '192.0.2.1'), '192.0.2.1')
  payers.remember('plat_a', 'key_1')
  payers.remember('plat_b', 'key_1') // after a rotation a key has two secrets
  assert.equal(payers.of(['plat_a'], '192.0.2.1'), 'key_1')
  assert.equal(payers.of(['placeholder', 'plat_b'], '192.0.2.2'), 'key_1')
})

test('whoever makes keys up gets one share for its whole network', () => {
  const payers = new Payers()
  const shares = Array.from({ length: 100 }, (_, i) => payers.of([`plat_${i}`], `2001:db8::${i.toString(16)}`))
  assert.deepEqual([...new Set(shares)], ['2001:db8:0:0'])
  assert.equal(payers.of([], '2001:db8::1'), '2001:db8:0:0')
})
