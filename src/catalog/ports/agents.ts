import type { Day } from '../../kit/base/clock.ts'
import type { AgentSide } from '../../model/agent-deals.ts'

/** A trait by which agents are found. `top` comes from the agent's record, the others from deals. */
export type AgentTrait = 'top' | 'forBuyers' | 'forSellers'

/** Which agents to find. Every condition must hold. */
export interface AgentQuery {
  /**
   * Region keys. The agent must have listed or sold a home in every region. In cities and states, an office is also
   * enough.
   */
  readonly regions: readonly string[]
  /** Beginnings of words of the agent's name, normalized by `foldText`. The name must contain all of them. */
  readonly nameWords: readonly string[]
  /** `forBuyers`: represented a buyer. `forSellers`: represented a seller, or lists a home for sale. */
  readonly traits: readonly AgentTrait[]
  /** The agent must have all of these specialties. */
  readonly specialties: readonly string[]
  /**
   * The agent must speak at least one of these languages. An empty list means any language. Agents without known
   * languages are assumed to speak English.
   */
  readonly languages: readonly string[]
  /** The agent must have sold at least one home in this price range within the last year. */
  readonly soldFor?: { readonly min: number; readonly max: number }
  /** The day number on which "the last year" ends. */
  readonly today: number
  readonly offset: number
  readonly limit: number
}

export interface AgentPage {
  readonly total: number
  readonly agentIds: readonly string[]
}

/** Counts of an agent's listings and sales among the catalog's homes. */
export interface AgentFigures {
  /** Homes on the market that the agent lists. */
  readonly forSale: number
  readonly forRent: number
  readonly sales: number
  /** Absent if the agent has no sales. */
  readonly firstSale?: Day
  /** Figures for the year that ends on the requested day, inclusive. */
  readonly lastYear: {
    readonly sales: number
    /** Range of the known prices; absent if no price is known. */
    readonly prices?: { readonly min: number; readonly max: number }
  }
}

export interface Span {
  readonly offset: number
  readonly limit: number
}

export interface AgentSale {
  readonly zpid: number
  readonly date: Day
  /** Absent if the source has no price. */
  readonly price?: number
  readonly side: AgentSide
}
