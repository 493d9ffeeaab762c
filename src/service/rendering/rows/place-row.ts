import type { Catalog } from '../../../catalog/ports/catalog.ts'
import type { Context } from '../../../catalog/ports/context.ts'
import { type AnswerOf, component, object, optional, Ready, text, whole } from '../../../kit/answers/index.ts'
import type { Building } from '../../../model/building.ts'
import { drawnPhotosUrl, firstPhotoUrl, LINK } from '../photos.ts'
import { buildingPath } from '../portal-urls.ts'
import { ADDRESS } from '../shown-address.ts'
import type { Surroundings } from '../surroundings.ts'
import { CHIP, MINI_ROW, type MiniRow, miniRows, type ReadyRow } from './mini-row.ts'

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

/** The row of a place, and the id of its building. */
interface ReadyPlace {
  readonly lotId: string | undefined
  readonly row: Ready<PlaceRow>
}

/** The mini rows of homes, with a building's in the place of its units. */
export async function placeRows(
  zpids: readonly number[],
  context: Context,
  surroundings: Surroundings,
): Promise<readonly ReadyPlace[]> {
  const rows = await miniRows(zpids, context.catalog, surroundings)
  return Promise.all(rows.map((row) => inItsBuilding(row, context, surroundings)))
}

async function inItsBuilding(home: ReadyRow, context: Context, surroundings: Surroundings): Promise<ReadyPlace> {
  const { lotId } = home.home
  const { catalog } = context
  const building = lotId === undefined ? undefined : await catalog.records.get('building', lotId)
  if (building === undefined) return { lotId, row: home.row }
  const { cheapest, rent, count } = await unitsOffered(building, catalog)
  const [unit = home] = cheapest === undefined ? [] : await miniRows([cheapest], catalog, surroundings)
  const row: MiniRow = JSON.parse(unit.row.json)
  const own = ofBuilding(building, surroundings)
  return { lotId, row: Ready.of({ ...row, ...own, price: rent ?? null, availableCount: count }) }
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
    miniCardPhotos: [LINK.of(firstPhotoUrl(building, drawnPhotosUrl('building', building.lotId, words), 384, words))],
    formattedChip: CHIP.of(building),
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
