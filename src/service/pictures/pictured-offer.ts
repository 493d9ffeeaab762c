import type { Offer } from '../../model/offer.ts'
import type { PicturedHome } from './drawing/paint.ts'

/**
 * Returns the home that an offer is drawn as: a house, a lot, or otherwise a flat. A single room becomes a living room.
 */
export function picturedOffer({ rooms = 2, propertyType }: Pick<Offer, 'rooms' | 'propertyType'>): PicturedHome {
  const isHouse = propertyType === 'House'
  return {
    homeType: isHouse ? 'SINGLE_FAMILY' : propertyType === 'Plot' ? 'LOT' : 'APARTMENT',
    facts: { bedroomsTotal: Math.max(1, rooms - 1), bathrooms: 1, bathroomsFull: 1, storiesTotal: isHouse ? 2 : 1 },
  }
}
