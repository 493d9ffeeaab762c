import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Filter, NONE, SOME, undecided } from './filter.ts'
import { planSearch } from './plan.ts'
import { BLOCK_ROWS } from './zones.ts'

const ROWS = 100 * BLOCK_ROWS

function filter(given: Partial<Filter>): Filter {
  return { passing: 0.5, costNs: 1, verdict: undecided, keep: (_rows, _start, _end, _into, at) => at, ...given }
}

function listed(size: number): Filter {
  return filter({ source: { size, rows: () => ({ rows: new Uint32Array(size), start: 0, end: size }) } })
}

/** Returns a filter that passes only rows of the first `blocks` blocks. */
function local(blocks: number): Filter {
  return filter({ isLocal: true, verdict: (zone) => (zone < blocks || zone >= 100 ? SOME : NONE) })
}

test('candidates come from the shortest list, and the other filters test them', () => {
  const [long, short, other] = [listed(5000), listed(300), filter({})]
  const plan = planSearch([long, short, other], ROWS)
  assert.equal(plan.source?.size, 300)
  assert.deepEqual(new Set(plan.filters), new Set([long, other]))
})

test('a small area is scanned block by block if this reads fewer rows than a list', () => {
  assert.equal(planSearch([listed(50_000), local(3)], ROWS).source, undefined)
  assert.equal(planSearch([listed(500), local(3)], ROWS).source?.size, 500)
})

test('the filter that removes the most rows for its cost runs first', () => {
  const [dear, weak, strong] = [
    filter({ costNs: 1000, passing: 0 }),
    filter({ passing: 0.9 }),
    filter({ passing: 0.1 }),
  ]
  assert.deepEqual(planSearch([dear, weak, strong], ROWS).filters, [strong, weak, dear])
})

test('without predicates every row is a candidate', () => {
  assert.deepEqual(planSearch([], ROWS), { source: undefined, filters: [], scout: undefined })
})
