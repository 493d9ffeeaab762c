import type { TileIndex } from './tile-index.ts'

/**
 * Caches the most recently used indexes within a number of bytes, and always the newest index. Calls for an index that
 * is still being made wait for it.
 */
export class KeptIndexes {
  readonly #maxBytes: number
  readonly #kept = new Map<string, { readonly made: Promise<TileIndex>; bytes: number }>()
  #bytes = 0
  #moment = ''

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** `moment` changes with every change of the catalog or the day; a new moment empties the cache. */
  find(question: string, moment: string, make: () => Promise<TileIndex>): Promise<TileIndex> {
    if (moment !== this.#moment) {
      this.#kept.clear()
      this.#bytes = 0
      this.#moment = moment
    }
    const kept = this.#kept.get(question) ?? { made: make(), bytes: 0 }
    const isNew = this.#kept.delete(question) === false
    this.#kept.set(question, kept) // at the end, as the most recently used
    if (isNew) this.#weigh(question, kept)
    return kept.made
  }

  #weigh(question: string, kept: { readonly made: Promise<TileIndex>; bytes: number }): void {
    const isKept = () => this.#kept.get(question) === kept
    kept.made.then(
      ({ sizeBytes }) => {
        if (!isKept()) return
        kept.bytes = sizeBytes
        this.#bytes += sizeBytes
        this.#evict()
      },
      () => {
        if (isKept()) this.#kept.delete(question)
      },
    )
  }

  #evict(): void {
    for (const [question, { bytes }] of this.#kept) {
      if (this.#bytes <= this.#maxBytes || this.#kept.size === 1) return
      this.#kept.delete(question)
      this.#bytes -= bytes
    }
  }
}
