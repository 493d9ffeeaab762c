import type { Agent } from '../../model/agent.ts'
import type { AgentFigures, AgentPage, AgentQuery, AgentSale, Span } from './agents.ts'

/**
 * Finds agents and counts their listings and sales. Each call reads one committed state. For an unknown agent, lists
 * are empty and anything else is `undefined`. A span past the end gives an empty list.
 */
export interface AgentLookup {
  /**
   * Agents that match: top agents first, then those with the most sales in the last year, then by id. Totals are exact.
   */
  page(query: AgentQuery): Promise<AgentPage>
  /** The number of agents that `page` finds in each of these regions, by key. Regions without any are left out. */
  countsIn(regions: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** The agent with this user name, in any letter case. If several share the name, the one with the lowest id. */
  named(username: string): Promise<Agent | undefined>
  /** `today` is a day number. */
  figuresOf(agentId: string, today: number): Promise<AgentFigures | undefined>
  /** The zpids of homes on the market that the agent lists, newest listing first, ties by zpid. */
  listingsOf(agentId: string, kind: 'sale' | 'lease', span: Span): Promise<readonly number[]>
  /** Latest sale first, ties by zpid. */
  salesOf(agentId: string, span: Span): Promise<readonly AgentSale[]>
  /** Keys of the cities of all homes that the agent lists or sold, most homes first, at most 20. */
  citiesOf(agentId: string): Promise<readonly string[]>
}
