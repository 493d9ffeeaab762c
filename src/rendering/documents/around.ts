import { type AnswerOf, always, component, each, type FieldsOf, listOf, object, text } from '../../answers/index.ts'
import type { RegionType } from '../../model/region.ts'
import { regionPath } from '../portal-urls.ts'
import { MINI_ROW } from '../rows/mini-row.ts'
import { PLACE_ROW } from '../rows/place-row.ts'
import type { Gathered } from './gathered.ts'

const REGION_LINKS = listOf(
  component('RegionLink', object({ name: text(), regionUrl: object({ path: text('Path of its page.') }) })),
  'Nearest first.',
)

export const AROUND = {
  nearbyHomes: listOf(PLACE_ROW, 'Nearest first.'),
  collections: object({
    modules: listOf(
      object({ name: text(), placement: always('NEIGHBORHOOD'), propertyDetails: listOf(MINI_ROW) }),
      'Similar homes; empty if there are none.',
    ),
  }),
  ...each(REGION_LINKS, 'nearbyCities', 'nearbyNeighborhoods', 'nearbyZipcodes'),
}

const REGIONS_SHOWN = 6

/** Homes and places nearby. */
export function around(gathered: Gathered): FieldsOf<typeof AROUND> {
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

/** The nearest regions of a type, without the home's own. */
function nearbyRegions(
  type: RegionType,
  { home, place, surroundings: { regions } }: Gathered,
): AnswerOf<typeof REGION_LINKS> {
  if (!place.known) return []
  const own = regions.of(type, home.address)
  return regions
    .nearest(type, place.point, REGIONS_SHOWN, own)
    .map((region) => ({ name: region.name, regionUrl: { path: regionPath(region) } }))
}
