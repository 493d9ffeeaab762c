import { each, type SlicedWork } from '../../kit/threads/slices.ts'
import type { Region } from '../../model/region.ts'
import { ofRegions } from '../../places/regions/of-regions.ts'

/** A place that a map may show at the start. */
export interface StartPlace {
  readonly name: string
  /** West, south, east, north, in degrees. */
  readonly bounds: readonly [number, number, number, number]
}

const MOST = 4

/** The cities with the most homes on the market, in descending order. */
export const startPlacesIn = ofRegions(function* (regions): SlicedWork<readonly StartPlace[]> {
  const most: Region[] = []
  yield* each(regions, (region) => {
    if (region.type !== 'city' || region.listings === 0) return
    most.push(region)
    most.sort((one, other) => other.listings - one.listings || other.homes - one.homes)
    most.length = Math.min(most.length, MOST)
  })
  return most.map(({ name, state, west, south, east, north }) => ({
    name: `${name}, ${state}`,
    bounds: [west, south, east, north],
  }))
})
