import type { Region } from '../../model/region.ts'

/** A region as a suggestion. `display` is understood as a `location` by searches. */
export function regionResult(region: Region) {
  const { type, name, state, city, point } = region
  return {
    display: displayOf(region),
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

/** `Austin, TX`, `Clarksville, Austin, TX`, `Travis County, TX`; a ZIP code, a metro, a state stand for themselves. */
function displayOf({ type, name, state, city }: Region): string {
  switch (type) {
    case 'city':
    case 'county':
      return `${name}, ${state}`
    case 'neighborhood':
      return [name, city, state].filter(Boolean).join(', ')
    case 'zipcode':
    case 'metro':
    case 'state':
    case 'country':
      return name
  }
}
