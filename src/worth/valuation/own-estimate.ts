import type { Home } from '../../model/home.ts'
import type { ComparableSale } from '../estimator/comparable-sale.ts'
import type { Estimator } from '../estimator/estimator.ts'
import { furtherFacts } from '../estimator/further-facts.ts'
import { homeInputs } from '../estimator/home-inputs.ts'
import { LACKS } from '../estimator/lack.ts'

/** Plat's own estimate of the value or the monthly rent of a home, in dollars. */
export interface OwnEstimate {
  readonly value: number
  /** The price is between `low80` and `high80` in four cases of five. */
  readonly low80: number
  readonly high80: number
  /** The price is between `low90` and `high90` in nine cases of ten. */
  readonly low90: number
  readonly high90: number
  /** Day number of the day for which the home is valued. */
  readonly day: number
  /** Day number of the newest sale that the estimator learned from. */
  readonly learntUntil: number
  /** Number of sales that the estimator learned from. */
  readonly sales: number
  /** The strongest influences, strongest first. */
  readonly reasons: readonly Reason[]
  /** The facts that the estimate had to do without. */
  readonly without: (typeof LACKS)[number]
}

export interface Reason {
  /** Name of an input (see `HOME_INPUTS` and `furtherFacts`), or of several inputs with the same meaning. */
  readonly input: string
  /** The factor by which the input changes the value. */
  readonly effect: number
}

/**
 * Minimum number of comparable sales around a home. With fewer sales, results learned elsewhere in the market say
 * little about the home.
 */
export const MIN_SALES_AROUND = 5

/**
 * Estimates with an estimator and the sales around the home, neither later than the day. The home is treated as a home
 * with one of the lacks that the estimator allows. Returns undefined if there are too few comparable homes around: in
 * another region, or for a type that is not sold there.
 */
export function ownEstimate(
  home: Home,
  day: number,
  estimator: Estimator,
  sales: readonly ComparableSale[],
  lack: number,
): OwnEstimate | undefined {
  if (sales.length < MIN_SALES_AROUND) return undefined
  const { value, low80, high80, low90, high90, reasons } = estimator.estimate(
    homeInputs(home),
    sales,
    day,
    furtherFacts(home),
    lack,
  )
  return {
    value: Math.round(value),
    low80: Math.round(low80),
    high80: Math.round(high80),
    low90: Math.round(low90),
    high90: Math.round(high90),
    day,
    learntUntil: estimator.day,
    sales: estimator.sales,
    reasons,
    without: LACKS[lack] ?? 'nothing',
  }
}
