import type { RecordLookup } from '../../catalog/ports/record-lookup.ts'
import { drawPicture, type Picture, type SeriesPath, type Subject, seriesPath } from './draw-picture.ts'
import { buildingViews, homeViews } from './drawn-views.ts'
import { sceneryOf } from './pictured-experience.ts'
import { picturedOffer } from './pictured-offer.ts'

/** The part of the catalogue that pictures need. */
export type PictureRecords = Pick<RecordLookup, 'get'>

/**
 * The picture at a media path, drawn from the catalogue's facts about the home, building or offer in the path. For one
 * that is unknown or has no drawn pictures it shows a generic house or flat, so nothing invented appears of a real
 * home.
 */
export async function pictureAt(path: string, records: PictureRecords): Promise<Picture | undefined> {
  const series = seriesPath(path)
  return drawPicture(path, series && (await subjectIn(records, series)))
}

async function subjectIn(records: PictureRecords, { noun, id }: SeriesPath): Promise<Subject | undefined> {
  if (noun === 'building') return buildingSubject(records, id)
  if (noun === 'experience') return experienceSubject(records, id)
  const number = Number(id)
  if (!Number.isSafeInteger(number)) return undefined
  return noun === 'home' ? homeSubject(records, number) : offerSubject(records, number)
}

async function homeSubject(records: PictureRecords, zpid: number): Promise<Subject | undefined> {
  const home = await records.get('home', zpid)
  if (home?.listing?.drawnPhotos === undefined) return undefined
  const { lotId } = home
  const building = lotId === undefined ? undefined : await records.get('building', lotId)
  return {
    home,
    views: homeViews(home),
    ...(building?.storiesTotal !== undefined && { stories: building.storiesTotal }),
    ...(lotId !== undefined && { lotId }),
  }
}

async function buildingSubject(records: PictureRecords, lotId: string): Promise<Subject | undefined> {
  const building = await records.get('building', lotId)
  if (building?.drawnPhotos === undefined) return undefined
  const [plan] = building.floorPlans
  const facts = { bedroomsTotal: plan?.bedrooms ?? 1, bathrooms: plan?.bathrooms ?? 1 }
  return {
    home: { homeType: 'APARTMENT', facts },
    views: buildingViews(building),
    ...(building.storiesTotal !== undefined && { stories: building.storiesTotal }),
  }
}

async function offerSubject(records: PictureRecords, offerId: number): Promise<Subject | undefined> {
  const offer = await records.get('offer', offerId)
  if (offer?.drawnPhotos === undefined) return undefined
  const home = picturedOffer(offer)
  return { home, views: homeViews(home), ...(offer.floorsInBuilding && { stories: offer.floorsInBuilding }) }
}

async function experienceSubject(records: PictureRecords, experienceId: string): Promise<Subject | undefined> {
  const experience = await records.get('experience', experienceId)
  if (experience?.drawnPhotos === undefined) return undefined
  return sceneryOf(experience)
}
