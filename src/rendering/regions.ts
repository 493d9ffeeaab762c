import { type AnswerOf, component, object, text } from '../answers/index.ts'
import { oncePer } from '../base/once-per.ts'
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
  const byType = Map.groupBy(regions, (region) => region.type)
  const byKey = new Map(regions.map((region) => [region.key, region]))
  return {
    of: (type, address) => byKey.get(regionKeysOf(address)[type] ?? ''),
    nearest: (type, point, limit, except) => nearest(byType.get(type) ?? [], point, limit, except),
  }
})

/** The id of the region that an address is in, whether or not the catalogue has it; 0 if the address has none. */
export function regionId(type: RegionType, address: HomeAddress): number {
  const key = regionKeysOf(address)[type]
  return key === undefined ? 0 : regionIdOf(key)
}

/** One pass that keeps the best so far: a nationwide catalogue has tens of thousands of ZIP codes. */
function nearest(regions: readonly Region[], point: Point, limit: number, except: Region | undefined): Region[] {
  const shrink = Math.cos((point.latitude * Math.PI) / 180)
  const best: { region: Region; away: number }[] = []
  let farthest = Number.POSITIVE_INFINITY
  for (const region of regions) {
    const north = region.point.latitude - point.latitude
    if (north * north >= farthest) continue
    const east = (region.point.longitude - point.longitude) * shrink
    const away = north * north + east * east
    if (region === except || away >= farthest) continue
    const index = best.findIndex((entry) => entry.away > away)
    best.splice(index < 0 ? best.length : index, 0, { region, away })
    if (best.length > limit) best.pop()
    if (best.length === limit) farthest = best[limit - 1]?.away ?? farthest
  }
  return best.map(({ region }) => region)
}

export const REGION_NAME = component('RegionName', object({ name: text() }))

/** What people would call the area of a home: its neighbourhood, or else its city; null if it has neither. */
export function parentRegion({ address }: Pick<Home, 'address'>): AnswerOf<typeof REGION_NAME> | null {
  const name = address.neighborhood || address.city
  return name ? { name } : null
}
