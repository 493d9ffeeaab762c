import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Fault } from '../../kit/base/failure.ts'
import { Fingerprints } from './fingerprints.ts'
import { fingerprint, KEY_BYTES, writeKey } from './key-text.ts'

function keyOf(number: number): string {
  const bytes = Buffer.alloc(KEY_BYTES)
  bytes.writeUInt32LE(number)
  return writeKey(bytes)
}

test('a key has the same fingerprint at every call, and a text that cannot be a key is refused at every call', () => {
  const fingerprints = new Fingerprints(new Int32Array(1))
  for (let call = 0; call < 3; call++) {
    for (const number of [1, 2]) assert.equal(fingerprints.of(keyOf(number)), fingerprint(keyOf(number)))
    const refused = fingerprints.of(`${keyOf(1)}x`)
    assert.ok(refused instanceof Fault && refused.code === 'key.malformed')
  }
  assert.equal(fingerprints.size, 2)
})

test('only a limited number of keys is cached, and each has its fingerprint', () => {
  const fingerprints = new Fingerprints(new Int32Array(1))
  for (let number = 0; number < 3000; number++) {
    assert.equal(fingerprints.of(keyOf(number)), fingerprint(keyOf(number)))
    assert.ok(fingerprints.size <= 1000)
  }
})

test('after a change to keys, such as a revocation, only keys that call again are cached', () => {
  const changes = new Int32Array(1)
  const fingerprints = new Fingerprints(changes)
  for (const number of [1, 2, 3]) fingerprints.of(keyOf(number))
  changes[0] = 1
  assert.equal(fingerprints.of(keyOf(3)), fingerprint(keyOf(3)))
  assert.equal(fingerprints.size, 1)
})
