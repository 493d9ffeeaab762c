import type { polygon, Refusal, Shape } from '../../kit/params/index.ts'

type Polygons = typeof polygon extends Shape<infer T> ? T : never

export const TRAVEL_MODES = ['car', 'bike', 'walk'] as const

/** A place and the time that a trip from there may take. */
export interface Trip {
  readonly latitude: number
  readonly longitude: number
  readonly minutes: number
  readonly mode: (typeof TRAVEL_MODES)[number]
}

/** A routing engine of the operator. */
export interface TravelTimes {
  /**
   * Returns the area that the trip can reach, or why the engine has none for this place. Throws a Fault with status 503
   * if the engine does not answer.
   */
  reach(trip: Trip): Promise<Polygons | Refusal>
}
