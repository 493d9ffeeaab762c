import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { randomQuery, randomRow, SHAPE } from '../../test/engine/cases.ts'
import { NaiveTable } from '../../test/engine/naive.ts'
import { Random } from '../../test/engine/random.ts'
import { Searcher } from './searcher.ts'
import { Table } from './table.ts'
import { TableBuilder, type TableShape } from './table-builder.ts'
import { finish as run, Work } from './work.ts'
import { BLOCK_ROWS } from './zones.ts'

/** Number of tables of each size, and of queries for each. */
const SIZES: readonly (readonly [rows: number, tables: number, queries: number])[] = [
  [0, 3, 50],
  [1, 20, 50],
  [40, 300, 60],
  [BLOCK_ROWS, 3, 100],
  [BLOCK_ROWS + 1, 3, 100],
  [3 * BLOCK_ROWS, 4, 100],
  [33 * BLOCK_ROWS, 1, 20],
]

for (const [rowCount, tables, queries] of SIZES) {
  test(`a table of ${rowCount} rows answers every query as testing each row does, before and after it was stored`, () => {
    fc.assert(
      fc.property(fc.noShrink(fc.integer()), (seed) => compareWithNaive(new Random(seed), rowCount, queries)),
      { numRuns: tables },
    )
  })
}

function compareWithNaive(random: Random, rowCount: number, queries: number): void {
  const shape: TableShape = random.chance(0.3) ? { ...SHAPE, clusterBy: 'kind' } : SHAPE
  const builder = new TableBuilder(shape)
  const rows = Array.from({ length: rowCount }, (_, i) => randomRow(random, (i * 7919 + 3) % 1_000_003))
  for (const row of rows) builder.add(row)
  const { table, rowOf } = builder.build()
  const naive = new NaiveTable(
    shape,
    rows.map((row, i) => ({ ...row, row: rowOf[i] as number })),
  )
  const built = new Searcher(table)
  const opened = new Searcher(Table.open(structuredClone(table.manifest), structuredClone(table.arrays)))
  for (let i = 0; i < queries; i++) {
    const query = randomQuery(random, rows)
    const described = () => `query ${i}: ${JSON.stringify(query)}`
    assert.deepEqual(run(built.search(query, new Work())), naive.search(query), described())
    assert.deepEqual(run(opened.search(query, new Work())), run(built.search(query, new Work())), described())
    assert.deepEqual(run(built.explain(query.where, new Work())), naive.explain(query.where), described())
    const [longitude, latitude] = [random.between(-180, 180), random.between(-90, 90)]
    const nearest = naive.nearest(query.where, longitude, latitude, query.limit)
    const place = { longitude, latitude, limit: query.limit, id: 'id' }
    const near = run(built.nearest(query.where, place, new Work()))
    assert.deepEqual(near, nearest, `nearest to ${longitude}, ${latitude}: ${described()}`)
    const column = random.pick(['kind', 'beds', 'price', 'tower', 'score'])
    assert.deepEqual(
      run(built.countBy(query.where, column, new Work())),
      naive.countBy(query.where, column),
      described(),
    )
  }
}
