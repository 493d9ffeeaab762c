import type { Day } from '../../kit/base/clock.ts'
import type { AgentSide } from '../../model/agent-deals.ts'

/** A trait that an agent's deals show, besides those that agents claim for themselves. */
export type AgentTrait = 'top' | 'forBuyers' | 'forSellers'

/** Which agents to find: every condition must hold. */
export interface AgentQuery {
  /** Region keys. In each of them the agent has listed or sold a home or, for cities and states, has an office. */
  readonly regions: readonly string[]
  /** Folded by `foldText`; each is a prefix of a word of the agent's name. */
  readonly nameWords: readonly string[]
  /** `forBuyers`: acted for a buyer; `forSellers`: acted for a seller, or lists a home for sale. */
  readonly traits: readonly AgentTrait[]
  /** The agent has all of them. */
  readonly specialties: readonly string[]
  /** The agent speaks at least one; empty: any. Agents without a known language are taken to speak English. */
  readonly languages: readonly string[]
  /** Sold at least one home in this price range within the last year. */
  readonly soldFor?: { readonly min: number; readonly max: number }
  /** Number of the last day of "the last year". */
  readonly today: number
  readonly offset: number
  readonly limit: number
}

export interface AgentPage {
  readonly total: number
  readonly agentIds: readonly string[]
}

/** Counts of what the catalogue's homes say about an agent. */
export interface AgentFigures {
  /** Homes on the market that the agent lists. */
  readonly forSale: number
  readonly forRent: number
  readonly sales: number
  /** Absent without sales. */
  readonly firstSale?: Day
  /** The year that ends with the given day, inclusive. */
  readonly lastYear: {
    readonly sales: number
    /** Range of the known prices; absent when none is known. */
    readonly prices?: { readonly min: number; readonly max: number }
  }
}

/** Part of a list. */
export interface Span {
  readonly offset: number
  readonly limit: number
}

export interface AgentSale {
  readonly zpid: number
  readonly date: Day
  /** Absent when the source does not say. */
  readonly price?: number
  readonly side: AgentSide
}
