import type { Region, RegionType } from '../../src/model/region.ts'
import type { LocationSource } from '../../src/places/locate/locate.ts'
import { regionIdOf } from '../../src/places/regions/region-keys.ts'

export const AUSTIN = 'city/tx/austin'
export const ZIP = 'zipcode/78703'

/** A few places without a catalog, with the same ids as in a catalog. For tests. */
export const TRIAL_PLACES: LocationSource = trialPlaces([
  region('state', 'state/tx', 'Texas'),
  region('county', 'county/48453', 'Travis County'),
  region('city', AUSTIN, 'Austin'),
  region('neighborhood', 'neighborhood/tx/austin/clarksville', 'Clarksville', 'Austin'),
  region('zipcode', ZIP, '78703', 'Austin'),
])

function trialPlaces(regions: readonly Region[]): LocationSource {
  return { regions: () => regions, addresses: { addressesAt: async () => [] } }
}

function region(type: RegionType, key: string, name: string, city?: string): Region {
  return {
    regionId: regionIdOf(key),
    key,
    type,
    name,
    state: 'TX',
    ...(city !== undefined && { city }),
    point: { latitude: 30.3, longitude: -97.8 },
    west: -98,
    south: 30,
    east: -97.5,
    north: 30.6,
    homes: 10,
    listings: 5,
  }
}
