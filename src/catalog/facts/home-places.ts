import type { Home, PlaceAddress } from '../../model/home.ts'
import { type HomeLayer, layerKey, nameId } from '../../model/layer.ts'
import { regionKeysOf } from '../../places/regions/region-keys.ts'
import { isSamePlace } from '../../places/regions/regions.ts'

/** Maximum number of cache entries. The cache is cleared when it is full. */
const MAX_CACHED = 20_000

/** Maximum number of cache entries per ZIP code. Making keys would be faster than searching more entries. */
const MAX_PER_ZIP = 24

interface CachedPlace {
  readonly address: PlaceAddress
  readonly keys: readonly string[]
}

const byZip = new Map<string, CachedPlace[]>()
let cached = 0

/**
 * Returns the keys of a home's places, including layers and their features. Leaves out the country, because it contains
 * every home.
 */
export function homePlaceKeys(home: Home): readonly string[] {
  return home.layers === undefined ? regionKeys(home) : [...regionKeys(home), ...layerKeys(home.layers)]
}

export function layerKeys(layers: readonly HomeLayer[]): readonly string[] {
  const keys = layers.flatMap(({ layer, id, name }) => [
    layerKey(layer),
    layerKey(layer, id),
    ...(name === undefined ? [] : [layerKey(layer, nameId(name))]),
  ])
  return [...new Set(keys)]
}

/** Cached, because hundreds of thousands of homes have only a few combinations of city, ZIP code and county. */
function regionKeys({ address }: Home): readonly string[] {
  const ofZip = byZip.get(address.zipcode) ?? []
  for (const place of ofZip) if (isSamePlace(place.address, address)) return place.keys
  const { country: _, ...regions } = regionKeysOf(address)
  const keys = Object.values(regions)
  if (ofZip.length < MAX_PER_ZIP) cache(ofZip, { address, keys })
  return keys
}

function cache(ofZip: CachedPlace[], place: CachedPlace): void {
  if (cached++ === MAX_CACHED) {
    byZip.clear()
    cached = 1
  }
  byZip.set(place.address.zipcode, [...ofZip, place])
}
