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

/** An offer of area B. Money in PLN, areas in m². Lists hold the wire's enumerated values. */
export interface Offer {
  readonly offerId: number
  readonly source: string
  readonly sourceKey: string
  readonly title: string
  readonly propertyType: OfferPropertyType
  readonly searchType: 'For_Sale' | 'For_Rent'
  /** Absent where the source does not tell, as is `ownerType`. */
  readonly market?: 'Primary' | 'Secondary'
  readonly ownerType?: 'Private' | 'Agency' | 'Developer'
  readonly price?: number
  readonly hidePrice?: true
  /** Administrative rent by the month. */
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
  readonly point: Point
  readonly description: string
  /** Asking prices, oldest first. */
  readonly priceHistory?: readonly { readonly date: string; readonly price: number }[]
  /** The newest day of which a file of the source is known that lists it, and of which a complete list is. */
  readonly lastSeen?: string
  readonly lastListed?: string
  /** The day of the first complete list since that does not have it. */
  readonly goneSince?: string
}
