import { ALL, type Filter, NONE } from './filter.ts'
import type { Predicate } from './predicate.ts'
import { compile } from './predicates/compile.ts'
import type { Scratch } from './scratch.ts'
import type { Table } from './table.ts'
import type { Steps, Work } from './work.ts'
import { BLOCK_ROWS } from './zones.ts'

/**
 * Applies the predicates one after another to all rows except removed rows. Counts how many rows each predicate
 * removes. `rows` must have room for a block.
 */
export function* countFailing(
  where: readonly Predicate[],
  table: Table,
  scratch: Scratch,
  rows: Uint32Array,
  work: Work,
): Steps<number[]> {
  const steps = where.map((predicate) => compile(predicate, table, scratch))
  const failing = where.map(() => 0)
  for (let first = 0, block = 0; first < table.rows; first += BLOCK_ROWS, block++) {
    let count = Math.min(BLOCK_ROWS, table.rows - first)
    for (let i = 0; i < count; i++) rows[i] = first + i
    if (table.removed) count = keepInBlock(table.removed, block, rows, count, work)
    steps.forEach((filters, step) => {
      const left = filters.reduce((rest, filter) => keepInBlock(filter, block, rows, rest, work), count)
      failing[step] = (failing[step] as number) + count - left
      count = left
    })
    if (work.isPauseDue) yield
  }
  return failing
}

function keepInBlock(filter: Filter, block: number, rows: Uint32Array, count: number, work: Work): number {
  if (count === 0) return 0
  const verdict = filter.verdict(block)
  return verdict === NONE ? 0 : verdict === ALL ? count : work.keep(filter, rows, 0, count, rows, 0)
}
