import type { MarginsByValue } from './conformal.ts'
import type { Forest } from './forest.ts'
import type { LearnedOffers } from './learned-offers.ts'
import { type Market, TREE_INPUTS } from './tree-row.ts'

/** The result of training: everything that an estimate needs besides the home and the sales around it. */
export interface Model {
  /** The last day of the sales that the model learned from. */
  readonly day: number
  readonly firstDay: number
  /** How many sales the first part was trained on. */
  readonly sales: number
  /** The first part is for homes with the most known facts. */
  readonly parts: readonly [Part, ...Part[]]
  /** Present for rents, because no search finds the rents of old listings. */
  readonly offers?: LearnedOffers
}

/** Estimates homes with some of the lacks. */
export interface Part {
  readonly market: Market
  /** Estimates the logarithm of the price, without the level of the market. */
  readonly values: Forest
  /** Estimates the mean error of `values`, from an `errorRow`. */
  readonly errors: Forest
  /** Margins by lack; null for lacks with which homes are not estimated. */
  readonly margins: MarginsByLack
}

export type MarginsByLack = readonly (MarginsByValue | null)[]

/** Length of the row from which an error is predicted: the tree inputs of a home, and its estimate. */
export const ERROR_INPUTS = TREE_INPUTS.length + 1
