import { component, fixed, listOf, object, objectFrom, Ready, text } from '../../../kit/answers/index.ts'
import type { Home } from '../../../model/home.ts'
import type { Region, RegionType } from '../../../model/region.ts'
import type { Regions } from '../../../places/regions/near-regions.ts'
import { shownPoint } from '../place.ts'
import { regionPath } from '../portal-urls.ts'
import { MINI_ROW } from '../rows/mini-row.ts'
import { PLACE_ROW } from '../rows/place-row.ts'
import type { Gathered } from './gathered.ts'

const REGION_LINK = component(
  'RegionLink',
  objectFrom<Region>()({
    name: [text(), ({ name }) => name],
    regionUrl: [object({ path: text('Path of its page.') }), (region) => ({ path: regionPath(region) })],
  }),
)

const REGION_LINKS = listOf(REGION_LINK, 'Nearest first.')

/** A home or a building, and the regions that may be near it. */
interface Around {
  readonly placed: Pick<Home, 'address' | 'point'>
  readonly regions: Regions
}

/** The nearest regions of each type, except the region of that type that contains the place. */
export const NEARBY_REGIONS = objectFrom<Around>()({
  nearbyCities: [REGION_LINKS, (around) => nearestRegions('city', around)],
  nearbyNeighborhoods: [REGION_LINKS, (around) => nearestRegions('neighborhood', around)],
  nearbyZipcodes: [REGION_LINKS, (around) => nearestRegions('zipcode', around)],
})

const REGIONS_SHOWN = 6

function nearestRegions(type: RegionType, { placed, regions }: Around) {
  const { point, isKnown } = shownPoint(placed, regions)
  if (!isKnown) return []
  const others = regions.nearest(type, point, REGIONS_SHOWN, regions.of(type, placed.address))
  return others.map((region) => REGION_LINK.of(region))
}

const SIMILAR = objectFrom<Gathered>()({
  name: fixed('Similar homes'),
  placement: fixed('NEIGHBORHOOD'),
  propertyDetails: [listOf(MINI_ROW), ({ similar }) => Ready.list(similar)],
})

export const AROUND = objectFrom<Gathered>()({
  nearbyHomes: [listOf(PLACE_ROW, 'Nearest first.'), ({ nearby }) => nearby],
  collections: [
    object({ modules: listOf(SIMILAR, 'Similar homes; empty if there are none.') }),
    (gathered) => ({ modules: gathered.similar.length > 0 ? [SIMILAR.of(gathered)] : [] }),
  ],
  ...NEARBY_REGIONS.within(({ home, surroundings: { regions } }: Gathered) => ({ placed: home, regions })),
})
