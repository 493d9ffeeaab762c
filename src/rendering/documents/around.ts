import { always, component, each, type FieldsOf, listOf, object, Ready, text } from '../../answers/index.ts'
import type { Home } from '../../model/home.ts'
import type { RegionType } from '../../model/region.ts'
import { shownPoint } from '../place.ts'
import { regionPath } from '../portal-urls.ts'
import type { Regions } from '../regions.ts'
import { MINI_ROW } from '../rows/mini-row.ts'
import { PLACE_ROW } from '../rows/place-row.ts'
import type { Gathered } from './gathered.ts'

const REGION_LINKS = listOf(
  component('RegionLink', object({ name: text(), regionUrl: object({ path: text('Path of its page.') }) })),
  'Nearest first.',
)

export const NEARBY_REGIONS = each(REGION_LINKS, 'nearbyCities', 'nearbyNeighborhoods', 'nearbyZipcodes')

export const AROUND = {
  nearbyHomes: listOf(PLACE_ROW, 'Nearest first.'),
  collections: object({
    modules: listOf(
      object({ name: text(), placement: always('NEIGHBORHOOD'), propertyDetails: listOf(MINI_ROW) }),
      'Similar homes; empty if there are none.',
    ),
  }),
  ...NEARBY_REGIONS,
}

const REGIONS_SHOWN = 6

/** Homes and places nearby. */
export function around(gathered: Gathered): FieldsOf<typeof AROUND> {
  const { home, nearby, similar, surroundings } = gathered
  return {
    nearbyHomes: nearby.inPlace,
    collections: {
      modules:
        similar.length > 0
          ? [{ name: 'Similar homes', placement: 'NEIGHBORHOOD', propertyDetails: Ready.list(similar).inPlace }]
          : [],
    },
    ...nearbyRegionsOf(home, surroundings.regions),
  }
}

/** The nearest regions of each type, without those that the place lies in. */
export function nearbyRegionsOf(
  placed: Pick<Home, 'address' | 'point'>,
  regions: Regions,
): FieldsOf<typeof NEARBY_REGIONS> {
  const { point, known } = shownPoint(placed, regions)
  const near = (type: RegionType) => {
    if (!known) return []
    const others = regions.nearest(type, point, REGIONS_SHOWN, regions.of(type, placed.address))
    return others.map((region) => ({ name: region.name, regionUrl: { path: regionPath(region) } }))
  }
  return { nearbyCities: near('city'), nearbyNeighborhoods: near('neighborhood'), nearbyZipcodes: near('zipcode') }
}
