import type { Catalog } from '../catalog/catalog.ts'
import { drawPicture, type Picture, type SeriesPath, type Subject, seriesPath } from './draw-picture.ts'
import { buildingViews, homeViews } from './drawn-views.ts'
import { picturedOffer } from './pictured-offer.ts'

/** The part of the catalogue that pictures need. */
export type PicturedCatalog = Pick<Catalog, 'get'>

/**
 * The picture at a media path, drawn from the catalogue's facts about the home, building or offer in the path. For one
 * that is unknown or has no drawn pictures it shows a generic house or flat, so nothing invented appears of a real home.
 */
export async function pictureAt(path: string, catalog: PicturedCatalog): Promise<Picture | undefined> {
  const series = seriesPath(path)
  return drawPicture(path, series && (await subjectIn(catalog, series)))
}

async function subjectIn(catalog: PicturedCatalog, { noun, id }: SeriesPath): Promise<Subject | undefined> {
  if (noun === 'building') return buildingSubject(catalog, id)
  if (noun === 'experience') return undefined
  const number = Number(id)
  if (!Number.isSafeInteger(number)) return undefined
  return noun === 'home' ? homeSubject(catalog, number) : offerSubject(catalog, number)
}

async function homeSubject(catalog: PicturedCatalog, zpid: number): Promise<Subject | undefined> {
  const home = await catalog.get('home', zpid)
  if (home?.listing?.drawnPhotos === undefined) return undefined
  const { lotId } = home
  const building = lotId === undefined ? undefined : await catalog.get('building', lotId)
  return {
    home,
    views: homeViews(home),
    ...(building?.storiesTotal !== undefined && { stories: building.storiesTotal }),
    ...(lotId !== undefined && { lotId }),
  }
}

async function buildingSubject(catalog: PicturedCatalog, lotId: string): Promise<Subject | undefined> {
  const building = await catalog.get('building', lotId)
  if (building?.drawnPhotos === undefined) return undefined
  const [plan] = building.floorPlans
  const facts = { bedroomsTotal: plan?.bedrooms ?? 1, bathrooms: plan?.bathrooms ?? 1 }
  return {
    home: { homeType: 'APARTMENT', facts },
    views: buildingViews(building),
    ...(building.storiesTotal !== undefined && { stories: building.storiesTotal }),
  }
}

async function offerSubject(catalog: PicturedCatalog, offerId: number): Promise<Subject | undefined> {
  const offer = await catalog.get('offer', offerId)
  if (offer?.drawnPhotos === undefined) return undefined
  const home = picturedOffer(offer)
  return { home, views: homeViews(home), ...(offer.floorsInBuilding && { stories: offer.floorsInBuilding }) }
}
