import type { Catalog } from '../catalog/catalog.ts'
import type { Agent, Office } from '../model/agent.ts'
import type { Home } from '../model/home.ts'
import type { HomeBrief } from '../model/home-brief.ts'

/** The agents of a home's listing and their offices, as far as the catalogue knows them. */
export interface People {
  readonly listAgent: Agent | undefined
  readonly coListAgent: Agent | undefined
  readonly buyerAgent: Agent | undefined
  readonly listOffice: Office | undefined
  readonly buyerOffice: Office | undefined
}

export async function peopleOf({ listing }: HomeBrief, catalog: Catalog): Promise<People> {
  const [listAgent, coListAgent, buyerAgent] = await Promise.all([
    agentOf(listing?.listAgentId, catalog),
    agentOf(listing?.coListAgentId, catalog),
    agentOf(listing?.buyerAgentId, catalog),
  ])
  const [listOffice, buyerOffice] = await Promise.all([officeOf(listAgent, catalog), officeOf(buyerAgent, catalog)])
  return { listAgent, coListAgent, buyerAgent, listOffice, buyerOffice }
}

/** The agents that a home's history names, by id. */
export async function agentsInHistory(home: Home, catalog: Catalog): Promise<ReadonlyMap<string, Agent>> {
  const ids = new Set(home.history.flatMap((event) => [event.buyerAgentId, event.sellerAgentId]))
  const agents = await Promise.all([...ids].map((id) => agentOf(id, catalog)))
  return new Map(agents.filter((agent) => agent !== undefined).map((agent) => [agent.agentId, agent]))
}

async function agentOf(agentId: string | undefined, catalog: Catalog): Promise<Agent | undefined> {
  return agentId === undefined ? undefined : catalog.get('agent', agentId)
}

async function officeOf(agent: Agent | undefined, catalog: Catalog): Promise<Office | undefined> {
  return agent?.officeId === undefined ? undefined : catalog.get('office', agent.officeId)
}
