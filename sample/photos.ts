import type { HomeFacts } from '../src/model/home.ts'

/** The service draws at most this many different bedrooms and bathrooms. */
const MAX_BEDROOMS = 6
const MAX_BATHROOMS = 4

/** Number of views that the service draws of a home, such as the front. */
const VIEWS_OF_HOME = 12
/** Number of views that the service draws of a lot. */
const VIEWS_OF_LOT = 4

/**
 * Returns how many different pictures the service can draw of a home. Listings never have more, so no picture repeats.
 */
export function drawnPhotosMax(isLot: boolean, facts: HomeFacts): number {
  const { bedroomsTotal = 1, bathroomsFull = 1, bathroomsHalf = 0, fireplacesTotal = 0, garageSpaces = 0 } = facts
  const { basement = 'none', views = [], waterfront } = facts
  if (isLot) return VIEWS_OF_LOT + (waterfront ? 1 : 0)
  const others = [
    bedroomsTotal > 1, // a dining room
    bedroomsTotal > 2, // an office
    bathroomsHalf > 0,
    facts.privatePool,
    waterfront,
    fireplacesTotal > 0,
    basement !== 'none',
    facts.inUnitLaundry,
    garageSpaces > 0 && facts.attachedGarage !== undefined,
    ...views.map((view) => view !== 'Water' || !waterfront),
  ]
  const bedrooms = Math.max(1, Math.min(MAX_BEDROOMS, bedroomsTotal))
  const bathrooms = Math.max(1, Math.min(MAX_BATHROOMS, bathroomsFull))
  return VIEWS_OF_HOME - 2 + bedrooms + bathrooms + others.filter(Boolean).length
}
