import { dataCache } from '../../catalog/facts/data-cache.ts'
import type { Setting } from './figure.ts'

const keep = dataCache(1000)

/** Computes figures once, until the catalog or the day changes. */
export function cachedFigures<T>({ catalog, today }: Setting, key: string, make: () => Promise<T>): Promise<T> {
  return keep(catalog, `${today} ${key}`, make)
}
