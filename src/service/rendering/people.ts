import type { IdOf, Records } from '../../catalog/ports/nouns.ts'
import type { RecordLookup } from '../../catalog/ports/record-lookup.ts'
import type { Agent, Office } from '../../model/agent.ts'
import type { Home } from '../../model/home.ts'
import type { HomeBrief } from '../../model/home-brief.ts'

/** The agents of a home's listing and their offices, as far as the catalog has them. */
export interface People {
  readonly listAgent: Agent | undefined
  readonly coListAgent: Agent | undefined
  readonly buyerAgent: Agent | undefined
  readonly listOffice: Office | undefined
  readonly buyerOffice: Office | undefined
}

export async function peopleOf({ listing }: Pick<Home, 'listing'>, records: RecordLookup): Promise<People> {
  const { listAgentId, coListAgentId, buyerAgentId } = listing ?? {}
  const [listAgent, coListAgent, buyerAgent] = await recordsOf(
    'agent',
    [listAgentId, coListAgentId, buyerAgentId],
    records,
  )
  const [listOffice, buyerOffice] = await recordsOf('office', [listAgent?.officeId, buyerAgent?.officeId], records)
  return { listAgent, coListAgent, buyerAgent, listOffice, buyerOffice }
}

/**
 * The people who list the home, without the people who sold it. Rows name only the people who list; this halves the
 * look-ups.
 */
export type Listers = Pick<People, 'listAgent' | 'listOffice'>

export interface ListedHome extends Listers {
  readonly home: HomeBrief
}

/** Adds to each home the people who list it. Looks up each agent and each office only once. */
export async function withListers(homes: readonly HomeBrief[], records: RecordLookup): Promise<readonly ListedHome[]> {
  const agents = await recordsOf(
    'agent',
    homes.map(({ listing }) => listing?.listAgentId),
    records,
  )
  const offices = await recordsOf(
    'office',
    agents.map((agent) => agent?.officeId),
    records,
  )
  return homes.map((home, i) => ({ home, listAgent: agents[i], listOffice: offices[i] }))
}

/** Returns the records with these ids, in their order; undefined for a missing id or record. */
async function recordsOf<N extends 'agent' | 'office'>(
  noun: N,
  ids: readonly (string | undefined)[],
  records: RecordLookup,
): Promise<readonly (Records[N] | undefined)[]> {
  const named = [...new Set(ids)].filter((id) => id !== undefined)
  // the ids of agents and offices are strings
  const people = await Promise.all(named.map((id) => records.get<N>(noun, id as IdOf<N>)))
  const byId = new Map(named.map((id, i) => [id, people[i]]))
  return ids.map((id) => (id === undefined ? undefined : byId.get(id)))
}

/** Returns the agents named in a home's history, by id. */
export async function agentsInHistory(home: Home, records: RecordLookup): Promise<ReadonlyMap<string, Agent>> {
  const named = home.history.flatMap(({ buyerAgentId, sellerAgentId }) => [buyerAgentId, sellerAgentId])
  const agents = await recordsOf('agent', named, records)
  return new Map(agents.filter((agent) => agent !== undefined).map((agent) => [agent.agentId, agent]))
}
