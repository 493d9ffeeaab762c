import type { Day } from '../base/clock.ts'
import type { AgentSide } from '../model/agent-deals.ts'

/** What an agent can be known for beside words of their own. */
export type AgentTrait = 'top' | 'forBuyers' | 'forSellers'

/** Which agents are looked for: all of it must hold. */
export interface AgentQuery {
  /** Keys of regions. In each, the agent has listed or sold a home; in cities and states it is enough to have the office there. */
  readonly regions: readonly string[]
  /** As `foldText` writes them: each begins a word of the agent's name. */
  readonly nameWords: readonly string[]
  /** `forBuyers`: acted for the buyer in a sale; `forSellers`: for the seller, or lists a home for sale. */
  readonly traits: readonly AgentTrait[]
  /** Every one of them. */
  readonly specialties: readonly string[]
  /** Any one of them; empty: it does not matter. An agent of whom no language is known speaks English. */
  readonly languages: readonly string[]
  /** Sold at least one home for so much within the last year. */
  readonly soldFor?: { readonly min: number; readonly max: number }
  /** Number of the day with which the last year ends. */
  readonly today: number
  readonly offset: number
  readonly limit: number
}

export interface AgentPage {
  readonly total: number
  readonly agentIds: readonly string[]
}

/** What the homes of the catalogue tell of an agent, counted. */
export interface AgentFigures {
  /** Homes on the market that the agent lists. */
  readonly forSale: number
  readonly forRent: number
  readonly sales: number
  /** Absent without sales. */
  readonly firstSale?: Day
  /** Of the year that ends with the day asked for, that day included. */
  readonly lastYear: {
    readonly sales: number
    /** Of the prices that are known; absent when none is. */
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
