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

/** An offer of area B. Money is in PLN, areas are in m². Lists hold the wire's enumerated values. */
export interface Offer {
  readonly offerId: number
  readonly source: string
  readonly sourceKey: string
  readonly title: string
  readonly propertyType: OfferPropertyType
  readonly searchType: 'For_Sale' | 'For_Rent'
  /** Absent when the source does not say, like `ownerType`. */
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
  /** Absent when the source has no coordinates. No other place is used instead. */
  readonly point?: Point
  readonly description: string
  /** Asking prices, oldest first. */
  readonly priceHistory?: readonly { readonly date: string; readonly price: number }[]
  /** The days of the newest file and of the newest complete list that contain the offer. */
  readonly lastSeen?: string
  readonly lastListed?: string
  /** The day of the first later complete list that does not contain it. */
  readonly goneSince?: string
}
