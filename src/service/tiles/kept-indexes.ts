import type { TileIndex } from './tile-index.ts'

/**
 * Caches the most recently used indexes up to a number of bytes; the newest index is always cached. Calls for an index
 * that is still being made wait for it.
 */
export class KeptIndexes {
  readonly #maxBytes: number
  readonly #entries = new Map<string, { readonly made: Promise<TileIndex>; bytes: number }>()
  #bytes = 0
  #moment = ''

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** `moment` changes whenever the catalog or the day changes. A different moment empties the cache. */
  find(key: string, moment: string, make: () => Promise<TileIndex>): Promise<TileIndex> {
    if (moment !== this.#moment) {
      this.#entries.clear()
      this.#bytes = 0
      this.#moment = moment
    }
    const entry = this.#entries.get(key) ?? { made: make(), bytes: 0 }
    const isNew = this.#entries.delete(key) === false
    this.#entries.set(key, entry) // moves the entry to the end, as the most recently used
    if (isNew) this.#weigh(key, entry)
    return entry.made
  }

  #weigh(key: string, entry: { readonly made: Promise<TileIndex>; bytes: number }): void {
    const isCurrent = () => this.#entries.get(key) === entry
    entry.made.then(
      ({ sizeBytes }) => {
        if (!isCurrent()) return
        entry.bytes = sizeBytes
        this.#bytes += sizeBytes
        this.#evict()
      },
      () => {
        if (isCurrent()) this.#entries.delete(key)
      },
    )
  }

  #evict(): void {
    for (const [key, { bytes }] of this.#entries) {
      if (this.#bytes <= this.#maxBytes || this.#entries.size === 1) return
      this.#entries.delete(key)
      this.#bytes -= bytes
    }
  }
}
