import type { Region } from '../../model/region.ts'
import { regionLabel } from '../../places/region-label.ts'

/** A region as a suggestion. `display` is understood as a `location` by searches. */
export function regionResult(region: Region) {
  const { type, name, state, city, point } = region
  return {
    display: regionLabel(region),
    resultType: 'Region',
    metaData: {
      regionId: region.regionId,
      regionType: type,
      city: type === 'city' ? name : (city ?? ''),
      state,
      country: 'USA',
      ...(type === 'zipcode' && { zipCode: name }),
      lat: point.latitude,
      lng: point.longitude,
    },
  }
}
