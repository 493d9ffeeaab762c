import type { Traits } from './likeness.ts'

export interface ComparableSale {
  readonly zpid: number
  readonly traits: Traits
  readonly price: number
  readonly distanceM: number
  /** Days since the sale. */
  readonly daysAgo: number
  /** Market change since the sale: what a home worth 1 on the day of the sale is worth now. */
  readonly marketFactor: number
}
