/** Logarithm of the largest plausible change of a market within a year, up or down. More is an error in the data. */
const MAX_YEARLY = Math.LN2

/** Limits a market's change (a logarithm) to what is plausible within `days`. */
export function boundedChange(log: number, days: number): number {
  const most = MAX_YEARLY * Math.max(1, Math.abs(days) / 365)
  return Math.max(-most, Math.min(most, log))
}

/** Limits a market's change (a factor) to what is plausible within `days`. */
export function boundedFactor(factor: number, days: number): number {
  const log = Math.log(factor)
  const bounded = boundedChange(log, days)
  return bounded === log ? factor : Math.exp(bounded)
}
