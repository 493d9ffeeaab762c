import { dataCache } from '../../catalog/facts/data-cache.ts'
import type { Figure, Setting } from './figure.ts'

const keep = dataCache(1000)
const keepSingle = dataCache(10_000)

/** Computes figures once, until the catalog or the day changes. */
export function cachedFigures<T>({ catalog, today }: Setting, key: string, make: () => Promise<T>): Promise<T> {
  return keep(catalog, `${today} ${key}`, make)
}

/** Like `cachedFigures`, for a single figure, which is small. */
export function cachedFigure({ catalog, today }: Setting, key: string, make: () => Promise<Figure>): Promise<Figure> {
  return keepSingle(catalog, `${today} ${key}`, make)
}
