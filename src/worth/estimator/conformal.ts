/** How far a price may be below or above its estimate, as logarithms divided by the expected error. */
export interface Margins {
  readonly low80: number
  readonly high80: number
  readonly low90: number
  readonly high90: number
}

/** Margins that depend on the estimate, because estimates of cheap and expensive homes are off by different amounts. */
export interface MarginsByValue {
  /** For each group of homes: the logarithm of its middle estimate, minus the price level. Ascending. */
  readonly middles: readonly number[]
  /** For each group: its margins. Between two middles, margins are interpolated. */
  readonly margins: readonly Margins[]
}

/** Estimates of past sales and their errors, as parallel arrays. */
export interface Scores {
  /** Logarithms of the estimates, minus the price level. */
  readonly estimates: Float64Array
  /** Logarithms of price divided by estimate, divided by the expected error. */
  readonly scores: Float64Array
  /** Weights of the sales; 1 for a sale of today. */
  readonly weights: Float64Array
}

/** Homes are divided into this many groups by estimate, if there are enough sales. */
const GROUPS = 5
/** Minimum number of sales per group. */
const SALES_OF_GROUP = 100

/** Minimum margin, as a multiple of the expected error, so that every interval contains its estimate. */
const MIN_MARGIN = 0.01

/** Minimum number of past sales. With fewer, nobody can know which margin one sale in twenty exceeds. */
export const MIN_SCORES = 20

/**
 * Returns the margins that would have contained the promised share of past sales, with equally many exceptions below
 * and above. Throws a `RangeError` for fewer than `MIN_SCORES` sales.
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

/**
 * Returns the margins of one group of sales. Adds an imaginary sale of today, because otherwise intervals would contain
 * new sales less often than promised.
 */
function quantilesOf(rows: Uint32Array, scores: Float64Array, weights: Float64Array): Margins {
  const sorted = rows.toSorted((one, other) => at(scores, one) - at(scores, other))
  const total = sorted.reduce((sum, row) => sum + at(weights, row), 1)
  /** Returns a weighted quantile of the scores. */
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

/** Returns the margins for an estimate, which is a logarithm minus the price level. */
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

/** Returns the intervals around an estimate. */
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
