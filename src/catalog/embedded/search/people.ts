import type { Agent, Office } from '../../../model/agent.ts'
import type { CardPeople } from '../../cards.ts'

/** The agents and offices that cards name, as far as they have come by. */
export class People {
  readonly #agents = new Map<string, Agent>()
  readonly #offices = new Map<string, Office>()
  readonly #missed = new Set<string>()
  #stale = false

  /** Somebody was asked for before the catalogue knew them. */
  get stale(): boolean {
    return this.#stale
  }

  takeAgent(agent: Agent): void {
    this.#agents.set(agent.agentId, agent)
    this.#stale ||= this.#missed.has(agent.agentId)
  }

  takeOffice(office: Office): void {
    this.#offices.set(office.officeId, office)
    this.#stale ||= this.#missed.has(office.officeId)
  }

  /** Who lists, and their office. */
  of(agentId: string | undefined): CardPeople {
    const agent = this.#known(this.#agents, agentId)
    return { agent, office: this.#known(this.#offices, agent?.officeId) }
  }

  #known<T>(people: ReadonlyMap<string, T>, id: string | undefined): T | undefined {
    if (id === undefined) return undefined
    const known = people.get(id)
    if (known === undefined) this.#missed.add(id)
    return known
  }
}
