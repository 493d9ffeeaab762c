import type { RecordLookup } from '../../catalog/ports/record-lookup.ts'
import { drawPicture, type Picture, type SeriesPath, type Subject, seriesPath } from './draw-picture.ts'
import { buildingViews, homeViews } from './drawn-views.ts'
import { sceneryOf } from './pictured-experience.ts'
import { picturedOffer } from './pictured-offer.ts'

/** The part of the catalog that pictures need. */
export type PictureRecords = Pick<RecordLookup, 'get'>

/**
 * Draws the picture at a media path from what the catalog knows about the record in the path. For an unknown id, or a
 * record without drawn pictures, draws a generic picture, so that no invented picture shows a real home.
 */
export async function pictureAt(path: string, records: PictureRecords): Promise<Picture | undefined> {
  const series = seriesPath(path)
  return drawPicture(path, series && (await SUBJECTS[series.noun](records, series.id)))
}

type Find = (records: PictureRecords, id: string) => Promise<Subject | undefined>

const SUBJECTS: Readonly<Record<SeriesPath['noun'], Find>> = {
  async home(records, id) {
    const home = isWhole(id) ? await records.get('home', Number(id)) : undefined
    if (home?.listing?.drawnPhotos === undefined) return undefined
    const { lotId } = home
    const building = lotId === undefined ? undefined : await records.get('building', lotId)
    return { home, views: homeViews(home), stories: building?.storiesTotal, lotId }
  },
  async building(records, id) {
    const building = await records.get('building', id)
    if (building?.drawnPhotos === undefined) return undefined
    const { bedrooms = 1, bathrooms = 1 } = building.floorPlans[0] ?? {}
    const home = { homeType: 'APARTMENT', facts: { bedroomsTotal: bedrooms, bathrooms } } as const
    return { home, views: buildingViews(building), stories: building.storiesTotal }
  },
  async offer(records, id) {
    const offer = isWhole(id) ? await records.get('offer', Number(id)) : undefined
    if (offer?.drawnPhotos === undefined) return undefined
    const home = picturedOffer(offer)
    return { home, views: homeViews(home), stories: offer.floorsInBuilding }
  },
  async experience(records, id) {
    const experience = await records.get('experience', id)
    return experience?.drawnPhotos === undefined ? undefined : { views: [sceneryOf(experience)] }
  },
}

/** Whether an id is a whole number, as the ids of homes and offers are. */
function isWhole(id: string): boolean {
  return Number.isSafeInteger(Number(id))
}
