import { type AnswerOf, component, object, text } from '../answers/index.ts'
import { oncePer } from '../base/once-per.ts'
import { Recent } from '../base/recent.ts'
import type { Home, HomeAddress, Point } from '../model/home.ts'
import type { Region, RegionType } from '../model/region.ts'
import { regionIdOf, regionKeysOf } from '../regions/region-keys.ts'

/** The regions of a catalogue, by address and by distance. */
export interface Regions {
  /** The region that an address is in, if the catalogue has it. */
  of(type: RegionType, address: HomeAddress): Region | undefined
  /** Those with the nearest centers, nearest first, without `except`. */
  nearest(type: RegionType, point: Point, limit: number, except: Region | undefined): readonly Region[]
}

/** Built once per catalogue version: the catalogue returns the same array until it changes. */
export const regionsOf = oncePer((regions: readonly Region[]): Regions => {
  const byType = new Map(
    Array.from(
      Map.groupBy(regions, ({ type }) => type),
      ([type, of]) => [type, northward(of)],
    ),
  )
  const byKey = new Map(regions.map((region) => [region.key, region]))
  return {
    of: (type, address) => byKey.get(placeOf(address).keys[type] ?? ''),
    nearest: (type, point, limit, except) => nearest(byType.get(type) ?? NO_REGIONS, point, limit, except),
  }
})

/** The id of the region that an address is in, whether or not the catalogue has it; 0 if the address has none. */
export function regionId(type: RegionType, address: HomeAddress): number {
  return placeOf(address).ids[type] ?? 0
}

/** The regions of one place. */
interface PlaceRegions {
  readonly keys: Readonly<Partial<Record<RegionType, string>>>
  readonly ids: Readonly<Partial<Record<RegionType, number>>>
}

/** Places that are kept: some 10 MB. Hundreds of homes share one, and making keys and ids takes 20 µs. */
const MAX_PLACES = 10_000

const known = new Recent(MAX_PLACES, (place): PlaceRegions => {
  const keys = regionKeysOf(JSON.parse(place))
  const ids = Object.entries(keys).map(([type, key]) => [type, regionIdOf(key)])
  return { keys, ids: Object.fromEntries(ids) }
})

function placeOf({ state, city, zipcode, neighborhood, county, countyFips }: HomeAddress): PlaceRegions {
  return known.get(JSON.stringify({ state, city, zipcode, neighborhood, county, countyFips }))
}

/** Regions of one type from south to north. */
interface Northward {
  readonly regions: readonly Region[]
  readonly latitudes: Float64Array
  readonly longitudes: Float64Array
  /** Their places in the catalogue's order, which decides between regions that are equally far. */
  readonly places: Uint32Array
}

const NO_REGIONS = northward([])

function northward(given: readonly Region[]): Northward {
  const ordered = Array.from(given, (region, place) => ({ region, place })).sort(
    (one, other) => one.region.point.latitude - other.region.point.latitude,
  )
  return {
    regions: ordered.map(({ region }) => region),
    latitudes: Float64Array.from(ordered, ({ region }) => region.point.latitude),
    longitudes: Float64Array.from(ordered, ({ region }) => region.point.longitude),
    places: Uint32Array.from(ordered, ({ place }) => place),
  }
}

/**
 * Walks from the point to the north and to the south at a time, and keeps the best so far, until all others are too far
 * north or south: a nationwide catalogue has tens of thousands of ZIP codes, of which this visits some hundred.
 */
function nearest(of: Northward, { latitude, longitude }: Point, limit: number, except: Region | undefined): Region[] {
  const { regions, latitudes, longitudes, places } = of
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
    const index = up <= down ? above++ : below--
    const east = ((longitudes[index] as number) - longitude) * shrink
    const away = north * north + east * east
    if (away > farthest || regions[index] === except) continue
    const place = best.findIndex(
      (entry) =>
        entry.away > away || (entry.away === away && (places[entry.index] as number) > (places[index] as number)),
    )
    best.splice(place < 0 ? best.length : place, 0, { index, away })
    if (best.length > limit) best.pop()
    if (best.length === limit) farthest = best[limit - 1]?.away ?? farthest
  }
  return best.map(({ index }) => regions[index] as Region) // within the arrays
}

/** The first index whose latitude is not below the given one. */
function firstFrom(latitudes: Float64Array, latitude: number): number {
  let [low, high] = [0, latitudes.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((latitudes[middle] as number) < latitude) low = middle + 1
    else high = middle
  }
  return low
}

export const REGION_NAME = component('RegionName', object({ name: text() }))

/** What people would call the area of a home: its neighbourhood, or else its city; null if it has neither. */
export function parentRegion({ address }: Pick<Home, 'address'>): AnswerOf<typeof REGION_NAME> | null {
  const name = address.neighborhood || address.city
  return name ? { name } : null
}
