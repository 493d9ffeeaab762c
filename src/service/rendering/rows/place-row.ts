import type { Catalog } from '../../../catalog/ports/catalog.ts'
import type { Context } from '../../../catalog/ports/context.ts'
import { type AnswerOf, component, object, optional, text, whole } from '../../../kit/answers/index.ts'
import type { Building } from '../../../model/building.ts'
import type { HomeBrief } from '../../../model/home-brief.ts'
import { drawnPhotosUrl, firstPhotoUrl } from '../photos.ts'
import { buildingPath } from '../portal-urls.ts'
import { ADDRESS } from '../shown-address.ts'
import type { Surroundings } from '../surroundings.ts'
import { formattedChip, MINI_ROW, miniRow } from './mini-row.ts'

/**
 * A home, or a building in place of its units: address and page are the building's own, the rest is that of its
 * cheapest available unit.
 */
export const PLACE_ROW = component(
  'PlaceRow',
  object({
    ...MINI_ROW.fields,
    lotId: optional(text('Id of the building; absent for a home.')),
    buildingName: optional(text()),
    availableCount: optional(whole('Available units.')),
  }),
)
export type PlaceRow = AnswerOf<typeof PLACE_ROW>

/** The mini row of a home, or of the building that it is a unit of. */
export async function placeRow(place: HomeBrief, { catalog }: Context, surroundings: Surroundings): Promise<PlaceRow> {
  const building = place.lotId === undefined ? undefined : await catalog.records.get('building', place.lotId)
  if (building === undefined) return miniRow(place, catalog, surroundings)
  const offered = await unitsOffered(building, catalog)
  const [unit = place] = offered.cheapest === undefined ? [] : await catalog.records.briefs([offered.cheapest])
  const row = await miniRow(unit, catalog, surroundings)
  return { ...row, ...ofBuilding(building, surroundings), price: offered.rent ?? null, availableCount: offered.count }
}

/** The keys that a building has of its own; everything else is that of its cheapest available unit. */
function ofBuilding(building: Building, { words }: Surroundings): Partial<PlaceRow> {
  return {
    lotId: building.lotId,
    buildingName: building.name,
    address: ADDRESS.of(building),
    state: building.address.state,
    latitude: building.point.latitude,
    longitude: building.point.longitude,
    hdpUrl: buildingPath(building),
    ...(building.yearBuilt !== undefined && { yearBuilt: building.yearBuilt }),
    miniCardPhotos: [{ url: firstPhotoUrl(building, drawnPhotosUrl('building', building.lotId, words), 384, words) }],
    formattedChip: formattedChip(building),
  }
}

/** The units for rent: how many, and the cheapest. */
interface Offered {
  readonly count: number
  readonly cheapest: number | undefined
  /** Its monthly rent, if known. */
  readonly rent: number | undefined
}

async function unitsOffered({ floorPlans }: Building, catalog: Pick<Catalog, 'search'>): Promise<Offered> {
  const zpids = floorPlans.flatMap((plan) => plan.units)
  const where = [{ parameter: 'units', node: { kind: 'homes', zpids } }] as const
  const free = await catalog.search('home').selectAll({ listingClass: 'For_Rent', where }, ['price'])
  const [first] = Array.from(free.zpids, (zpid, i) => ({ zpid, rent: free.values.price[i] as number })).sort(
    (one, other) => rank(one.rent) - rank(other.rent) || one.zpid - other.zpid,
  )
  const rent = first === undefined || Number.isNaN(first.rent) ? undefined : first.rent
  return { count: free.zpids.length, cheapest: first?.zpid, rent }
}

/** Unknown rents sort last. */
function rank(rent: number): number {
  return Number.isNaN(rent) ? Number.MAX_VALUE : rent
}
