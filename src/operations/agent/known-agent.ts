import { Fault } from '../../base/failure.ts'
import type { AgentRecord } from '../../catalog/agents.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import type { Agent, Office } from '../../model/agent.ts'
import { quote, required, text } from '../../params/index.ts'
import type { EmptyContainer } from '../identify.ts'

/** An agent with what the catalogue's homes tell of them. */
export interface KnownAgent {
  readonly agent: Agent
  readonly record: AgentRecord
  readonly office: Office | undefined
}

export const encodedZuid = required(text(200, 'agent-53033-1'), 'Id of the agent, as /agent/search gives it.')

/** No home names the agent. */
const NO_RECORD: AgentRecord = { forSale: [], forRent: [], sales: [], cities: [] }

export async function withAgentRecord(agent: Agent, catalog: Catalog): Promise<KnownAgent> {
  const [record, office] = await Promise.all([
    catalog.agentRecord(agent.agentId),
    agent.officeId === undefined ? undefined : catalog.get('office', agent.officeId),
  ])
  return { agent, record: record ?? NO_RECORD, office }
}

/** Throws `agent.unknown` when the catalogue has no agent with this id. */
export async function agentWithId(agentId: string, catalog: Catalog, empty: EmptyContainer): Promise<KnownAgent> {
  const agent = await catalog.get('agent', agentId)
  if (agent) return withAgentRecord(agent, catalog)
  throw new Fault('agent.unknown', `404: no agent in this catalogue has the id ${quote(agentId)}.`, {
    container: empty,
  })
}

/** Throws `agent.unknown` when the catalogue has no agent of this user name. */
export async function agentNamed(username: string, catalog: Catalog, empty: EmptyContainer): Promise<KnownAgent> {
  const agent = await catalog.agentNamed(username)
  if (agent) return withAgentRecord(agent, catalog)
  throw new Fault('agent.unknown', `404: no agent in this catalogue has the user name ${quote(username)}.`, {
    container: empty,
  })
}
