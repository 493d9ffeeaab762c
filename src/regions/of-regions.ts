import { atOnce, each, inSlices, type Sliced } from '../base/slices.ts'
import type { Region } from '../model/region.ts'

/** What was made of some regions. */
interface Made<V> {
  readonly regions: readonly Region[]
  readonly value: V
}

/** `before`: what was made of other regions, mostly of the same ones with other figures. */
type Make<V> = (regions: readonly Region[], before: Made<V> | undefined) => Sliced<V>

/** What follows from the regions of a catalogue, which hands out the same array until they change. */
export interface OfRegions<V> {
  /** Made with the first question, unless it was made before: see `prepareRegions`. */
  (regions: readonly Region[]): V
  sliced(regions: readonly Region[]): Sliced<V>
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
 * Makes what somebody may ask of these regions, in slices, so that no call has to wait for more than one of them.
 * @param before The regions that they follow: only what was made of any is made of these. undefined: all of it.
 */
export async function prepareRegions(regions: readonly Region[], before?: readonly Region[]): Promise<void> {
  for (const { prepare } of ALL) await prepare(regions, before === undefined)
}

/** The same for all regions of which only the figures differ: point, extent, homes, listings, population, county. */
export function ofNames<V extends object>(make: (regions: readonly Region[]) => Sliced<V>): OfRegions<V> {
  const known = new WeakMap<Names, V>()
  return ofRegions(function* (regions) {
    const names = yield* namesIn.sliced(regions)
    const value = known.get(names) ?? (yield* make(regions))
    known.set(names, value)
    return value
  })
}

/** Stands for regions of the same names in the same order. */
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
