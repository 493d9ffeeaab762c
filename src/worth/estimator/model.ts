import type { MarginsByValue } from './conformal.ts'
import type { Forest } from './forest.ts'
import type { LearnedOffers } from './learned-offers.ts'
import { type Market, TREE_INPUTS } from './tree-row.ts'

/** The result of training: what an estimate needs besides the home and the sales around it. */
export interface Model {
  /** The day of the newest sale used for training. */
  readonly day: number
  readonly firstDay: number
  /** Number of sales used for training the first part. */
  readonly sales: number
  /** The first part is for homes with the most known facts, the second for the others. */
  readonly parts: readonly [Part, ...Part[]]
  /** Only for rents, because searches do not find the rents of old listings. */
  readonly offers?: LearnedOffers
}

/** Estimates homes with certain unknown facts; see `LACKS`. */
export interface Part {
  readonly market: Market
  /** Predicts the logarithm of the price, minus the price level of the market. */
  readonly values: Forest
  /** Predicts the error of `values` from an `errorRow`. */
  readonly errors: Forest
  /** Margins by index in `LACKS`; null if this part does not estimate homes with these unknown facts. */
  readonly margins: MarginsByLack
}

export type MarginsByLack = readonly (MarginsByValue | null)[]

/** Length of an `errorRow`: the tree inputs of a home and its estimate. */
export const ERROR_INPUTS = TREE_INPUTS.length + 1
