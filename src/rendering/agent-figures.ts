import { dayOf } from '../base/clock.ts'
import { grouped, rounded } from '../base/figures.ts'
import type { AgentFigures } from '../catalog/agents.ts'
import type { Agent, Office } from '../model/agent.ts'

/** An agent with what the catalogue's homes tell of them. */
export interface KnownAgent {
  readonly agent: Agent
  readonly figures: AgentFigures
  readonly office: Office | undefined
}

/** Whole years in business, by the record or else since the first known sale; undefined when neither tells. */
export function yearsOf({ inBusinessSince }: Agent, { firstSale }: AgentFigures, nowMs: number): number | undefined {
  const since = inBusinessSince ?? (firstSale === undefined ? undefined : Number(firstSale.slice(0, 4)))
  return since === undefined ? undefined : Math.max(0, Number(dayOf(nowMs).slice(0, 4)) - since)
}

/** `$350,000 - $1,200,000`, of the last year; empty when no price is known. */
export function priceRangeText({ lastYear: { prices } }: AgentFigures): string {
  if (prices === undefined) return ''
  const { min, max } = prices
  return min === max ? dollars(min) : `${dollars(min)} - ${dollars(max)}`
}

export function dollars(amount: number): string {
  return `$${grouped(amount)}`
}

/** Count and average, with one decimal, of an agent's reviews; 0 when there is none. */
export function ratingsOf({ reviews = [] }: Agent): { readonly count: number; readonly average: number } {
  const sum = reviews.reduce((total, { rating }) => total + rating, 0)
  return { count: reviews.length, average: reviews.length === 0 ? 0 : rounded(sum / reviews.length, 1) }
}
