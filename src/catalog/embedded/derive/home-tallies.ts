import type { Agent } from '../../../model/agent.ts'
import type { Home } from '../../../model/home.ts'
import { RegionTally } from '../../../regions/regions.ts'
import { agentRows } from '../agents/stored.ts'
import { AgentTally } from '../agents/tally.ts'
import type { DerivedRows } from '../derived-rows.ts'
import { FactTally } from '../market/fact-tally.ts'
import { POINT_ARRAYS, PointTally } from '../points.ts'

/** Everything derived from homes besides the search index: regions, coordinates, market facts and agents' deals. */
export class HomeTallies {
  readonly #regions = new RegionTally()
  readonly #points = new PointTally()
  readonly #facts = new FactTally()
  readonly #agents = new AgentTally()

  add(home: Home): void {
    const place = this.#regions.add(home)
    this.#facts.add(home, place)
    this.#agents.addHome(home, place)
    this.#points.add(home)
  }

  /** May come before or after the homes that name the agent. */
  addAgent(agent: Agent): void {
    this.#agents.addAgent(agent)
  }

  rows(): DerivedRows {
    const agents = agentRows(this.#agents, this.#regions)
    const points = this.#points.points().bytes()
    return {
      tables: { ...this.#facts.rows(this.#regions.keysOfPlaces()), ...agents.tables },
      arrays: {
        ...agents.arrays,
        ...Object.fromEntries(POINT_ARRAYS.map((name, i) => [name, points[i] as Uint8Array])),
      },
      meta: { regions: JSON.stringify(this.#regions.regions()) },
    }
  }
}
