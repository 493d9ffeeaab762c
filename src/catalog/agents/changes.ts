import type { RowValue } from '../../kit/algorithms/row-sum.ts'
import type { Agent } from '../../model/agent.ts'
import { DEAL_KINDS, type DealRow } from './deals.ts'
import { termsOfRecord } from './terms.ts'

/** The writing side of the tables about agents: SQL of PostgreSQL, as far as SQLite has it as well. */
export interface AgentStore {
  run(text: string, values: readonly unknown[]): void
  /** The records of those agents who have one. */
  records(ids: readonly string[]): readonly Agent[]
  add(table: 'agent_deal' | 'agent_term', rows: readonly (readonly RowValue[])[]): void
}

/** Agents whose terms are made at a time. */
const BATCH = 1000

/** Collects how changed homes and agents affect the deals of agents and the terms that agents are found by. */
export class AgentChanges {
  readonly #agents = new Set<string>()
  #gone: number[] = []
  #come: DealRow[] = []

  /** Takes the deals of a home before and after its change. */
  replace(before: readonly DealRow[], after: readonly DealRow[]): void {
    if (JSON.stringify(before) === JSON.stringify(after)) return
    const [first] = before
    if (first !== undefined) this.#gone.push(first[2])
    for (const row of after) this.#come.push(row)
    for (const [agent] of [...before, ...after]) this.#agents.add(agent)
  }

  /** Takes note that an agent's record was put or removed. */
  touch(agentId: string): void {
    this.#agents.add(agentId)
  }

  /** How many rows wait for `storeDeals`. */
  get waiting(): number {
    return this.#gone.length + this.#come.length
  }

  storeDeals(store: AgentStore): void {
    if (this.#gone.length > 0) store.run('DELETE FROM catalog.agent_deal WHERE zpid = ANY ($1)', [this.#gone])
    store.add('agent_deal', this.#come)
    this.#gone = []
    this.#come = []
  }

  /** Call this once the records of agents and the regions of all places are stored. */
  store(store: AgentStore): void {
    this.storeDeals(store)
    storeTerms(store, [...this.#agents].sort())
  }
}

/** Writes the terms of these agents again; those without a record have none. */
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
