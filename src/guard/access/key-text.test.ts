import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { DEMO_KEY, fingerprint, malformation, writeKey } from './key-text.ts'

const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 })

test('any 32 bytes make a well-formed key of 54 characters, and different bytes make different keys', () => {
  fc.assert(
    fc.property(bytes32, bytes32, (bytes, otherBytes) => {
      const key = writeKey(bytes)
      assert.match(key, /^plat_[0-9A-Za-z]{49}$/)
      assert.equal(malformation(key), undefined)
      assert.equal(key === writeKey(otherBytes), Buffer.from(bytes).equals(otherBytes))
    }),
  )
})

test('the smallest and the largest bytes fill the fixed width', () => {
  assert.equal(writeKey(new Uint8Array(32)).slice(0, 48), `plat_${'0'.repeat(43)}`)
  assert.equal(malformation(writeKey(new Uint8Array(32).fill(255))), undefined)
})

test('a key is malformed if one character is changed, missing or added', () => {
  const place = fc.integer({ min: 0, max: 53 })
  const character = fc.constantFrom('0', '9', 'A', 'Z', 'a', 'z', 'é', ' ', '_', '-')
  fc.assert(
    fc.property(bytes32, place, character, (bytes, at, other) => {
      const key = writeKey(bytes)
      fc.pre(key[at] !== other)
      assert.ok(malformation(key.slice(0, at) + other + key.slice(at + 1)))
      assert.ok(malformation(key.slice(0, at) + key.slice(at + 1)))
      assert.ok(malformation(key.slice(0, at) + other + key.slice(at)))
    }),
  )
})

test('the sentence about a malformed key never repeats the key', () => {
  const key = writeKey(randomBytes(32))
  for (const broken of [key.slice(0, -1), `${key}x`, key.slice(5), `${key.slice(0, -1)}!`]) {
    const sentence = malformation(broken) ?? ''
    assert.match(sentence, /: a key has 54 characters/)
    assert.ok(!sentence.includes(key.slice(5, 20)))
  }
})

test('the demo key is well formed and the same on every machine', () => {
  assert.equal(malformation(DEMO_KEY), undefined)
  assert.equal(fingerprint(DEMO_KEY), '701d468422af3404647e54f54fd7686ff8cc22570e928fd320ebb5f7c317ca56')
})
