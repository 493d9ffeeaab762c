/** How far a price may be below or above its estimate, in logarithms, as multiples of the expected error. */
export interface Margins {
  readonly low80: number
  readonly high80: number
  readonly low90: number
  readonly high90: number
}

/** Margins by estimated value, because the errors of cheap homes differ from those of expensive homes. */
export interface MarginsByValue {
  /** The middle estimate of each group of homes, ascending, as a logarithm without the level of the market. */
  readonly middles: readonly number[]
  /** The margins of each group. Between the midpoints of two groups, margins are interpolated. */
  readonly margins: readonly Margins[]
}

/** Estimates of past sales, and how far off they were. The arrays are parallel. */
export interface Scores {
  /** Logarithms of the estimates, without the level of the market. */
  readonly estimates: Float64Array
  /** Logarithms of price divided by estimate, as multiples of the expected error. */
  readonly scores: Float64Array
  /** The weight of each sale: 1 for a sale of today. */
  readonly weights: Float64Array
}

/** Number of groups of homes by estimate, if each group has enough sales. */
const GROUPS = 5
/** Number of sales that a group must have. */
const SALES_OF_GROUP = 100

/**
 * The smallest margin, in expected errors. It also keeps the 90 % interval from being narrower than the 80 % interval.
 */
const MIN_MARGIN = 0.01

/** Minimum number of past sales. Fewer sales cannot determine a margin that one sale in twenty exceeds. */
export const MIN_SCORES = 20

/**
 * Returns margins that held for past sales, with as many sales below as above. Throws a `RangeError` for fewer than
 * `MIN_SCORES`.
 */
export function marginsOf({ estimates, scores, weights }: Scores): MarginsByValue {
  const count = scores.length
  if (count < MIN_SCORES) throw new RangeError(`Margins need at least ${MIN_SCORES} sales; there are ${count}.`)
  const order = Uint32Array.from(scores, (_, i) => i).sort((one, other) => at(estimates, one) - at(estimates, other))
  const groups = Math.max(1, Math.min(GROUPS, Math.floor(count / SALES_OF_GROUP)))
  const bound = (nth: number) => Math.floor((nth * count) / groups)
  const parts = Array.from({ length: groups }, (_, nth) => order.subarray(bound(nth), bound(nth + 1)))
  return {
    middles: parts.map((rows) => at(estimates, rows[rows.length >> 1] as number)), // no group is empty
    margins: parts.map((rows) => quantilesOf(rows, scores, weights)),
  }
}

/** Counts one additional sale of today, so that a new sale is inside the interval as often as promised. */
function quantilesOf(rows: Uint32Array, scores: Float64Array, weights: Float64Array): Margins {
  const sorted = rows.toSorted((one, other) => at(scores, one) - at(scores, other))
  const total = sorted.reduce((sum, row) => sum + at(weights, row), 1)
  /** Returns the score up to which this share of the weight lies. */
  const from = (share: number, ordered: Uint32Array) => {
    let beyond = 0
    let margin = ordered[0] as number // no group is empty
    for (const row of ordered) {
      beyond += at(weights, row)
      if (beyond > share * total) break
      margin = row
    }
    return at(scores, margin)
  }
  const falling = sorted.toReversed()
  const [low80, high80] = [Math.min(-MIN_MARGIN, from(0.1, sorted)), Math.max(MIN_MARGIN, from(0.1, falling))]
  return {
    low80,
    high80,
    low90: Math.min(low80, from(0.05, sorted)),
    high90: Math.max(high80, from(0.05, falling)),
  }
}

/** Returns the margins of a home with this estimate, a logarithm without the level of the market. */
export function marginsAt({ middles, margins }: MarginsByValue, estimate: number): Margins {
  const above = middles.findIndex((middle) => middle > estimate)
  const last = margins.length - 1
  const [low, high] = above === -1 ? [last, last] : [Math.max(0, above - 1), above]
  const [from, to] = [margins[low] as Margins, margins[high] as Margins] // within `margins`
  const apart = (middles[high] as number) - (middles[low] as number)
  const share = apart > 0 ? Math.max(0, (estimate - (middles[low] as number)) / apart) : 0
  const between = (end: keyof Margins) => from[end] + share * (to[end] - from[end])
  return { low80: between('low80'), high80: between('high80'), low90: between('low90'), high90: between('high90') }
}

/** Returns the ends of the intervals around an estimate. */
export function intervalsOf(value: number, expectedError: number, margins: Margins): Margins {
  const end = (margin: number) => value * Math.exp(margin * expectedError)
  return {
    low80: end(margins.low80),
    high80: end(margins.high80),
    low90: end(margins.low90),
    high90: end(margins.high90),
  }
}

function at(of: Float64Array, i: number): number {
  return of[i] as number // within it
}
