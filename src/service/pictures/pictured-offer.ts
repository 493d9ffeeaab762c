import type { Offer } from '../../model/offer.ts'
import type { PicturedHome } from './drawing/paint.ts'

/** An offer is drawn as the most similar kind of home: a house, a lot, or else a flat. A single room is a living room. */
export function picturedOffer({ rooms = 2, propertyType }: Pick<Offer, 'rooms' | 'propertyType'>): PicturedHome {
  const isHouse = propertyType === 'House'
  return {
    homeType: isHouse ? 'SINGLE_FAMILY' : propertyType === 'Plot' ? 'LOT' : 'APARTMENT',
    facts: { bedroomsTotal: Math.max(1, rooms - 1), bathrooms: 1, bathroomsFull: 1, storiesTotal: isHouse ? 2 : 1 },
  }
}
