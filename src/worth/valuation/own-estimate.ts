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
  /** Day number of the day whose value it is. */
  readonly day: number
  /** The day number of the newest sale that the estimator learnt from, and how many it learnt from. */
  readonly learntUntil: number
  readonly sales: number
  /** Lists the strongest influences, greatest first. */
  readonly reasons: readonly Reason[]
  /** Names what it had to do without. */
  readonly without: (typeof LACKS)[number]
}

export interface Reason {
  /** Name of an input, see `HOME_INPUTS` and `furtherFacts`, or of several that mean the same. */
  readonly input: string
  /** The factor by which the input changes the value. */
  readonly effect: number
}

/**
 * With fewer comparable sales around, facts that an estimator learnt elsewhere in the market say little about the home.
 */
export const MIN_SALES_AROUND = 5

/**
 * Estimates with an estimator and the sales around the home, neither of which knows anything later than the day. The home
 * is seen with one of the lacks that the estimator allows it.
 * Undefined where too few comparable homes are around: in another region, or for a type that is not sold there.
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
