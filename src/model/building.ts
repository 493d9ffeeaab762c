import type { HomeAddress, Pet, Photo, Point } from './home.ts'

/** An apartment building: everything that its units share, and their floor plans. */
export interface Building {
  /** `lotid`: opaque, and stable across imports. */
  readonly lotId: string
  readonly source: string
  readonly sourceKey: string
  readonly name: string
  readonly address: HomeAddress
  readonly point: Point
  readonly yearBuilt?: number
  readonly storiesTotal?: number
  readonly description?: string
  readonly amenities: readonly string[]
  readonly pets?: readonly Pet[]
  readonly photos?: readonly Photo[]
  readonly drawnPhotos?: number
  readonly phone?: string
  readonly managedBy?: string
  /** When the office is open, one entry per line: `Mon - Fri: 9 AM - 6 PM`. */
  readonly officeHours?: readonly string[]
  /** Special offers for new tenants, one sentence each. */
  readonly specialOffers?: readonly string[]
  readonly floorPlans: readonly FloorPlan[]
}

export interface FloorPlan {
  readonly name: string
  readonly bedrooms: number
  readonly bathrooms: number
  readonly livingArea?: number
  /** `zpid` of every unit with this floor plan, occupied or vacant. */
  readonly units: readonly number[]
}
