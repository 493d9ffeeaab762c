import type { Point } from '../model/home.ts'

/** What is known of a US ZIP code beyond any catalogue. */
export interface ZipPlace {
  /** Five digits. */
  readonly zipcode: string
  readonly city: string
  /** Two letters. */
  readonly state: string
  readonly county: string
  /** Five digits. */
  readonly countyFips: string
  /** IANA name. */
  readonly timeZone: string
  readonly point: Point
}
