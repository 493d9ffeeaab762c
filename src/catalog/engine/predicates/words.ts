import { type Filter, IMPOSSIBLE, undecided } from '../filter.ts'
import type { PredicateOf } from '../predicate.ts'
import type { Scratch } from '../scratch.ts'
import type { WordIndex } from '../word-index.ts'

/**
 * Returns one filter per word and per phrase. A search lists the rows of the rarest word, and tests them for the other
 * words.
 */
export function filterWords(
  { terms, phrases = [] }: PredicateOf<'words'>,
  index: WordIndex,
  rowCount: number,
  scratch: Scratch,
): Filter[] {
  const words = new Set([...terms, ...phrases.flat()])
  const different = new Map(phrases.map((phrase) => [phrase.join(' '), phrase]))
  return [
    ...Array.from(words, (word) => filterWord(word, index, rowCount, scratch)),
    ...Array.from(different.values(), (phrase) => filterPhrase(phrase, index, rowCount)),
  ]
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

/** Cost of reading a byte of a row's words. */
const BYTE_NS = 1

/** Passes rows that contain the words in sequence, by scanning the words of each row. */
function filterPhrase(words: readonly string[], index: WordIndex, rowCount: number): Filter {
  const phrase = index.phrase(words)
  if (phrase === undefined) return IMPOSSIBLE
  return {
    passing: 0.5,
    costNs: 10 + (BYTE_NS * index.arrays.sequences.length) / rowCount,
    verdict: undecided,
    keep: (rows, start, end, into, at) => phrase.keep(rows, start, end, into, at),
  }
}
