import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StoredSegment } from '../../ports/catalog-store.ts'
import { merging, SEGMENT_POLICY } from './segment-policy.ts'

const NONE = { rows: 0, removed: 0, homes: 0, removedHomes: 0, properties: 0, removedProperties: 0 }

/** Returns a segment of `live` offers, plus a tenth as many removed offers. */
function segment(name: string, live: number): StoredSegment {
  const removed = Math.ceil(live / 10)
  return { ...NONE, name, properties: live + removed, removedProperties: removed }
}

/**
 * Returns the names of segments that merge with `changed` records. The segments a, b, c, … have `sizes` live records.
 */
function takenIn(changed: number, ...sizes: number[]): string {
  const small = sizes.map((live, i) => segment('abcdef'.charAt(i), live))
  const names = merging(SEGMENT_POLICY, small, changed).map(({ name }) => name)
  return names.sort().join('')
}

test('a change merges with segments of up to 1,000 live records, or of up to four times its own size', () => {
  assert.equal(takenIn(1), '')
  assert.equal(takenIn(1, 1000), 'a')
  assert.equal(takenIn(1, 1001), '')
  assert.equal(takenIn(1, 5000, 1000, 3), 'bc')
  assert.equal(takenIn(500, 2000, 2001), 'ab') // with the first segment, the change has 2,500 records; four times that is 10,000
  assert.equal(takenIn(500, 2001), '')
  assert.equal(takenIn(5000, 20_000, 100_001), 'a')
})

test('a change that would become a fifth segment merges with the smallest segment, and then with other small segments', () => {
  assert.equal(takenIn(1, 700_000, 7000, 150_000), '')
  assert.equal(takenIn(1, 700_000, 7000, 150_000, 30_000), 'b')
  assert.equal(takenIn(1, 700_000, 7000, 150_000, 28_000), 'bd')
})

test('segments of experiences are measured by their rows, since experiences are not properties', () => {
  const rows = { ...NONE, name: 'a', rows: 1100, removed: 100 }
  assert.deepEqual(merging(SEGMENT_POLICY, [rows], 1), [rows])
  assert.deepEqual(merging(SEGMENT_POLICY, [{ ...rows, removed: 99 }], 1), [])
})

for (const [what, sizeOf] of [
  ['of 1 record', () => 1],
  ['of 500 records', () => 500],
  ['of 5,000 records', () => 5000],
  ['of all three sizes', (commit: number) => [1, 500, 5000, 1, 1, 500][commit % 6] as number],
] as const) {
  test(`200 changes ${what} leave up to four small segments at any time, all but the newest large`, () => {
    let small: readonly StoredSegment[] = []
    let put = 0
    for (let commit = 0; commit < 200; commit++) {
      const changed = sizeOf(commit)
      const merged = merging(SEGMENT_POLICY, small, changed)
      const left = small.filter((each) => !merged.includes(each))
      const size = merged.reduce((sum, each) => sum + each.properties - each.removedProperties, changed)
      for (const { properties, removedProperties } of left)
        assert.ok(properties - removedProperties > Math.max(1000, 4 * size))
      small = [...left, segment(`${commit}`, size)]
      assert.ok(small.length <= 4)
      put += changed
    }
    assert.equal(
      small.reduce((sum, each) => sum + each.properties - each.removedProperties, 0),
      put,
    )
  })
}
