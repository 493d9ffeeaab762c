import type { ComparableSale } from '../estimator/appraisal.ts'
import type { Estimator } from '../estimator/estimator.ts'
import { furtherFacts } from '../estimator/further-facts.ts'
import { homeInputs } from '../estimator/home-inputs.ts'
import type { Home } from '../model/home.ts'

/** What Plat itself thinks that a home is worth, or would be let for: dollars. */
export interface OwnEstimate {
  readonly value: number
  /** The price would lie between them in four cases of five. */
  readonly low80: number
  readonly high80: number
  /** The same in nine cases of ten. */
  readonly low90: number
  readonly high90: number
  /** The day number that it stands for. */
  readonly day: number
  /** The day number of the newest sale that the estimator learnt from, and how many it learnt from. */
  readonly learntUntil: number
  readonly sales: number
  /** What moves it most, greatest first. */
  readonly reasons: readonly Reason[]
}

export interface Reason {
  /** Name of an input, see `HOME_INPUTS` and `furtherFacts`; or of what several tell together. */
  readonly input: string
  /** The home is worth so many times as much for it. */
  readonly effect: number
}

/** With fewer comparable sales around, what an estimator learnt elsewhere in the market says little about the home. */
const LEAST_AROUND = 5

/**
 * From an estimator and the sales around the home, which both know nothing later than the day. Undefined where too few
 * comparable homes are around: in another region, or of a type that is not sold there.
 */
export function ownEstimate(
  home: Home,
  day: number,
  estimator: Estimator,
  sales: readonly ComparableSale[],
): OwnEstimate | undefined {
  if (sales.length < LEAST_AROUND) return undefined
  const { value, low80, high80, low90, high90, reasons } = estimator.estimate(
    homeInputs(home),
    sales,
    day,
    furtherFacts(home),
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
  }
}
