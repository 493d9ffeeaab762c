import type { Day } from '../base/clock.ts'
import type { Home, ListingStatus } from './home.ts'

/** Whom an agent acted for in a sale. */
export type AgentSide = 'Buyer' | 'Seller' | 'Buyer and Seller'

/** What one home tells of one agent: a listing that is on the market, or a sale. */
export type AgentDeal =
  | {
      readonly kind: 'sale' | 'lease'
      readonly agentId: string
      /** Milliseconds since 1970; 0 when the source does not say. */
      readonly onMarketMs: number
    }
  | {
      readonly kind: 'sold'
      readonly agentId: string
      readonly date: Day
      /** Absent when the source does not say. */
      readonly price?: number
      readonly side: AgentSide
    }

/** Days of the year that ends today: a sale counts as of the last year when it closed at most so many days ago. */
export const LAST_YEAR_DAYS = 365

const ON_MARKET: ReadonlySet<ListingStatus> = new Set(['Active', 'ActiveUnderContract', 'ComingSoon', 'Pending'])

/**
 * What a home tells of its agents: who lists it while it is on the market, and who acted in its sales as far as its
 * history and its last listing say. Each agent once for a sale, whatever told of it; rentals are no sales.
 */
export function agentDeals(home: Home): readonly AgentDeal[] {
  const { listing, history } = home
  const deals: AgentDeal[] = []
  if (listing !== undefined && ON_MARKET.has(listing.status)) {
    for (const agentId of new Set([listing.listAgentId, listing.coListAgentId])) {
      if (agentId !== undefined) deals.push({ kind: listing.kind, agentId, onMarketMs: listing.onMarketMs ?? 0 })
    }
  }
  const sales = new SalesOfHome()
  for (const event of history) {
    if (event.event !== 'Sold' || event.rental) continue
    sales.add(event.sellerAgentId, 'Seller', event.date, event.price)
    sales.add(event.buyerAgentId, 'Buyer', event.date, event.price)
  }
  if (listing?.kind === 'sale' && listing.status === 'Closed' && listing.closeDate !== undefined) {
    sales.add(listing.listAgentId, 'Seller', listing.closeDate, listing.closePrice)
    sales.add(listing.coListAgentId, 'Seller', listing.closeDate, listing.closePrice)
    sales.add(listing.buyerAgentId, 'Buyer', listing.closeDate, listing.closePrice)
  }
  return sales.isEmpty ? deals : [...deals, ...sales.all()]
}

type Sold = Extract<AgentDeal, { kind: 'sold' }>

/** The sales of one home: the same agent on the same day is the same sale. */
class SalesOfHome {
  #sales: Sold[] = []

  get isEmpty(): boolean {
    return this.#sales.length === 0
  }

  add(agentId: string | undefined, side: AgentSide, date: Day, price: number | undefined): void {
    if (agentId === undefined) return
    const at = this.#sales.findIndex((sale) => sale.agentId === agentId && sale.date === date)
    const known = this.#sales[at]
    const both = known === undefined || known.side === side ? side : 'Buyer and Seller'
    const paid = known?.price ?? price
    const sale: Sold = { kind: 'sold', agentId, date, ...(paid !== undefined && { price: paid }), side: both }
    if (known === undefined) this.#sales.push(sale)
    else this.#sales[at] = sale
  }

  all(): readonly Sold[] {
    return this.#sales
  }
}
