import { Recent } from '../../kit/base/recent.ts'
import type { Catalog } from '../ports/catalog.ts'
import { isOutdated } from '../ports/reading.ts'

/** Returns the cached value of a key, or computes the value. */
type DataCache = <T>(catalog: Catalog, key: string, make: () => Promise<T>) => Promise<T>

/**
 * Caches values that are costly to compute, until the catalog's data changes. Concurrent calls share one computation;
 * failures are not cached. Fails for an answer that has already read an older version of the data, because the answer
 * would mix two versions.
 * @param maxEntries Limit per catalog. The least recently used entry is evicted first.
 */
export function dataCache(maxEntries: number): DataCache {
  const byCatalog = new WeakMap<Catalog, CachedValues>()
  return <T>(catalog: Catalog, key: string, make: () => Promise<T>) => {
    const { dataVersion } = catalog.about()
    if (isOutdated(dataVersion)) return Promise.reject(new Error('the data changed while the answer was made'))
    const before = byCatalog.get(catalog)
    const cached: CachedValues =
      before?.dataVersion === dataVersion ? before : { dataVersion, values: new Recent(maxEntries) }
    byCatalog.set(catalog, cached)
    const { values } = cached
    return values.of(key, () => {
      const value = make()
      value.catch(() => {
        if (values.get(key) === value) values.delete(key)
      })
      return value
    }) as Promise<T> // a key always has values of the same type
  }
}

/** Cached values of a catalog, and the data version from which they were computed. */
interface CachedValues {
  readonly dataVersion: string
  readonly values: Recent<string, Promise<unknown>>
}
