import { dataCache } from '../../catalog/facts/data-cache.ts'
import type { Setting } from './figure.ts'

const keep = dataCache(1000)

/** Computes the figures of a key once, until the catalogue or the day changes. */
export function kept<T>({ catalog, today }: Setting, key: string, make: () => Promise<T>): Promise<T> {
  return keep(catalog, `${today} ${key}`, make)
}
