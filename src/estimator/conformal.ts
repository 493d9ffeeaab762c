/** The shares of prices that intervals are to hold. */
export const PROMISED = [0.8, 0.9] as const

/** By how many expected errors a price may lie below or above its estimate, in logarithms. */
export interface Margins {
  readonly low80: number
  readonly high80: number
  readonly low90: number
  readonly high90: number
}

/** Markets move on: errors of the days to come are a little larger than those of the past. */
const DRIFT = 1.03

/** No interval is narrower than this many expected errors: nor is 90 % ever narrower than 80 %. */
const LEAST = 0.01

/**
 * Margins that held for past sales, each the logarithm of price by estimate in expected errors. As many lie below as
 * above. The rank counts one sale more than there are, so that a new one is covered as promised.
 */
export function marginsOf(scores: Float64Array): Margins {
  const sorted = scores.toSorted()
  const quantile = (share: number) => {
    const at = share < 0.5 ? Math.floor(share * (sorted.length + 1)) - 1 : Math.ceil(share * (sorted.length + 1)) - 1
    return DRIFT * (sorted[Math.max(0, Math.min(sorted.length - 1, at))] ?? 0)
  }
  const low80 = Math.min(-LEAST, quantile(0.1))
  const high80 = Math.max(LEAST, quantile(0.9))
  return { low80, high80, low90: Math.min(low80, quantile(0.05)), high90: Math.max(high80, quantile(0.95)) }
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
