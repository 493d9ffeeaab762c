import type { MarginsByValue } from './conformal.ts'
import type { Forest } from './forest.ts'
import type { HeldOffers } from './held-offers.ts'
import { type Market, TREE_INPUTS } from './tree-row.ts'

/** The result of training: everything on which an estimate rests, besides the home and the sales around it. */
export interface Model {
  /** The last day whose sales it saw. */
  readonly day: number
  readonly firstDay: number
  /** The sales of the first part. */
  readonly sales: number
  /** The first is for homes of which most is known. */
  readonly parts: readonly [Part, ...Part[]]
  /** Is present for rents, because those of a listing that is over are in no search. */
  readonly offers?: HeldOffers
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

/** Length of the row from which an error is expected: what trees see of a home, and its estimate. */
export const ERROR_INPUTS = TREE_INPUTS.length + 1
