import { atOnce, each, inSlices, type SlicedWork } from '../../kit/threads/slices.ts'
import type { Region } from '../../model/region.ts'

/** A value, and the regions from which it was derived. */
interface Made<V> {
  readonly regions: readonly Region[]
  readonly value: V
}

/** Derives a value from regions. `before` is the previous value, usually for the same regions with other counts. */
type Make<V> = (regions: readonly Region[], before: Made<V> | undefined) => SlicedWork<V>

/**
 * Returns a value derived from the regions of a catalog, and caches it. The cache works because a catalog returns the
 * same array until its regions change.
 */
export interface OfRegions<V> {
  /** Derives the value on the first call, unless `prepareRegions` has derived it before. */
  (regions: readonly Region[]): V
  sliced(regions: readonly Region[]): SlicedWork<V>
}

const ALL: { prepare(regions: readonly Region[], isWanted: boolean): Promise<void> }[] = []

export function ofRegions<V extends object>(make: Make<V>): OfRegions<V> {
  const made = new WeakMap<readonly Region[], V>()
  let last: Made<V> | undefined
  const sliced = function* (regions: readonly Region[]) {
    const value = made.get(regions) ?? (yield* make(regions, last))
    made.set(regions, value)
    last = { regions, value }
    return value
  }
  ALL.push({
    async prepare(regions, isWanted) {
      if (last !== undefined || isWanted) await inSlices(sliced(regions))
    },
  })
  const of = (regions: readonly Region[]) => made.get(regions) ?? atOnce(sliced(regions))
  return Object.assign(of, { sliced })
}

/**
 * Derives values of these regions in advance, in slices, so that no call waits longer than one slice.
 * @param before The previous regions. If given, derives only values that were used with them. Otherwise derives all
 * values.
 */
export async function prepareRegions(regions: readonly Region[], before?: readonly Region[]): Promise<void> {
  for (const { prepare } of ALL) await prepare(regions, before === undefined)
}

/**
 * Caches a value that depends only on the names of regions. Such a value stays valid if other properties change (point,
 * extent, homes, listings, population, county).
 */
export function ofNames<V extends object>(make: (regions: readonly Region[]) => SlicedWork<V>): OfRegions<V> {
  const made = new WeakMap<Names, V>()
  return ofRegions(function* (regions) {
    const names = yield* namesIn.sliced(regions)
    const value = made.get(names) ?? (yield* make(regions))
    made.set(names, value)
    return value
  })
}

/** Stands for a list of regions with certain names in a certain order. Lists with the same names share this object. */
interface Names {
  readonly count: number
}

const namesIn = ofRegions<Names>(function* (regions, before) {
  const count = regions.length
  let areSame = before?.regions.length === count
  yield* each(regions, (region, index) => {
    areSame &&= isNamedAs(region, before?.regions[index])
  })
  return before !== undefined && areSame ? before.value : { count }
})

function isNamedAs(one: Region, other: Region | undefined): boolean {
  if (one === other || other === undefined) return one === other
  return one.key === other.key && one.name === other.name && one.state === other.state && one.city === other.city
}

/** The index of each region by its key. */
export const indexByKey = ofNames(function* (regions) {
  const byKey = new Map<string, number>()
  yield* each(regions, ({ key }, index) => byKey.set(key, index))
  return byKey
})

export function regionAt(key: string, regions: readonly Region[]): Region | undefined {
  return regions[indexByKey(regions).get(key) ?? -1]
}
