import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { randomQuery, randomRow, SHAPE } from '../../../test/engine/cases.ts'
import { NaiveTable } from '../../../test/engine/naive.ts'
import { Random } from '../../../test/engine/random.ts'
import { segmented, wheresOf } from '../../../test/engine/segmented.ts'
import { SegmentSearcher } from './segment-searcher.ts'
import type { TableShape } from './table-builder.ts'
import { finish as run, Work } from './work.ts'
import { BLOCK_ROWS } from './zones.ts'

/** The number of rows, how often they are newly divided among tables, and the number of queries for each division. */
const SIZES: readonly (readonly [rows: number, times: number, queries: number])[] = [
  [0, 3, 50],
  [1, 20, 50],
  [40, 160, 60],
  [BLOCK_ROWS, 2, 80],
  [BLOCK_ROWS + 1, 2, 80],
  [3 * BLOCK_ROWS, 2, 80],
  [33 * BLOCK_ROWS, 1, 15],
]

for (const [rowCount, times, queries] of SIZES) {
  test(`${rowCount} rows in one table or several answer every query as if each row were tested, also after removals`, () => {
    fc.assert(
      fc.property(fc.noShrink(fc.integer()), (seed) => compareWithNaive(new Random(seed), rowCount, queries)),
      { numRuns: times },
    )
  })
}

function compareWithNaive(random: Random, rowCount: number, queries: number): void {
  const shape: TableShape = random.chance(0.3) ? { ...SHAPE, clusterBy: 'kind' } : SHAPE
  const rows = Array.from({ length: rowCount }, (_, i) => randomRow(random, (i * 7919 + 3) % 1_000_003))
  const { segments, live } = segmented(random, shape, rows, 'tower')
  const naive = new NaiveTable(shape, live)
  const searcher = new SegmentSearcher(segments)
  for (let i = 0; i < queries; i++) {
    const query = randomQuery(random, rows)
    const wheres = wheresOf(segments, query.where)
    const described = () => `query ${i} of ${segments.tables.length} tables: ${JSON.stringify(query)}`
    const expected = naive.search(query)
    assert.deepEqual(run(searcher.search(wheres, query, new Work())), expected, described())
    const matching = run(searcher.matches(wheres, new Work()))
    assert.equal(matching.length, expected.rowTotal, described())
    if (i % 4 === 0) {
      const all = Uint32Array.from(naive.matches(query.where), ({ row }) => row)
      assert.deepEqual(matching, all, described())
    }
    assert.equal(run(searcher.count(wheres, new Work())), expected.rowTotal, described())
    assert.deepEqual(run(searcher.explain(wheres, new Work())), naive.explain(query.where), described())
    const [longitude, latitude] = [random.between(-180, 180), random.between(-90, 90)]
    const nearest = naive.nearest(query.where, longitude, latitude, query.limit)
    const near = run(searcher.nearest(wheres, { longitude, latitude, limit: query.limit }, new Work()))
    assert.deepEqual(near, nearest, `nearest to ${longitude}, ${latitude}: ${described()}`)
    const column = random.pick(['kind', 'beds', 'price', 'tower', 'score'])
    const counts = run(searcher.countBy(wheres, column, new Work()))
    assert.deepEqual(counts, naive.countBy(query.where, column), described())
  }
}
