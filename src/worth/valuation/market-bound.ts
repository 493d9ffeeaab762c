/** The logarithm of the largest change of a market within a year, up or down: a larger one is an error in the data. */
const MAX_YEARLY = Math.LN2

/** The nearest change, as a logarithm, that a market can have undergone in so many days. */
export function boundedChange(log: number, days: number): number {
  const most = MAX_YEARLY * Math.max(1, Math.abs(days) / 365)
  return Math.max(-most, Math.min(most, log))
}

/** Returns the nearest factor by which a market can have changed in so many days. */
export function boundedFactor(factor: number, days: number): number {
  const log = Math.log(factor)
  const bounded = boundedChange(log, days)
  return bounded === log ? factor : Math.exp(bounded)
}
