import { component, fixed, listOf, made, madeList, objectFrom, Ready, text } from '../../../kit/answers/index.ts'
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
    regionUrl: made(objectFrom<Region>()({ path: [text('Path of its page.'), regionPath] }), (region) => region),
  }),
)

/** A home or a building, and the regions that may be near it. */
interface Around {
  readonly placed: Pick<Home, 'address' | 'point'>
  readonly regions: Regions
}

/** The nearest regions of each type, except the region of that type that contains the place. */
export const NEARBY_REGIONS = objectFrom<Around>()({
  nearbyCities: regionLinks('city'),
  nearbyNeighborhoods: regionLinks('neighborhood'),
  nearbyZipcodes: regionLinks('zipcode'),
})

const REGIONS_SHOWN = 6

function regionLinks(type: RegionType) {
  const nearest = ({ placed, regions }: Around) => {
    const { point, isKnown } = shownPoint(placed, regions)
    return isKnown ? regions.nearest(type, point, REGIONS_SHOWN, regions.of(type, placed.address)) : []
  }
  return madeList(REGION_LINK, nearest, 'Nearest first.')
}

const SIMILAR = objectFrom<Gathered>()({
  name: fixed('Similar homes'),
  placement: fixed('NEIGHBORHOOD'),
  propertyDetails: [listOf(MINI_ROW), ({ similar }) => Ready.list(similar)],
})

const COLLECTIONS = objectFrom<Gathered>()({
  modules: madeList(
    SIMILAR,
    (gathered) => (gathered.similar.length > 0 ? [gathered] : []),
    'Similar homes; empty if there are none.',
  ),
})

export const AROUND = objectFrom<Gathered>()({
  nearbyHomes: [listOf(PLACE_ROW, 'Nearest first.'), ({ nearby }) => nearby],
  collections: made(COLLECTIONS, (gathered: Gathered) => gathered),
  ...NEARBY_REGIONS.within(({ home, surroundings: { regions } }: Gathered) => ({ placed: home, regions })),
})
