import type { Point } from './home.ts'

export const OFFER_PROPERTY_TYPES = [
  'Apartment',
  'House',
  'Plot',
  'Commercial',
  'Warehouse',
  'Room',
  'Garage',
  'Investment',
] as const
export type OfferPropertyType = (typeof OFFER_PROPERTY_TYPES)[number]

/** A property in Poland that is for sale or rent. Money is in PLN, areas are in m². */
export interface Offer {
  readonly offerId: number
  readonly source: string
  readonly sourceKey: string
  readonly title: string
  readonly propertyType: OfferPropertyType
  readonly searchType: 'For_Sale' | 'For_Rent'
  /** Absent if the source does not say. */
  readonly market?: 'Primary' | 'Secondary'
  readonly ownerType?: 'Private' | 'Agency' | 'Developer'
  readonly price?: number
  readonly hidePrice?: true
  /** Monthly administrative rent. */
  readonly rent?: number
  readonly area: number
  readonly plotArea?: number
  readonly rooms?: number
  readonly floor?: string
  readonly floorsInBuilding?: number
  readonly yearBuilt?: number
  readonly buildingType?: string
  readonly buildingMaterial?: string
  readonly heating?: string
  readonly extras: readonly string[]
  readonly media: readonly string[]
  readonly hasVideo?: true
  readonly has3DView?: true
  readonly openDay?: true
  readonly exclusiveOffer?: true
  readonly createdMs: number
  readonly modifiedMs: number
  readonly agency?: { readonly id: number; readonly name: string }
  readonly drawnPhotos?: number
  readonly photos?: readonly string[]
  readonly street?: string
  readonly district?: string
  readonly city: string
  readonly county: string
  readonly province: string
  /** Absent if the source has no coordinates. Plat never guesses a point. */
  readonly point?: Point
  readonly description: string
  /** Asking prices, oldest first. */
  readonly priceHistory?: readonly { readonly date: string; readonly price: number }[]
  /** Day of the newest file with the offer. */
  readonly lastSeen?: string
  /** Day of the newest complete list with the offer. */
  readonly lastListed?: string
  /** Day of the first later complete list without the offer. */
  readonly goneSince?: string
}
