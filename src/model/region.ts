import type { Point } from './home.ts'

export const REGION_TYPES = ['country', 'state', 'metro', 'county', 'city', 'neighborhood', 'zipcode'] as const
export type RegionType = (typeof REGION_TYPES)[number]

/** A place that has homes in the catalogue. */
export interface Region {
  /** A number for clients, the same at every import. */
  readonly regionId: number
  /** What identifies the region, e.g. `city/wa/seattle`, `zipcode/98103`, `county/53033`, `neighborhood/wa/seattle/ballard`. */
  readonly key: string
  readonly type: RegionType
  readonly name: string
  /** Two letters; empty for the country. */
  readonly state: string
  /** For a ZIP or a neighbourhood: its city. */
  readonly city?: string
  readonly county?: string
  /** Middle of its homes. */
  readonly point: Point
  /** Box around its homes, degrees. */
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
  readonly homes: number
  /** Homes on the market. */
  readonly listings: number
}
