import type { Agent } from '../../../model/agent.ts'
import type { Home, PlaceAddress } from '../../../model/home.ts'
import { RegionTally } from '../../../places/regions/regions.ts'
import { agentRows } from '../agents/stored.ts'
import { AgentTally } from '../agents/tally.ts'
import type { DerivedRows } from '../derived-rows.ts'
import { HomeRowTally } from '../home-rows.ts'
import { FactTally } from '../market/fact-tally.ts'

/** Rows of `meta`: the regions that have homes, and the places that have a number, see `RegionTally`. */
export const REGIONS = 'regions'
export const PLACES = 'places'

/** Tallies what is derived from homes besides the search index. */
export interface Tallies {
  add(home: Home): void
  /** Takes an agent, who may come before or after the homes that name them. */
  addAgent(agent: Agent): void
  rows(): DerivedRows
}

/** Tallies all homes: their regions, market facts, agents' deals, and the rows of their segment. */
export class HomeTallies implements Tallies {
  readonly #segment: string
  readonly #regions = new RegionTally()
  readonly #rows = new HomeRowTally()
  readonly #facts = new FactTally()
  readonly #agents = new AgentTally()

  constructor(segment: string) {
    this.#segment = segment
  }

  add(home: Home): void {
    const place = this.#regions.add(home)
    this.#facts.add(home, place)
    this.#agents.addHome(home, place)
    this.#rows.add(home, place)
  }

  addAgent(agent: Agent): void {
    this.#agents.addAgent(agent)
  }

  rows(): DerivedRows {
    const agents = agentRows(this.#agents, this.#regions)
    return {
      tables: {
        ...this.#facts.rows(this.#regions.keysOfPlaces()),
        ...agents.tables,
      },
      arrays: { ...agents.arrays, ...this.#rows.arrays(this.#segment) },
      meta: {
        [REGIONS]: JSON.stringify(this.#regions.regions()),
        [PLACES]: JSON.stringify(this.#regions.places()),
      },
    }
  }
}

/** Tallies only the rows of a segment's homes, whose places all have a number already. */
export class SegmentTallies implements Tallies {
  readonly #segment: string
  readonly #regions: RegionTally
  readonly #rows = new HomeRowTally()

  constructor(segment: string, places: readonly PlaceAddress[]) {
    this.#segment = segment
    this.#regions = new RegionTally(undefined, places)
  }

  add(home: Home): void {
    this.#rows.add(home, this.#regions.placeOf(home.address))
  }

  addAgent(): void {}

  rows(): DerivedRows {
    return { tables: {}, arrays: this.#rows.arrays(this.#segment), meta: {} }
  }
}
