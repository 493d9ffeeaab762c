import type { Point } from './home.ts'

export const REGION_TYPES = ['country', 'state', 'metro', 'county', 'city', 'neighborhood', 'zipcode'] as const
export type RegionType = (typeof REGION_TYPES)[number]

/** A place with homes in the catalogue. */
export interface Region {
  /** A number for clients, stable across imports. */
  readonly regionId: number
  /** Its key: `city/wa/seattle`, `zipcode/98103`, `county/53033`, `neighborhood/wa/seattle/ballard`. */
  readonly key: string
  readonly type: RegionType
  readonly name: string
  /** Two letters; empty for the country. */
  readonly state: string
  /** The city of a ZIP or a neighbourhood. */
  readonly city?: string
  readonly county?: string
  /** Is the centre of its homes. */
  readonly point: Point
  /** Bounding box of its homes, in degrees. */
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
  readonly homes: number
  readonly listings: number
  /** Population of a city or ZIP in the last census, if the reference tables have it. */
  readonly population?: number
}
