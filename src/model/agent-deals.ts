import type { Day } from '../kit/base/clock.ts'
import type { Home, Listing, ListingStatus } from './home.ts'

/** Side that an agent represented in a sale. */
export type AgentSide = 'Buyer' | 'Seller' | 'Buyer and Seller'

/** One deal of one agent, derived from a home: a listing on the market or a sale. */
export type AgentDeal =
  | {
      readonly kind: 'sale' | 'lease'
      readonly agentId: string
      /** Milliseconds since 1970; 0 if the source does not say. */
      readonly onMarketMs: number
    }
  | {
      readonly kind: 'sold'
      readonly agentId: string
      readonly date: Day
      /** Undefined if the source does not say. */
      readonly price: number | undefined
      readonly side: AgentSide
    }

/** A sale counts as last year's if it closed at most this many days ago. */
export const LAST_YEAR_DAYS = 365

const ON_MARKET: ReadonlySet<ListingStatus> = new Set(['Active', 'ActiveUnderContract', 'ComingSoon', 'Pending'])

/**
 * Returns the deals of a home's agents: the listing on the market, and all sales. A sale that several sources report
 * counts once per agent. Rentals are not sales.
 */
export function agentDeals(home: Home): readonly AgentDeal[] {
  const { listing, history } = home
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
  return listing !== undefined && ON_MARKET.has(listing.status) ? [...listed(listing), ...sales.all()] : sales.all()
}

function listed({ kind, listAgentId, coListAgentId, onMarketMs = 0 }: Listing): AgentDeal[] {
  const deals: AgentDeal[] = []
  if (listAgentId !== undefined) deals.push({ kind, agentId: listAgentId, onMarketMs })
  if (coListAgentId !== undefined && coListAgentId !== listAgentId) {
    deals.push({ kind, agentId: coListAgentId, onMarketMs })
  }
  return deals
}

type Sold = Extract<AgentDeal, { kind: 'sold' }>

/** The sales of one home. Entries for the same agent and day are the same sale. */
class SalesOfHome {
  readonly #sales: { -readonly [K in keyof Sold]: Sold[K] }[] = []

  add(agentId: string | undefined, side: AgentSide, date: Day, price: number | undefined): void {
    if (agentId === undefined) return
    const sameDay = this.#sales.find((sale) => sale.agentId === agentId && sale.date === date)
    if (sameDay === undefined) this.#sales.push({ kind: 'sold', agentId, date, price, side })
    else {
      sameDay.price ??= price
      if (sameDay.side !== side) sameDay.side = 'Buyer and Seller'
    }
  }

  all(): readonly Sold[] {
    return this.#sales
  }
}
