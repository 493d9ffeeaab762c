import type { HomeAddress, Pet, Photo, Point } from './home.ts'

/** A building of apartments: what is common to its units, and the plans that they are built to. */
export interface Building {
  /** `lotid`: opaque, the same at every import. */
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
  readonly floorPlans: readonly FloorPlan[]
}

export interface FloorPlan {
  readonly name: string
  readonly bedrooms: number
  readonly bathrooms: number
  readonly livingArea?: number
  /** `zpid` of every unit of this plan, let or free. */
  readonly units: readonly number[]
}
