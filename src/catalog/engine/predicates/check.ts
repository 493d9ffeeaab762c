import { type Filter, undecided } from '../filter.ts'
import type { PredicateOf } from '../predicate.ts'

/** Higher than the cost of testing any column, so that this test usually runs last. */
const COST_NS = 60

export function filterCheck({ accepts }: PredicateOf<'check'>): Filter {
  return {
    passing: 0.5,
    costNs: COST_NS,
    verdict: undecided,
    keep: (rows, start, end, into, at) => {
      let next = at
      for (let i = start; i < end; i++) {
        const row = rows[i] as number
        if (accepts(row)) into[next++] = row
      }
      return next
    },
  }
}
