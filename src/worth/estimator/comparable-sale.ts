import type { Traits } from './likeness.ts'

export interface ComparableSale {
  readonly zpid: number
  readonly traits: Traits
  readonly price: number
  readonly distanceM: number
  /** Days since the sale. */
  readonly daysAgo: number
  /** Market change since the sale: a home worth 1 then is worth this much now. */
  readonly marketFactor: number
}
