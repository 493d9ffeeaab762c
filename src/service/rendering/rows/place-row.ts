import type { Catalog } from '../../../catalog/ports/catalog.ts'
import type { Context } from '../../../catalog/ports/context.ts'
import { type AnswerOf, component, object, optional, Ready, text, whole } from '../../../kit/answers/index.ts'
import type { Building } from '../../../model/building.ts'
import { drawnPhotosUrl, firstPhotoUrl, LINK } from '../photos.ts'
import { buildingPath } from '../portal-urls.ts'
import { ADDRESS } from '../shown-address.ts'
import type { Surroundings } from '../surroundings.ts'
import { CHIP, MINI_ROW, type MiniRow, miniRows, miniRowsOf } from './mini-row.ts'

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
  { catalog }: Context,
  surroundings: Surroundings,
): Promise<readonly ReadyPlace[]> {
  const homes = await catalog.records.briefs(zpids)
  const lotIds = [...new Set(homes.flatMap(({ lotId }) => lotId ?? []))]
  const [rows, known] = await Promise.all([
    miniRowsOf(homes, catalog.records, surroundings),
    Promise.all(lotIds.map((lotId) => catalog.records.get('building', lotId))),
  ])
  const buildings = new Map(
    known.flatMap((building) => (building === undefined ? [] : [[building.lotId, building] as const])),
  )
  const offered = await unitsOffered([...buildings.values()], catalog)
  const zpidsOfUnits = [...offered.values()].flatMap((units) => units.cheapest ?? [])
  const unitRows = zpidsOfUnits.length === 0 ? [] : await miniRows(zpidsOfUnits, catalog, surroundings)
  const unitOf = new Map(unitRows.map((unit) => [unit.home.zpid, unit]))
  return rows.map(({ home: { lotId }, row }) => {
    const building = buildings.get(lotId ?? '')
    if (building === undefined) return { lotId, row }
    const { cheapest = 0, rent, count } = offered.get(building.lotId) ?? NONE_OFFERED
    const unit: MiniRow = JSON.parse((unitOf.get(cheapest)?.row ?? row).json)
    const own = ofBuilding(building, surroundings)
    return { lotId, row: Ready.of({ ...unit, ...own, price: rent ?? null, availableCount: count }) }
  })
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

const NONE_OFFERED: Offered = { count: 0, cheapest: undefined, rent: undefined }

/** By building. */
async function unitsOffered(
  buildings: readonly Building[],
  catalog: Pick<Catalog, 'search'>,
): Promise<ReadonlyMap<string, Offered>> {
  if (buildings.length === 0) return new Map()
  const zpids = buildings.flatMap(unitsOf)
  const where = [{ parameter: 'units', node: { kind: 'homes', zpids } }] as const
  const free = await catalog.search('home').selectAll({ listingClass: 'For_Rent', where }, ['price'])
  const rents = new Map(Array.from(free.zpids, (zpid, i) => [zpid, free.values.price[i] as number]))
  return new Map(buildings.map((building) => [building.lotId, offeredOf(unitsOf(building), rents)]))
}

function unitsOf({ floorPlans }: Building): readonly number[] {
  return floorPlans.flatMap((plan) => plan.units)
}

/** `rents`: of the units for rent. */
function offeredOf(units: readonly number[], rents: ReadonlyMap<number, number>): Offered {
  const free = [...new Set(units)].flatMap((zpid) => {
    const rent = rents.get(zpid)
    return rent === undefined ? [] : { zpid, rent }
  })
  const [first] = free.sort((one, other) => rank(one.rent) - rank(other.rent) || one.zpid - other.zpid)
  const rent = first === undefined || Number.isNaN(first.rent) ? undefined : first.rent
  return { count: free.length, cheapest: first?.zpid, rent }
}

/** Unknown rents sort last. */
function rank(rent: number): number {
  return Number.isNaN(rent) ? Number.MAX_VALUE : rent
}
