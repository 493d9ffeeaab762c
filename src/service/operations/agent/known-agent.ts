import type { AgentFigures } from '../../../catalog/ports/agents.ts'
import type { Context } from '../../../catalog/ports/context.ts'
import { dayNumber } from '../../../kit/base/clock.ts'
import { type FailureCode, Fault } from '../../../kit/base/failure.ts'
import { quote, required, text } from '../../../kit/params/index.ts'
import type { Agent } from '../../../model/agent.ts'
import type { KnownAgent } from '../../rendering/agent-figures.ts'
import type { EmptyContainer } from '../identify.ts'

export const encodedZuid = required(text(200, 'agent-53033-1'), 'Id of the agent, as /agent/search returns it.')

export const AGENT_FAILURES: readonly FailureCode[] = ['agent.unknown']

const NO_FIGURES: AgentFigures = { forSale: 0, forRent: 0, sales: 0, lastYear: { sales: 0 } }

export async function withFigures(agent: Agent, { catalog, clock }: Context): Promise<KnownAgent> {
  const [figures, office] = await Promise.all([
    catalog.agents.figuresOf(agent.agentId, dayNumber(clock.now())),
    agent.officeId === undefined ? undefined : catalog.records.get('office', agent.officeId),
  ])
  return { agent, figures: figures ?? NO_FIGURES, office }
}

/** Throws `agent.unknown` if the catalog has no agent with this id. */
export async function agentWithId(agentId: string, context: Context, empty: EmptyContainer): Promise<KnownAgent> {
  return known(await context.catalog.records.get('agent', agentId), `id ${quote(agentId)}`, context, empty)
}

/** Throws `agent.unknown` if the catalog has no agent with this user name. */
export async function agentNamed(username: string, context: Context, empty: EmptyContainer): Promise<KnownAgent> {
  return known(await context.catalog.agents.named(username), `user name ${quote(username)}`, context, empty)
}

function known(agent: Agent | undefined, name: string, context: Context, container: EmptyContainer) {
  if (agent) return withFigures(agent, context)
  throw new Fault('agent.unknown', `404: no agent in this catalog has the ${name}.`, { container })
}
