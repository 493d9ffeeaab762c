import { firstFrom } from '../../kit/algorithms/sorted.ts'
import { Recent } from '../../kit/base/recent.ts'
import { each, type SlicedWork, sorted } from '../../kit/threads/slices.ts'
import type { HomeAddress, Point } from '../../model/home.ts'
import type { Region, RegionType } from '../../model/region.ts'
import { indexByKey, ofNames, ofRegions, regionAt } from './of-regions.ts'
import { regionIdOf, regionKeysOf } from './region-keys.ts'

/** Finds regions of a catalog by address and by distance. */
export interface Regions {
  /** The region that contains an address, if the catalog has it. */
  of(type: RegionType, address: HomeAddress): Region | undefined
  /** Returns the regions with the nearest centers, nearest first. Leaves out `except`. */
  nearest(type: RegionType, point: Point, limit: number, except: Region | undefined): readonly Region[]
}

/** Computed once per version of a catalog's regions. */
export const regionsOf = ofRegions(function* (regions): SlicedWork<Regions> {
  yield* indexByKey.sliced(regions)
  const byType = yield* northwardOf.sliced(regions)
  return {
    of: (type, address) => regionAt(placeOf(address).keys[type] ?? '', regions),
    nearest: (type, point, limit, except) => {
      const of = byType.get(type)
      return of === undefined ? [] : nearest(regions, of, { point, limit, except })
    },
  }
})

/**
 * The ids of the regions that contain an address, even if the catalog does not have the regions. Types without such a
 * region are absent.
 */
export function regionIds(address: HomeAddress): RegionIds {
  return placeOf(address).ids
}

type RegionIds = Readonly<Partial<Record<RegionType, number>>>

interface PlaceRegions {
  readonly keys: Readonly<Partial<Record<RegionType, string>>>
  readonly ids: RegionIds
}

/**
 * Maximum number of cached places (about 10 MB). Hundreds of homes share a place, and computing a place's keys and ids
 * takes 20 µs.
 */
const MAX_PLACES = 10_000

const placeCache = new Recent<string, PlaceRegions>(MAX_PLACES)

function placeOf(address: HomeAddress): PlaceRegions {
  const { state, city, zipcode, neighborhood, county, countyFips } = address
  const place = JSON.stringify([state, city, zipcode, neighborhood, county, countyFips])
  return placeCache.of(place, () => {
    const keys = regionKeysOf(address)
    const ids = Object.entries(keys).map(([type, key]) => [type, regionIdOf(key)])
    return { keys, ids: Object.fromEntries(ids) }
  })
}

/** The regions of one type, sorted from south to north: their indexes and coordinates. */
interface Northward {
  readonly indexes: Uint32Array
  readonly latitudes: Float64Array
  readonly longitudes: Float64Array
}

const ofType = ofNames(function* (regions) {
  const byType = new Map<RegionType, number[]>()
  yield* each(regions, ({ type }, index) => {
    const indexes = byType.get(type) ?? []
    byType.set(type, indexes)
    indexes.push(index)
  })
  return byType
})

/**
 * The regions of each type, sorted from south to north. If no region of a type has moved, reuses its previous order.
 * Otherwise sorts the previous order again, which is nearly right.
 */
const northwardOf = ofRegions<ReadonlyMap<RegionType, Northward>>(function* (regions, before) {
  const northward = new Map<RegionType, Northward>()
  const byType = yield* ofType.sliced(regions)
  for (const [type, indexes] of byType) {
    const ofSame = before && ofType(before.regions) === byType ? before.value.get(type) : undefined
    northward.set(type, yield* northwardAmong(regions, indexes, ofSame))
  }
  return northward
})

function* northwardAmong(
  regions: readonly Region[],
  indexes: readonly number[],
  before: Northward | undefined,
): SlicedWork<Northward> {
  const pointOf = (index: number) => (regions[index] as Region).point // an index of these regions
  let isSame = before !== undefined
  yield* each(before?.indexes ?? [], (index, at) => {
    const { latitude, longitude } = pointOf(index)
    isSame &&= latitude === before?.latitudes[at] && longitude === before.longitudes[at]
  })
  if (before !== undefined && isSame) return before
  const ordered = yield* sorted(
    Array.from(before?.indexes ?? indexes),
    (a, b) => pointOf(a).latitude - pointOf(b).latitude,
  )
  const count = ordered.length
  const northward = {
    indexes: new Uint32Array(count),
    latitudes: new Float64Array(count),
    longitudes: new Float64Array(count),
  }
  yield* each(ordered, (index, at) => {
    const { latitude, longitude } = pointOf(index)
    northward.indexes[at] = index
    northward.latitudes[at] = latitude
    northward.longitudes[at] = longitude
  })
  return northward
}

interface Near {
  readonly point: Point
  readonly limit: number
  readonly except: Region | undefined
}

/**
 * Collects the regions nearest to a point. Searches to the north and to the south at the same time, until all other
 * regions are too far away. This examines some hundred of the tens of thousands of ZIP codes. Among equally distant
 * regions, the first in the catalog counts as nearest.
 */
function nearest(regions: readonly Region[], of: Northward, { point, limit, except }: Near): Region[] {
  const { indexes, latitudes, longitudes } = of
  const { latitude, longitude } = point
  const shrink = Math.cos((latitude * Math.PI) / 180)
  const best: { readonly index: number; readonly away: number }[] = []
  let farthest = Number.POSITIVE_INFINITY
  let above = firstFrom(latitudes, latitude)
  let below = above - 1
  for (;;) {
    const up = above < latitudes.length ? (latitudes[above] as number) - latitude : Number.POSITIVE_INFINITY
    const down = below >= 0 ? latitude - (latitudes[below] as number) : Number.POSITIVE_INFINITY
    const north = Math.min(up, down)
    if (north === Number.POSITIVE_INFINITY || north * north > farthest) break
    const at = up <= down ? above++ : below--
    const east = ((longitudes[at] as number) - longitude) * shrink
    const away = north * north + east * east
    const index = indexes[at] as number
    if (away > farthest || regions[index] === except) continue
    const rank = best.findIndex((entry) => entry.away > away || (entry.away === away && entry.index > index))
    best.splice(rank < 0 ? best.length : rank, 0, { index, away })
    if (best.length > limit) best.pop()
    if (best.length === limit) farthest = best[limit - 1]?.away ?? farthest
  }
  return best.map(({ index }) => regions[index] as Region) // indexes within the arrays
}
