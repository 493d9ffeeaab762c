import type { Region, RegionType } from '../../src/model/region.ts'
import type { LocationSource } from '../../src/places/locate/locate.ts'
import { regionIdOf } from '../../src/places/regions/region-keys.ts'

/** Places for tests of sentences. Some have names that are also other words. */
const REGIONS: readonly Region[] = [
  region('state', 'state/ca', 'California', 'CA'),
  region('state', 'state/me', 'Maine', 'ME'),
  region('state', 'state/or', 'Oregon', 'OR'),
  region('state', 'state/tx', 'Texas', 'TX'),
  region('state', 'state/wa', 'Washington', 'WA'),
  region('county', 'county/53033', 'King County', 'WA'),
  region('city', 'city/ca/mountain_view', 'Mountain View', 'CA'),
  region('city', 'city/fl/miami', 'Miami', 'FL'),
  region('city', 'city/me/bath', 'Bath', 'ME'),
  region('city', 'city/or/portland', 'Portland', 'OR'),
  region('city', 'city/tx/austin', 'Austin', 'TX'),
  region('city', 'city/tx/round_rock', 'Round Rock', 'TX'),
  region('city', 'city/tx/sugar_land', 'Sugar Land', 'TX'),
  region('city', 'city/wa/seattle', 'Seattle', 'WA'),
  region('neighborhood', 'neighborhood/wa/seattle/ballard', 'Ballard', 'WA', 'Seattle'),
  region('zipcode', 'zipcode/78703', '78703', 'TX', 'Austin'),
  region('zipcode', 'zipcode/78704', '78704', 'TX', 'Austin'),
]

export const PROMPT_PLACES: LocationSource = {
  regions: () => REGIONS,
  addresses: { addressesAt: async () => [] },
}

function region(type: RegionType, key: string, name: string, state: string, city?: string): Region {
  return {
    regionId: regionIdOf(key),
    key,
    type,
    name,
    state,
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
