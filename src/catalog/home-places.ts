import type { Home, HomeAddress } from '../model/home.ts'
import { regionKeysOf } from '../regions/region-keys.ts'
import { isSamePlace } from '../regions/regions.ts'

/** Capacity of the cache, which is cleared when full. */
const MOST_REMEMBERED = 20_000

/** Entries per ZIP code: searching more of them would take longer than making the keys. */
const MOST_OF_ZIP = 24

interface Remembered {
  readonly address: HomeAddress
  readonly keys: readonly string[]
}

const byZip = new Map<string, Remembered[]>()
let remembered = 0

/**
 * Keys of the places that a home lies in, except the country, which has them all. Cached, because hundreds of
 * thousands of homes share a few combinations of places.
 */
export function homePlaceKeys({ address }: Home): readonly string[] {
  const ofZip = byZip.get(address.zipcode) ?? []
  for (const known of ofZip) if (isSamePlace(known.address, address)) return known.keys
  const { country: _, ...regions } = regionKeysOf(address)
  const keys = Object.values(regions)
  if (ofZip.length < MOST_OF_ZIP) remember(ofZip, { address, keys })
  return keys
}

function remember(ofZip: Remembered[], place: Remembered): void {
  if (remembered++ === MOST_REMEMBERED) {
    byZip.clear()
    remembered = 1
  }
  byZip.set(place.address.zipcode, [...ofZip, place])
}
