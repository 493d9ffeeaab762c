import type { Offer, OfferPropertyType } from '../../model/offer.ts'
import type { PicturedHome } from './drawn-views.ts'

const HOME_TYPE_OF_OFFER: Readonly<Partial<Record<OfferPropertyType, PicturedHome['homeType']>>> = {
  House: 'SINGLE_FAMILY',
  Plot: 'LOT',
}

/** An offer is drawn as the most similar kind of home: a house, a lot, else a flat. One room is the living room. */
export function picturedOffer({ rooms = 2, propertyType }: Pick<Offer, 'rooms' | 'propertyType'>): PicturedHome {
  const storiesTotal = propertyType === 'House' ? 2 : 1
  return {
    homeType: HOME_TYPE_OF_OFFER[propertyType] ?? 'APARTMENT',
    facts: { bedroomsTotal: Math.max(1, rooms - 1), bathrooms: 1, bathroomsFull: 1, storiesTotal },
  }
}
