import type { Point } from './home.ts'

export const REGION_TYPES = ['country', 'state', 'metro', 'county', 'city', 'neighborhood', 'zipcode'] as const
export type RegionType = (typeof REGION_TYPES)[number]

/** A place with homes in the catalog. */
export interface Region {
  /** Id for clients, stable across imports. */
  readonly regionId: number
  /** For example `city/wa/seattle`, `zipcode/98103`, `county/53033` or `neighborhood/wa/seattle/ballard`. */
  readonly key: string
  readonly type: RegionType
  readonly name: string
  /** Two letters. Empty for the country. */
  readonly state: string
  /** The city of a ZIP or a neighborhood. */
  readonly city?: string
  readonly county?: string
  /** Center of the homes in the region. */
  readonly point: Point
  /** Bounding box of the homes in the region, in degrees. */
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
  readonly homes: number
  readonly listings: number
  /** Population of a city or ZIP in the last census. Absent if unknown. */
  readonly population?: number
}
