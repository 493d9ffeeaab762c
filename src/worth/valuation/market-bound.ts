/**
 * The logarithm of the largest change of a market within a year, up or down. A larger change is an error in the data.
 */
const MAX_YEARLY = Math.LN2

/** Limits a change, as a logarithm, to what a market can undergo in `days`. */
export function boundedChange(log: number, days: number): number {
  const most = MAX_YEARLY * Math.max(1, Math.abs(days) / 365)
  return Math.max(-most, Math.min(most, log))
}

/** Limits a factor to what a market can undergo in `days`. */
export function boundedFactor(factor: number, days: number): number {
  const log = Math.log(factor)
  const bounded = boundedChange(log, days)
  return bounded === log ? factor : Math.exp(bounded)
}
