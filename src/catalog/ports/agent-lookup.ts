import type { Agent } from '../../model/agent.ts'
import type { AgentFigures, AgentPage, AgentQuery, AgentSale, Span } from './agents.ts'

/**
 * Finds agents and counts their listings and sales. Each call reads one committed state. For an unknown agent, a list
 * is empty and any other result is `undefined`. A span past the end gives an empty list.
 */
export interface AgentLookup {
  /**
   * Returns matching agents: top agents first, then those with the most sales in the last year, then by id. Totals are
   * exact.
   */
  page(query: AgentQuery): Promise<AgentPage>
  /**
   * Returns how many agents `page` finds in each of these regions, by region key. Regions without agents are left out.
   */
  countsIn(regions: readonly string[]): Promise<ReadonlyMap<string, number>>
  /**
   * Returns the agent with this user name, in any letter case. If several agents share the name, returns the agent with
   * the lowest id.
   */
  named(username: string): Promise<Agent | undefined>
  /** `today` is a day number. */
  figuresOf(agentId: string, today: number): Promise<AgentFigures | undefined>
  /** Returns the zpids of homes on the market that the agent lists, newest listing first, then by zpid. */
  listingsOf(agentId: string, kind: 'sale' | 'lease', span: Span): Promise<readonly number[]>
  /** Returns the agent's sales, latest first, then by zpid. */
  salesOf(agentId: string, span: Span): Promise<readonly AgentSale[]>
  /** Returns at most 20 keys of cities in which the agent lists or sold homes, most homes first. */
  citiesOf(agentId: string): Promise<readonly string[]>
}
