import { dayOf } from '../../base/clock.ts'
import type { AgentRecord, AgentSale } from '../../catalog/agents.ts'
import type { Agent } from '../../model/agent.ts'
import { lastYearBegins } from '../../model/agent-deals.ts'
import { grouped, rounded } from '../figures.ts'

/** What is counted of an agent's homes. */
export interface AgentFigures {
  readonly soldLastYear: number
  /** Of the sales of the last year whose price is known; undefined when there is none. */
  readonly priceRange: { readonly min: number; readonly max: number } | undefined
  readonly soldInAll: number
  readonly forSale: number
  readonly forRent: number
  /** Undefined when neither the record nor any sale tells. */
  readonly years: number | undefined
}

export function figuresOf({ inBusinessSince }: Agent, record: AgentRecord, nowMs: number): AgentFigures {
  const recent = salesOfLastYear(record, nowMs)
  const prices = recent.flatMap(({ price }) => price ?? [])
  const since = inBusinessSince ?? firstYear(record.sales)
  return {
    soldLastYear: recent.length,
    priceRange: prices.length === 0 ? undefined : { min: Math.min(...prices), max: Math.max(...prices) },
    soldInAll: record.sales.length,
    forSale: record.forSale.length,
    forRent: record.forRent.length,
    years: since === undefined ? undefined : Math.max(0, Number(dayOf(nowMs).slice(0, 4)) - since),
  }
}

function salesOfLastYear({ sales }: AgentRecord, nowMs: number): readonly AgentSale[] {
  const [from, until] = [lastYearBegins(nowMs), dayOf(nowMs)]
  return sales.filter(({ date }) => date >= from && date <= until)
}

function firstYear(sales: readonly AgentSale[]): number | undefined {
  const first = sales.at(-1)?.date.slice(0, 4)
  return first === undefined ? undefined : Number(first)
}

/** `$350,000 - $1,200,000`; empty when no price is known. */
export function priceRangeText({ priceRange }: AgentFigures): string {
  if (priceRange === undefined) return ''
  const { min, max } = priceRange
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
