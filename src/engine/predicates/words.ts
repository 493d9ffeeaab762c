import { type Filter, IMPOSSIBLE, undecided } from '../filter.ts'
import type { WordsPredicate } from '../predicate.ts'
import type { Scratch } from '../scratch.ts'
import type { WordIndex } from '../word-index.ts'

/** One filter a word: the plan reads the rarest first and asks the others about what is left. */
export function filterWords({ terms }: WordsPredicate, index: WordIndex, rowCount: number, scratch: Scratch): Filter[] {
  return [...new Set(terms)].map((term) => filterWord(term, index, rowCount, scratch))
}

function filterWord(term: string, index: WordIndex, rowCount: number, scratch: Scratch): Filter {
  const reader = index.read(term)
  if (reader === undefined) return IMPOSSIBLE
  return {
    passing: reader.count / rowCount,
    costNs: 3,
    source: {
      size: reader.count,
      rows: () => {
        const rows = scratch.takeRows(reader.count)
        return { rows, start: 0, end: reader.unpack(rows) }
      },
    },
    verdict: undecided,
    keep: (rows, start, end, into, at) => reader.keep(rows, start, end, into, at),
  }
}
