import type { AgentFigures } from '../../catalog/ports/agents.ts'
import { dayOf } from '../../kit/base/clock.ts'
import { grouped, rounded } from '../../kit/base/figures.ts'
import type { Agent, Office } from '../../model/agent.ts'

/** An agent, with figures from the catalog's homes. */
export interface KnownAgent {
  readonly agent: Agent
  readonly figures: AgentFigures
  readonly office: Office | undefined
}

/** Returns whole years in business, as recorded or since the first known sale. Undefined if neither is known. */
export function yearsOf({ inBusinessSince }: Agent, { firstSale }: AgentFigures, nowMs: number): number | undefined {
  const since = inBusinessSince ?? (firstSale === undefined ? undefined : Number(firstSale.slice(0, 4)))
  return since === undefined ? undefined : Math.max(0, Number(dayOf(nowMs).slice(0, 4)) - since)
}

/** Returns the range of the last year's prices, such as `$350,000 - $1,200,000`; empty if no price is known. */
export function priceRangeText({ lastYear: { prices } }: AgentFigures): string {
  if (prices === undefined) return ''
  const { min, max } = prices
  return min === max ? dollars(min) : `${dollars(min)} - ${dollars(max)}`
}

export function dollars(amount: number): string {
  return `$${grouped(amount)}`
}

/**
 * Returns the number of an agent's reviews, and their average with one decimal. The average is 0 if there are no
 * reviews.
 */
export function ratingsOf({ reviews = [] }: Agent): { readonly count: number; readonly average: number } {
  const sum = reviews.reduce((total, { rating }) => total + rating, 0)
  return { count: reviews.length, average: reviews.length === 0 ? 0 : rounded(sum / reviews.length, 1) }
}
