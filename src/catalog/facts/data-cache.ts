import type { Catalog } from '../ports/catalog.ts'
import { isOutdated } from '../ports/reading.ts'

/** Returns the cached value of a key, or computes it. */
type DataCache = <T>(catalog: Catalog, key: string, make: () => Promise<T>) => Promise<T>

/**
 * Caches values that are costly to compute from a catalog until its data changes. Concurrent calls share one
 * computation, and failures are not cached. An answer that has read an earlier data version gets an error, because its
 * value would mix two versions and be returned to other calls.
 *
 * @param maxEntries Limit per catalog. The least recently used entry is evicted first.
 */
export function dataCache(maxEntries: number): DataCache {
  const byCatalog = new WeakMap<Catalog, Entries>()
  return (catalog, key, make) => {
    let entries = byCatalog.get(catalog)
    if (entries === undefined) {
      entries = new Entries(maxEntries)
      byCatalog.set(catalog, entries)
    }
    const { dataVersion } = catalog.about()
    if (isOutdated(dataVersion)) return Promise.reject(new Error('the data changed while the answer was made'))
    return entries.get(dataVersion, key, make)
  }
}

class Entries {
  readonly #maxEntries: number
  readonly #values = new Map<string, Promise<unknown>>()
  #dataVersion = ''

  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries
  }

  get<T>(dataVersion: string, key: string, make: () => Promise<T>): Promise<T> {
    if (this.#dataVersion !== dataVersion) this.#values.clear()
    this.#dataVersion = dataVersion
    const cached = this.#values.get(key) as Promise<T> | undefined // a key names one kind of value
    const value = cached ?? make()
    this.#values.delete(key) // the end of the map is the most recently used
    this.#values.set(key, value)
    if (cached === undefined) this.#evict(key, value)
    return value
  }

  #evict(key: string, value: Promise<unknown>): void {
    value.catch(() => {
      if (this.#values.get(key) === value) this.#values.delete(key)
    })
    for (const oldest of this.#values.keys()) {
      if (this.#values.size <= this.#maxEntries) break
      this.#values.delete(oldest)
    }
  }
}
