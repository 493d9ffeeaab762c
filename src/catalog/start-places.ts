import type { Region } from '../model/region.ts'

/** A place to begin to look at. */
export interface StartPlace {
  readonly name: string
  /** West, south, east, north, in degrees. */
  readonly bounds: readonly [number, number, number, number]
}

const MOST = 4

const known = new WeakMap<readonly Region[], readonly StartPlace[]>()

/** The cities with the most homes on the market, the one with the most first. The catalogue keeps the array. */
export function startPlacesIn(regions: readonly Region[]): readonly StartPlace[] {
  const made = known.get(regions) ?? mostListed(regions)
  known.set(regions, made)
  return made
}

function mostListed(regions: readonly Region[]): readonly StartPlace[] {
  return regions
    .filter(({ type, listings }) => type === 'city' && listings > 0)
    .sort((one, other) => other.listings - one.listings || other.homes - one.homes)
    .slice(0, MOST)
    .map(({ name, state, west, south, east, north }) => ({
      name: `${name}, ${state}`,
      bounds: [west, south, east, north],
    }))
}
