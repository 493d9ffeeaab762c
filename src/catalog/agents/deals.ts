import { startOfDay } from '../../kit/base/clock.ts'
import { type AgentDeal, type AgentSide, agentDeals } from '../../model/agent-deals.ts'
import type { Home } from '../../model/home.ts'

/** Kinds of deals. Stored deals contain an index into this list. The first two kinds are listings, the others sales. */
export const DEAL_KINDS = ['sale', 'lease', 'Buyer', 'Seller', 'Buyer and Seller'] as const satisfies readonly (
  | AgentSide
  | 'sale'
  | 'lease'
)[]

/** The index of the first kind that is a sale. */
export const FIRST_SALE = DEAL_KINDS.indexOf('Buyer')

/** The columns of the table `agent_deal`, in both backends. */
export const DEAL_COLUMNS = ['agent', 'kind', 'zpid', 'at_ms', 'price', 'sold_for', 'place'] as const

/** A row of `agent_deal`. */
export type DealRow = readonly [
  agent: string,
  kind: number,
  zpid: number,
  /** Milliseconds since 1970: when the listing came on the market, or the start of the day of the sale. */
  atMs: number,
  /** The sale price. Null if unknown, and for listings. */
  price: number | null,
  /** The sale price in whole dollars, for filters by price; 0 if unknown, and for listings. */
  soldFor: number,
  /** The home's place number. Homes in the same regions share a place. */
  place: number,
]

/** Returns the deals of a home, one row per agent. */
export function dealRows(home: Home, place: number): readonly DealRow[] {
  return agentDeals(home).map((deal) => dealRow(home.zpid, deal, place))
}

function dealRow(zpid: number, deal: AgentDeal, place: number): DealRow {
  const { agentId } = deal
  if (deal.kind !== 'sold') return [agentId, DEAL_KINDS.indexOf(deal.kind), zpid, deal.onMarketMs, null, 0, place]
  const { side, date, price } = deal
  return [agentId, DEAL_KINDS.indexOf(side), zpid, startOfDay(date), price ?? null, wholeDollars(price), place]
}

const PRICE_MAX = 2 ** 32 - 1

function wholeDollars(price = 0): number {
  return Math.min(Math.round(price), PRICE_MAX)
}
