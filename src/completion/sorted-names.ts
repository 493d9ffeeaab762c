import { firstNotBelow } from '../base/sorted.ts'

/** Results of prefixes with more hits are cached: such short prefixes are few and the most frequent. */
const CACHED_HITS = 512

/** Names of ranked things, sorted so that names with a common prefix are adjacent. Rank 0 is the best. */
export class SortedNames {
  readonly #names: readonly string[]
  readonly #ranks: Uint32Array
  readonly #cache = new Map<string, readonly number[]>()

  constructor(entries: readonly (readonly [name: string, rank: number])[]) {
    const sorted = entries.toSorted(([a, x], [b, y]) => (a < b ? -1 : a > b ? 1 : x - y))
    this.#names = sorted.map(([name]) => name)
    this.#ranks = Uint32Array.from(sorted, ([, rank]) => rank)
  }

  /** The best ranks among names with any of the prefixes, best first, without duplicates. */
  bestOf(prefixes: readonly string[], limit: number): readonly number[] {
    const best = new Set(prefixes.flatMap((prefix) => this.best(prefix, limit)))
    return [...best].sort((a, b) => a - b)
  }

  /** The best ranks among names with the prefix, best first. A thing with two such names appears twice. */
  best(prefix: string, limit: number): readonly number[] {
    const start = firstNotBelow(this.#names, prefix)
    const end = firstNotBelow(this.#names, `${prefix}\uffff`)
    if (end - start <= CACHED_HITS) return leastOf(this.#ranks, start, end, limit)
    const key = `${limit} ${prefix}`
    const known = this.#cache.get(key) ?? leastOf(this.#ranks, start, end, limit)
    this.#cache.set(key, known)
    return known
  }
}

/** Insertion into a short sorted list: most ranks of a long range fail the first comparison. */
function leastOf(ranks: Uint32Array, start: number, end: number, limit: number): number[] {
  const least: number[] = []
  for (let index = start; index < end; index++) {
    const rank = ranks[index] ?? 0
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
