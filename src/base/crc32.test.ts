import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { joinedSum } from './crc32.ts'

test('the sum of two texts follows from their sums, however long they are', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.uint8Array({ maxLength: 300 }), (one, other) => {
      assert.equal(joinedSum(crc32(one), crc32(other), other.length), crc32(Buffer.concat([one, other])))
    }),
  )
  for (const bytes of [16_383, 16_384, 16_385, 100_000, 3_000_001]) {
    const [one, other] = [Buffer.from('begin'), Buffer.alloc(bytes, 'text that goes on')]
    assert.equal(joinedSum(crc32(one), crc32(other), bytes), crc32(Buffer.concat([one, other])))
  }
})
