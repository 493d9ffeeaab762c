import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Random } from '../../../test/engine/random.ts'
import { BestRows } from './page.ts'

/** Returns the ranks 0 to n - 1 in random order. */
function shuffledRanks(random: Random, length: number): Uint32Array {
  const ranks = Uint32Array.from({ length }, (_, i) => i)
  for (let i = length - 1; i > 0; i--) {
    const other = random.whole(0, i)
    ;[ranks[i], ranks[other]] = [ranks[other] ?? 0, ranks[i] ?? 0]
  }
  return ranks
}

test('a page contains the same rows as sorting all rows by rank', () => {
  const best = new BestRows()
  fc.assert(
    fc.property(
      fc.noShrink(fc.integer()),
      fc.constantFrom(1, 2, 100, 1023, 1024, 1025, 60_000),
      fc.nat({ max: 70_000 }),
      fc.constantFrom(0, 1, 200, 3000),
      (seed, tableRows, offset, limit) => {
        const random = new Random(seed)
        const ranks = shuffledRanks(random, tableRows)
        // Some tables have rows with neighboring ranks only, which all fall into one bucket.
        const [from, to] = random.chance(0.5) ? [0, tableRows] : [tableRows / 2, tableRows / 2 + 500]
        const rows = Uint32Array.from(ranks.keys()).filter((row) => (ranks[row] ?? 0) >= from && (ranks[row] ?? 0) < to)
        const start = offset % (rows.length + 10)
        const expected = rows.toSorted((a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0)).slice(start, start + limit)
        assert.deepEqual(best.page(rows, rows.length, ranks, start, limit), expected)
      },
    ),
    { numRuns: 70 },
  )
})

test('only the first `count` rows are read', () => {
  const page = new BestRows().page(Uint32Array.of(2, 1, 0), 2, Uint32Array.of(0, 2, 1), 0, 10)
  assert.deepEqual(Array.from(page), [2, 1])
})
