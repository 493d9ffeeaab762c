import type { Agent } from '../../model/agent.ts'
import type { AgentFigures, AgentPage, AgentQuery, AgentSale, Span } from './agents.ts'

/**
 * Agents, and what the homes say about them. Each call reads one committed state. For an unknown agent, lists are empty
 * and anything else is `undefined`; a span past the end is an empty list.
 */
export interface AgentLookup {
  /**
   * Agents that match: top agents first, then by sales in the last year, the most first, then by id. Totals are exact.
   */
  page(query: AgentQuery): Promise<AgentPage>
  /** Counts the agents that `page` finds in each of these regions, by key, and leaves out regions without any. */
  countsIn(regions: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** The agent with this user name, in any letter case; of several, the one with the lowest id. */
  named(username: string): Promise<Agent | undefined>
  /** `today`: a day number. */
  figuresOf(agentId: string, today: number): Promise<AgentFigures | undefined>
  /** The zpids of homes on the market that the agent lists, newest listing first, ties by zpid. */
  listingsOf(agentId: string, kind: 'sale' | 'lease', span: Span): Promise<readonly number[]>
  /** Latest sale first, ties by zpid. */
  salesOf(agentId: string, span: Span): Promise<readonly AgentSale[]>
  /** Keys of the cities of all these homes, at most 20, those with the most homes first. */
  citiesOf(agentId: string): Promise<readonly string[]>
}
