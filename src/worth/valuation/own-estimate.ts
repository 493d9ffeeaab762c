import type { Home } from '../../model/home.ts'
import type { ComparableSale } from '../estimator/comparable-sale.ts'
import type { Estimator } from '../estimator/estimator.ts'
import { furtherFacts } from '../estimator/further-facts.ts'
import { homeInputs } from '../estimator/home-inputs.ts'
import { LACKS } from '../estimator/lack.ts'

/** Plat's own estimate of a home's value or monthly rent, in dollars. */
export interface OwnEstimate {
  readonly value: number
  /** Lower end of the range that contains four of five prices. */
  readonly low80: number
  readonly high80: number
  /** Lower end of the range that contains nine of ten prices. */
  readonly low90: number
  readonly high90: number
  /** Number of the day for which the home is valued. */
  readonly day: number
  /** Day number of the newest sale used for training. */
  readonly learntUntil: number
  /** Number of sales used for training. */
  readonly sales: number
  /** The strongest influences, strongest first. */
  readonly reasons: readonly Reason[]
  /** The unknown or ignored facts of the home. */
  readonly without: (typeof LACKS)[number]
}

export interface Reason {
  /** Name of an input (see `HOME_INPUTS` and `furtherFacts`), or of several inputs with one meaning. */
  readonly input: string
  /** The value is multiplied by this because of the input. */
  readonly effect: number
}

/**
 * Minimum number of comparable sales around a home. With fewer, what was learned elsewhere in the market says little
 * about the home.
 */
export const MIN_SALES_AROUND = 5

/**
 * Estimates a home from an estimator and the sales around it. `lack` says which facts of the home to ignore. Undefined
 * if too few comparable homes are around, for example because the type is rarely sold there.
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
