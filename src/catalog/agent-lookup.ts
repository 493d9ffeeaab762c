import type { Agent } from '../model/agent.ts'
import type { AgentFigures, AgentPage, AgentQuery, AgentSale, Span } from './agents.ts'

/**
 * Agents, and what the homes tell of them. Each call reads one committed state. Of an agent that is not there, lists
 * are empty and everything else is `undefined`; a span past the end is an empty list.
 */
export interface AgentLookup {
  /**
   * Agents that fit, top agents first, then those with most sales in the last year, then in order of id. Totals are
   * exact.
   */
  page(query: AgentQuery): Promise<AgentPage>
  /** The agent with this user name, letter case ignored; of several the first by id. */
  named(username: string): Promise<Agent | undefined>
  /** `today`: number of the day. */
  figuresOf(agentId: string, today: number): Promise<AgentFigures | undefined>
  /** The homes on the market that an agent lists, the newest listing first, ties by zpid. */
  listingsOf(agentId: string, kind: 'sale' | 'lease', span: Span): Promise<readonly number[]>
  /** The latest sale first, ties by zpid. */
  salesOf(agentId: string, span: Span): Promise<readonly AgentSale[]>
  /** Keys of the cities of all these homes, those with most of them first; at most 20. */
  citiesOf(agentId: string): Promise<readonly string[]>
}
