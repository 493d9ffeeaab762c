import { Recent } from '../../kit/base/recent.ts'
import type { Catalog } from '../ports/catalog.ts'
import { isOutdated } from '../ports/reading.ts'

/** Returns the cached value of a key, or computes the value. */
type DataCache = <T>(catalog: Catalog, key: string, make: () => Promise<T>) => Promise<T>

/**
 * Caches values that are costly to compute from a catalog until its data changes. Concurrent calls share one
 * computation, and failures are not cached. An answer that has read an earlier data version gets an error, because its
 * value would mix two versions and other calls would receive it.
 *
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
    }) as Promise<T> // a key names one kind of value
  }
}

/** The cached values of a catalog, and the data version that they were computed from. */
interface CachedValues {
  readonly dataVersion: string
  readonly values: Recent<string, Promise<unknown>>
}
