/** The distance, in expected errors, at which a price may lie below or above its estimate, in logarithms. */
export interface Margins {
  readonly low80: number
  readonly high80: number
  readonly low90: number
  readonly high90: number
}

/** Margins by estimated value, because cheap and dear homes are estimated wrongly in ways of their own. */
export interface MarginsByValue {
  /** The middle estimate of each group of homes, as a logarithm without the level of the market, ascending. */
  readonly middles: readonly number[]
  /** Has the margins of each group; between two middles they are interpolated. */
  readonly margins: readonly Margins[]
}

/** Estimates of past sales, and how far off they were. Parallel arrays. */
export interface Scores {
  /** Logarithms of the estimates, without the level of the market. */
  readonly estimates: Float64Array
  /** Logarithms of price by estimate, in expected errors. */
  readonly scores: Float64Array
  /** How much each sale counts: 1 for one of today. */
  readonly weights: Float64Array
}

/** Homes are grouped by their estimates, into so many groups where each holds enough sales. */
const GROUPS = 5
const SALES_OF_GROUP = 100

/** No interval is narrower than this many expected errors. It also keeps 90 % from being narrower than 80 %. */
const MIN_MARGIN = 0.01

/** Fewer past sales cannot say where one in twenty lies. */
export const MIN_SCORES = 20

/**
 * Margins that held for past sales. As many lie below as above. Throws a `RangeError` for fewer than `MIN_SCORES`.
 */
export function marginsOf({ estimates, scores, weights }: Scores): MarginsByValue {
  const count = scores.length
  if (count < MIN_SCORES) throw new RangeError(`Cannot tell margins from ${count} sales: that takes ${MIN_SCORES}.`)
  const order = Uint32Array.from(scores, (_, i) => i).sort((one, other) => at(estimates, one) - at(estimates, other))
  const groups = Math.max(1, Math.min(GROUPS, Math.floor(count / SALES_OF_GROUP)))
  const bound = (nth: number) => Math.floor((nth * count) / groups)
  const parts = Array.from({ length: groups }, (_, nth) => order.subarray(bound(nth), bound(nth + 1)))
  return {
    middles: parts.map((rows) => at(estimates, rows[rows.length >> 1] as number)), // no group is empty
    margins: parts.map((rows) => quantilesOf(rows, scores, weights)),
  }
}

/** The rank counts one sale of today more than there are, so that a new sale is covered as promised. */
function quantilesOf(rows: Uint32Array, scores: Float64Array, weights: Float64Array): Margins {
  const sorted = rows.toSorted((one, other) => at(scores, one) - at(scores, other))
  const total = sorted.reduce((sum, row) => sum + at(weights, row), 1)
  /** The score up to which this share of the weight lies. */
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

/** The margins of a home with this estimate, a logarithm without the level of the market. */
export function marginsAt({ middles, margins }: MarginsByValue, estimate: number): Margins {
  const above = middles.findIndex((middle) => middle > estimate)
  const last = margins.length - 1
  const [low, high] = above === -1 ? [last, last] : [Math.max(0, above - 1), above]
  const [from, to] = [margins[low] as Margins, margins[high] as Margins] // within them
  const apart = (middles[high] as number) - (middles[low] as number)
  const share = apart > 0 ? Math.max(0, (estimate - (middles[low] as number)) / apart) : 0
  const between = (end: keyof Margins) => from[end] + share * (to[end] - from[end])
  return { low80: between('low80'), high80: between('high80'), low90: between('low90'), high90: between('high90') }
}

/** The ends of the intervals around an estimate. */
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
