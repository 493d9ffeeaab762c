import type { RegionType } from '../../model/region.ts'
import { regionPath } from '../portal-urls.ts'
import type { Gathered } from './gathered.ts'

const REGIONS_SHOWN = 6

/** Homes and places nearby. */
export function around(gathered: Gathered) {
  const { nearby, similar } = gathered
  return {
    nearbyHomes: nearby,
    collections: {
      modules:
        similar.length > 0 ? [{ name: 'Similar homes', placement: 'NEIGHBORHOOD', propertyDetails: similar }] : [],
    },
    nearbyCities: nearbyRegions('city', gathered),
    nearbyNeighborhoods: nearbyRegions('neighborhood', gathered),
    nearbyZipcodes: nearbyRegions('zipcode', gathered),
  }
}

/** The nearest regions of a type beside the home's own. */
function nearbyRegions(type: RegionType, { home, place, surroundings: { regions } }: Gathered) {
  if (!place.known) return []
  const own = regions.of(type, home.address)
  return regions
    .nearest(type, place.point, REGIONS_SHOWN, own)
    .map((region) => ({ name: region.name, regionUrl: { path: regionPath(region) } }))
}
