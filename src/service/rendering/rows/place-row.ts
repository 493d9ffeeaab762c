import type { Context } from '../../../catalog/ports/context.ts'
import { type AnswerOf, component, object, optional, Ready, text, whole } from '../../../kit/answers/index.ts'
import type { Building } from '../../../model/building.ts'
import { drawnPhotosUrl, firstPhotoUrl, LINK } from '../photos.ts'
import { buildingPath } from '../portal-urls.ts'
import { ADDRESS } from '../shown-address.ts'
import type { Surroundings } from '../surroundings.ts'
import { CHIP, MINI_ROW, type MiniRow, miniRowsOf } from './mini-row.ts'
import { unitsOffered } from './units-offered.ts'

/**
 * A home or a building. A building has its own address and page. All other keys describe its cheapest available unit.
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

/** The row of a home or building. For a home, `lotId` is the id of its building. */
interface ReadyPlace {
  readonly lotId: string | undefined
  readonly row: Ready<PlaceRow>
}

/**
 * Returns homes in short form. In place of a unit, returns the row of its building, if the catalog has the building.
 */
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
  const units = [...offered.values()].flatMap(({ cheapest }) => cheapest ?? [])
  const unitRows = await miniRowsOf(units, catalog.records, surroundings)
  const unitOf = new Map(unitRows.map((unit) => [unit.home.zpid, unit]))
  return rows.map(({ home: { lotId }, row }) => {
    const building = buildings.get(lotId ?? '')
    if (building === undefined) return { lotId, row }
    const { cheapest, rent, count = 0 } = offered.get(building.lotId) ?? {}
    const unit: MiniRow = JSON.parse((unitOf.get(cheapest?.zpid ?? 0)?.row ?? row).json)
    const own = ofBuilding(building, surroundings)
    return { lotId, row: Ready.of({ ...unit, ...own, price: rent ?? null, availableCount: count }) }
  })
}

/**
 * Returns the keys that describe the building itself. All other keys of its row describe its cheapest available unit.
 */
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
