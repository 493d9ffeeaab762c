import type { Agent } from '../../model/agent.ts'
import type { AgentFigures, AgentPage, AgentQuery, AgentSale, Span } from './agents.ts'

/**
 * Finds agents and counts their listings and sales. Each call reads one committed state. For an unknown agent, lists
 * are empty, and other results are `undefined`.
 */
export interface AgentLookup {
  /**
   * Returns matching agents: top agents first, then agents with the most sales in the last year, then by id. Totals are
   * exact.
   */
  page(query: AgentQuery): Promise<AgentPage>
  /**
   * Returns the number of agents that `page` finds in each region, by region key. Regions without agents are left out.
   */
  countsIn(regions: readonly string[]): Promise<ReadonlyMap<string, number>>
  /**
   * Returns the agent with this user name; letter case does not matter. If several agents share the name, the lowest id
   * wins.
   */
  named(username: string): Promise<Agent | undefined>
  /** `today` is a day number. */
  figuresOf(agentId: string, today: number): Promise<AgentFigures | undefined>
  /** Returns the zpids of homes on the market that the agent lists, newest listing first, then by zpid. */
  listingsOf(agentId: string, kind: 'sale' | 'lease', span: Span): Promise<readonly number[]>
  /** Returns the agent's sales, latest first, then by zpid. */
  salesOf(agentId: string, span: Span): Promise<readonly AgentSale[]>
  /** Returns keys of at most 20 cities in which the agent lists or sold the most homes, in descending order. */
  citiesOf(agentId: string): Promise<readonly string[]>
}
