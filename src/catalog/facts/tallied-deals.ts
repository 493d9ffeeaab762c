import { startOfDay } from '../../kit/base/clock.ts'
import { type AgentDeal, type AgentSide, agentDeals } from '../../model/agent-deals.ts'
import type { Home } from '../../model/home.ts'

/** Kinds of deals; the index is the code that is stored. */
export const DEAL_KINDS = ['sale', 'lease', 'Buyer', 'Seller', 'Buyer and Seller'] as const satisfies readonly (
  | AgentSide
  | 'sale'
  | 'lease'
)[]
export type DealKind = (typeof DEAL_KINDS)[number]

export interface TalliedDeal {
  readonly kind: DealKind
  readonly zpid: number
  /** When the listing came on the market, or the start of the day of the sale: milliseconds since 1970. */
  readonly atMs: number
  /** NaN when unknown. */
  readonly price: number
  /** Number of the combination of regions that the home lies in. */
  readonly group: number
}

export type TalliedDeals = readonly { readonly agentId: string; readonly deal: TalliedDeal }[]

/** The deals of a home in a place, each with its agent. */
export function talliedDeals(home: Home, group: number): TalliedDeals {
  return agentDeals(home).map((deal) => ({ agentId: deal.agentId, deal: tallied(home.zpid, deal, group) }))
}

function tallied(zpid: number, deal: AgentDeal, group: number): TalliedDeal {
  if (deal.kind !== 'sold') return { kind: deal.kind, zpid, atMs: deal.onMarketMs, price: Number.NaN, group }
  return { kind: deal.side, zpid, atMs: startOfDay(deal.date), price: deal.price ?? Number.NaN, group }
}

export function latestFirst(one: TalliedDeal, other: TalliedDeal): number {
  return other.atMs - one.atMs || one.zpid - other.zpid
}

const PRICE_MAX = 2 ** 32 - 1

/** A sale's price in whole dollars, as sales are found by; 0 when unknown. */
export function soldFor({ price }: TalliedDeal): number {
  return Number.isNaN(price) ? 0 : Math.min(Math.round(price), PRICE_MAX)
}
