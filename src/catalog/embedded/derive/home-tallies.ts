import type { Agent } from '../../../model/agent.ts'
import type { Home } from '../../../model/home.ts'
import { RegionTally } from '../../../places/regions.ts'
import { agentRows } from '../agents/stored.ts'
import { AgentTally } from '../agents/tally.ts'
import { FactTally } from '../market/fact-tally.ts'
import { POINT_ARRAYS, PointTally } from '../points.ts'
import type { DerivedRows } from './rows.ts'

/** What is derived from homes beside their search: regions that have some, where they are, market facts, agents' deals. */
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

  /** Agents may come after homes that name them. */
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
