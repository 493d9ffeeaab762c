import type { MarginsByValue } from './conformal.ts'
import type { Forest } from './forest.ts'
import { type Market, TREE_INPUTS } from './tree-row.ts'

/** The result of training: everything on which an estimate rests, besides the home and the sales around it. */
export interface Model {
  /** The last day whose sales it saw. */
  readonly day: number
  readonly firstDay: number
  readonly sales: number
  readonly market: Market
  /** Estimates the logarithm of the price, without the level of the market. */
  readonly values: Forest
  /** Estimates the mean error of `values`, from an `errorRow`. */
  readonly errors: Forest
  readonly margins: MarginsByValue
}

/** Length of the row from which an error is expected: what trees see of a home, and its estimate. */
export const ERROR_INPUTS = TREE_INPUTS.length + 1
