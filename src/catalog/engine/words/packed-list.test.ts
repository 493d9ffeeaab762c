import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { PackedListReader, packedSize, packList, READ_BEYOND } from './packed-list.ts'

const lists = fc.oneof(
  fc.uniqueArray(fc.integer({ min: 0, max: 600 }), { maxLength: 600 }),
  fc.uniqueArray(fc.integer({ min: 0, max: 2 ** 26 }), { maxLength: 400 }),
)

function packed(rows: Uint32Array): Uint8Array {
  const bytes = new Uint8Array(3 + packedSize(rows.length) + READ_BEYOND)
  return bytes.slice(0, packList(rows, 0, rows.length, bytes, 3) + READ_BEYOND)
}

test('unpacking a packed list restores it', () => {
  fc.assert(
    fc.property(lists, (list) => {
      const rows = Uint32Array.from(list).sort()
      const reader = new PackedListReader(packed(rows), 3)
      const into = new Uint32Array(rows.length)
      assert.equal(reader.count, rows.length)
      assert.equal(reader.unpack(into), rows.length)
      assert.deepEqual(into, rows)
    }),
  )
})

test('testing ascending rows in portions keeps exactly the rows in the list', () => {
  fc.assert(
    fc.property(lists, lists, fc.integer({ min: 1, max: 50 }), (list, asked, portion) => {
      const rows = Uint32Array.from(list).sort()
      const candidates = Uint32Array.from(new Set([...asked, ...rows.filter((_, i) => i % 256 === 0)])).sort()
      const reader = new PackedListReader(packed(rows), 3)
      const kept: number[] = []
      for (let start = 0; start < candidates.length; start += portion) {
        const into = new Uint32Array(portion + 1)
        const count = reader.keep(candidates, start, Math.min(candidates.length, start + portion), into, 0)
        kept.push(...into.subarray(0, count))
      }
      const members = new Set(list)
      assert.deepEqual(
        kept,
        Array.from(candidates).filter((row) => members.has(row)),
      )
    }),
  )
})

test('the first row of a group is found after earlier groups were skipped', () => {
  const rows = Uint32Array.from({ length: 1000 }, (_, i) => i * 3)
  const reader = new PackedListReader(packed(rows), 3)
  const candidates = Uint32Array.of(0, 3 * 128 * 2, 3 * 128 * 5 - 1, 3 * 128 * 5, 3 * 999)
  const into = new Uint32Array(6)
  assert.deepEqual(Array.from(into.subarray(0, reader.keep(candidates, 0, 5, into, 0))), [0, 768, 1920, 2997])
})

function sizeOf(rows: Uint32Array): number {
  return packed(rows).length - 3 - READ_BEYOND
}

test('a row of a dense list takes less than a byte, and a list of one row four bytes', () => {
  assert.ok(sizeOf(Uint32Array.from({ length: 1000 }, (_, i) => i * 30)) < 950)
  assert.equal(sizeOf(Uint32Array.of(1_000_000)), 4)
})
