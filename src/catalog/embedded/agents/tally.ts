import type { Agent } from '../../../model/agent.ts'
import { compact } from '../../../model/field.ts'
import type { Home } from '../../../model/home.ts'
import { grown } from '../../engine/growing.ts'
import type { SearchedAgent } from '../../facts/agent-terms.ts'
import { DEAL_KINDS, latestFirst, type TalliedDeal, talliedDeals } from '../../facts/tallied-deals.ts'

/** Cells of one deal: agent, kind, zpid, time, price (NaN if unknown), and group of the home's regions. */
const CELLS = 6

export interface AgentAndDeals {
  readonly agentId: string
  readonly agent: SearchedAgent | undefined
  /** Latest first. */
  readonly deals: readonly TalliedDeal[]
}

/** Collects in one flat array what homes say about agents. Homes and agents may come in any order. */
export class AgentTally {
  readonly #numbers = new Map<string, number>()
  readonly #agents: (SearchedAgent | undefined)[] = []
  #cells = new Float64Array(1024 * CELLS)
  #length = 0

  addAgent(agent: Agent): void {
    const { agentId, username, name, city, state, isTopAgent, specialties, languages } = agent
    const searched = compact<SearchedAgent>({
      agentId,
      username,
      name,
      city,
      state,
      isTopAgent,
      specialties,
      languages,
    })
    this.#agents[this.#numberOf(agentId)] = searched // their reviews take ten times the memory of all this
  }

  /** `group`: number of the combination of regions that the home lies in. */
  addHome(home: Home, group: number): void {
    for (const { agentId, deal } of talliedDeals(home, group)) this.#add(agentId, deal)
  }

  /** Everybody who was added or named, in order of id, with their deals; `agent` is undefined for the unknown. */
  *agents(): Generator<AgentAndDeals> {
    const { starts, slots } = this.#byAgent()
    const all = Array.from(this.#numbers, ([agentId, number]) => ({ agentId, number }))
    all.sort((a, b) => (a.agentId < b.agentId ? -1 : 1))
    for (const { agentId, number } of all) {
      const deals = Array.from(slots.subarray(starts[number], starts[number + 1]), (slot) => this.#dealAt(slot))
      yield { agentId, agent: this.#agents[number], deals: deals.sort(latestFirst) }
    }
  }

  #numberOf(agentId: string): number {
    const existing = this.#numbers.get(agentId)
    if (existing !== undefined) return existing
    const number = this.#numbers.size
    this.#numbers.set(agentId, number)
    this.#agents.push(undefined)
    return number
  }

  #add(agentId: string, { kind, zpid, atMs, price, group }: TalliedDeal): void {
    this.#cells = grown(this.#cells, this.#length + CELLS)
    this.#cells[this.#length] = this.#numberOf(agentId)
    this.#cells[this.#length + 1] = DEAL_KINDS.indexOf(kind)
    this.#cells[this.#length + 2] = zpid
    this.#cells[this.#length + 3] = atMs
    this.#cells[this.#length + 4] = price
    this.#cells[this.#length + 5] = group
    this.#length += CELLS
  }

  /** Where each agent's deals stand in `slots`, which holds the places of all deals: a counting sort. */
  #byAgent(): { starts: Uint32Array; slots: Uint32Array } {
    const starts = new Uint32Array(this.#agents.length + 1)
    for (let at = 0; at < this.#length; at += CELLS) increase(starts, (this.#cells[at] ?? 0) + 1, 1)
    for (let number = 1; number < starts.length; number++) increase(starts, number, starts[number - 1] ?? 0)
    const slots = new Uint32Array(this.#length / CELLS)
    const next = starts.slice()
    for (let at = 0; at < this.#length; at += CELLS) {
      const number = this.#cells[at] ?? 0
      slots[next[number] ?? 0] = at
      increase(next, number, 1)
    }
    return { starts, slots }
  }

  #dealAt(slot: number): TalliedDeal {
    return {
      kind: DEAL_KINDS[this.#cell(slot + 1)] ?? 'sale',
      zpid: this.#cell(slot + 2),
      atMs: this.#cell(slot + 3),
      price: this.#cell(slot + 4),
      group: this.#cell(slot + 5),
    }
  }

  #cell(at: number): number {
    return this.#cells[at] as number // within the cells of a deal
  }
}

function increase(counts: Uint32Array, at: number, by: number): void {
  counts[at] = (counts[at] ?? 0) + by
}
