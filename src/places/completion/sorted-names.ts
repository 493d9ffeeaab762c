import { each, type SlicedWork, sorted } from '../../kit/threads/slices.ts'
import { beginningsOneSlipAway, type SimilarBeginning } from './one-slip.ts'
import { SortedTexts, slicedTextArrays, type TextArrays } from './sorted-texts.ts'

/** Names of numbered items, in memory that threads share. */
export interface NameArrays extends TextArrays {
  readonly things: Uint32Array
}

/**
 * A prefix with more matches than this has its results cached. Such prefixes are short, few, and requested most often.
 */
const CACHED_HITS = 512

/** Sorted names, so that names with a common prefix are adjacent. */
export class SortedNames {
  readonly #names: SortedTexts
  readonly #things: Uint32Array
  readonly #ranks: Uint32Array
  readonly #cache = new Map<string, readonly number[]>()

  /** @param ranks The rank of each item. Rank 0 is the best. */
  constructor(arrays: NameArrays, ranks: Uint32Array) {
    this.#names = new SortedTexts(arrays)
    this.#things = arrays.things
    this.#ranks = ranks
  }

  /** Returns the best ranks of names with any of the prefixes, best first, without duplicates. */
  bestOf(prefixes: readonly string[], limit: number): readonly number[] {
    const best = new Set(prefixes.flatMap((prefix) => this.best(prefix, limit)))
    return [...best].sort((a, b) => a - b)
  }

  /** Returns the best ranks of names with the prefix, best first. An item with two such names appears twice. */
  best(prefix: string, limit: number): readonly number[] {
    const start = this.#names.firstNotBelow(prefix)
    return this.#bestIn({ beginning: prefix, start, end: this.#names.endOf(prefix, start) }, limit)
  }

  /** Returns the ranks of all items with exactly this name, best rank first. */
  named(name: string): readonly number[] {
    const ranks: number[] = []
    for (let at = this.#names.firstNotBelow(name); at < this.#names.length && this.#names.isSame(at, name); at++)
      ranks.push(this.#rankAt(at))
    return ranks.sort((a, b) => a - b)
  }

  /**
   * Returns the best ranks of names that begin one typo away from any of the prefixes, best first, without duplicates.
   * Names that match only without the last letter come last.
   */
  bestOneSlipAway(prefixes: readonly string[], limit: number): readonly number[] {
    const [close, far] = [new Set<number>(), new Set<number>()]
    for (const prefix of prefixes) {
      for (const similar of beginningsOneSlipAway(this.#names, prefix)) {
        const ranks = prefix.startsWith(similar.beginning) ? far : close
        for (const rank of this.#bestIn(similar, limit)) ranks.add(rank)
      }
    }
    const ranked = [close, far].map((ranks) => [...ranks].sort((a, b) => a - b))
    return [...new Set(ranked.flat())].slice(0, limit)
  }

  #bestIn({ beginning, start, end }: SimilarBeginning, limit: number): readonly number[] {
    if (end - start <= CACHED_HITS) return this.#leastIn(start, end, limit)
    const key = `${limit} ${beginning}`
    const cached = this.#cache.get(key) ?? this.#leastIn(start, end, limit)
    this.#cache.set(key, cached)
    return cached
  }

  /**
   * Returns the smallest ranks in a range, by inserting them into a short sorted list. Most ranks need only one
   * comparison.
   */
  #leastIn(start: number, end: number, limit: number): number[] {
    const least: number[] = []
    for (let index = start; index < end; index++) {
      const rank = this.#rankAt(index)
      if (least.length === limit && rank >= (least[limit - 1] ?? 0)) continue
      let at = Math.min(least.length, limit - 1)
      while (at > 0 && (least[at - 1] ?? 0) > rank) {
        least[at] = least[at - 1] ?? 0
        at--
      }
      least[at] = rank
    }
    return least
  }

  #rankAt(index: number): number {
    return this.#ranks[this.#things[index] ?? 0] ?? 0
  }
}

export function* nameArrays(entries: readonly (readonly [name: string, thing: number])[]): SlicedWork<NameArrays> {
  const inOrder = yield* sorted(entries, ([a, x], [b, y]) => (a < b ? -1 : a > b ? 1 : x - y))
  const things = new Uint32Array(new SharedArrayBuffer(inOrder.length * Uint32Array.BYTES_PER_ELEMENT))
  const names: string[] = []
  yield* each(inOrder, ([name, thing], index) => {
    names.push(name)
    things[index] = thing
  })
  return { ...(yield* slicedTextArrays(names)), things }
}
