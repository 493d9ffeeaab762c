import type { RowValue } from '../../kit/algorithms/row-sum.ts'
import type { Agent } from '../../model/agent.ts'
import { DEAL_KINDS, type DealRow } from './deals.ts'
import { termsOfRecord } from './terms.ts'

/** Writes the tables about agents. All SQL works in both PostgreSQL and SQLite. */
export interface AgentStore {
  run(text: string, values: readonly unknown[]): void
  /** Returns the records of these agents. Leaves out agents without a record. */
  records(ids: readonly string[]): readonly Agent[]
  add(table: 'agent_deal' | 'agent_term', rows: readonly (readonly RowValue[])[]): void
}

/** Number of agents whose search terms one statement writes. */
const BATCH = 1000

/** Collects changed homes and agents, and then updates the deals and search terms of all affected agents. */
export class AgentChanges {
  readonly #agents = new Set<string>()
  #removed: number[] = []
  #added: DealRow[] = []

  /** Queues the deals of a home before and after a change. */
  replace(before: readonly DealRow[], after: readonly DealRow[]): void {
    if (JSON.stringify(before) === JSON.stringify(after)) return
    const [first] = before
    if (first !== undefined) this.#removed.push(first[2])
    for (const row of after) this.#added.push(row)
    for (const [agent] of [...before, ...after]) this.#agents.add(agent)
  }

  /** Queues an agent whose record was stored or removed. */
  touch(agentId: string): void {
    this.#agents.add(agentId)
  }

  /** Number of rows that `storeDeals` would write now. */
  get waiting(): number {
    return this.#removed.length + this.#added.length
  }

  storeDeals(store: AgentStore): void {
    if (this.#removed.length > 0) store.run('DELETE FROM catalog.agent_deal WHERE zpid = ANY ($1)', [this.#removed])
    store.add('agent_deal', this.#added)
    this.#removed = []
    this.#added = []
  }

  /** Call this once, after storing the records of agents and the regions of places. */
  store(store: AgentStore): void {
    this.storeDeals(store)
    storeTerms(store, [...this.#agents].sort())
  }
}

/** Rewrites the search terms of these agents. Agents without a record get no terms. */
export function storeTerms(store: AgentStore, agents: readonly string[]): void {
  for (let at = 0; at < agents.length; at += BATCH) {
    const batch = agents.slice(at, at + BATCH)
    store.run('DELETE FROM catalog.agent_term WHERE agent = ANY ($1)', [batch])
    const described = store.records(batch)
    store.add(
      'agent_term',
      described.flatMap((agent) => [...termsOfRecord(agent)].map((term) => [term, agent.agentId])),
    )
    store.run(TERMS_OF_DEALS, [described.map(({ agentId }) => agentId)])
  }
}

const TERMS_OF_DEALS = `INSERT INTO catalog.agent_term
  SELECT DISTINCT 'region/' || region, agent FROM catalog.agent_deal JOIN catalog.place_region USING (place)
    WHERE agent = ANY ($1)
  UNION SELECT 'trait/forBuyers', agent FROM catalog.agent_deal
    WHERE agent = ANY ($1) AND kind IN (${codes('Buyer', 'Buyer and Seller')})
  UNION SELECT 'trait/forSellers', agent FROM catalog.agent_deal
    WHERE agent = ANY ($1) AND kind IN (${codes('sale', 'Seller', 'Buyer and Seller')})
  ON CONFLICT DO NOTHING`

function codes(...kinds: readonly (typeof DEAL_KINDS)[number][]): string {
  return kinds.map((kind) => DEAL_KINDS.indexOf(kind)).join(', ')
}
