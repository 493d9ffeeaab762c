import type { Traits } from './likeness.ts'

export interface ComparableSale {
  readonly zpid: number
  readonly traits: Traits
  readonly price: number
  readonly distanceM: number
  readonly daysAgo: number
  /** How much the market changed since the sale: 1.1 for 10 % up. */
  readonly marketFactor: number
}
