import type { Agent, Office } from '../../../model/agent.ts'
import type { Home } from '../../../model/home.ts'
import type { ListingPeople } from '../../../model/property-columns.ts'

export const NOBODY: ListingPeople = {}

/** The agents and offices added so far. Finds the agent and the office that list a home. */
export class People {
  readonly #agents = new Map<string, Agent>()
  readonly #offices = new Map<string, Office>()
  readonly #missed = new Set<string>()
  /** Cache of agents with known offices, by agent id, since an agent lists many homes. */
  readonly #byAgent = new Map<string, ListingPeople>()
  #stale = false

  /** Whether an agent or office was added after a home that names it. */
  get stale(): boolean {
    return this.#stale
  }

  takeAgent(agent: Agent): void {
    this.#agents.set(agent.agentId, agent)
    this.#byAgent.delete(agent.agentId)
    this.#stale ||= this.#missed.has(agent.agentId)
  }

  takeOffice(office: Office): void {
    this.#offices.set(office.officeId, office)
    this.#byAgent.clear()
    this.#stale ||= this.#missed.has(office.officeId)
  }

  /** Returns a home's listing agent, and the agent's office. */
  of({ listing }: Home): ListingPeople {
    const agentId = listing?.listAgentId
    if (agentId === undefined) return NOBODY
    const cached = this.#byAgent.get(agentId)
    if (cached !== undefined) return cached
    const agent = this.#recordOf(this.#agents, agentId)
    const people = { agent, office: this.#recordOf(this.#offices, agent?.officeId) }
    if (people.agent && people.office) this.#byAgent.set(agentId, people)
    return people
  }

  #recordOf<T>(people: ReadonlyMap<string, T>, id: string | undefined): T | undefined {
    if (id === undefined) return undefined
    const record = people.get(id)
    if (record === undefined) this.#missed.add(id)
    return record
  }
}
