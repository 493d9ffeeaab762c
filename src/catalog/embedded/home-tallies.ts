import type { DatabaseSync } from 'node:sqlite'
import type { Agent } from '../../model/agent.ts'
import type { Home } from '../../model/home.ts'
import { RegionTally } from '../../places/regions.ts'
import { storeAgents } from './agents/stored.ts'
import { AgentTally } from './agents/tally.ts'
import type { Beside } from './derived.ts'
import { FactTally } from './market/fact-tally.ts'
import { POINT_ARRAYS, PointTally } from './points.ts'

/** What is derived from homes beside their search: regions that have some, where they are, market facts, agents' deals. */
export class HomeTallies implements Beside<Home> {
  #regions = new RegionTally()
  #points = new PointTally()
  #facts = new FactTally()
  #agents = new AgentTally()

  begin(): void {
    this.#regions = new RegionTally()
    this.#points = new PointTally()
    this.#facts = new FactTally()
    this.#agents = new AgentTally()
  }

  add(home: Home): void {
    const place = this.#regions.add(home)
    this.#facts.add(home, place)
    this.#agents.addHome(home, place)
    this.#points.add(home)
  }

  addAgent(agent: Agent): void {
    this.#agents.addAgent(agent)
  }

  store(database: DatabaseSync): void {
    this.#facts.store(database, this.#regions.keysOfPlaces())
    storeAgents(database, this.#agents, this.#regions)
    const setMeta = database.prepare('INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)')
    setMeta.run('regions', JSON.stringify(this.#regions.regions()))
    const setArray = database.prepare('INSERT OR REPLACE INTO arrays (name, bytes) VALUES (?, ?)')
    this.#points
      .points()
      .bytes()
      .forEach((bytes, i) => {
        setArray.run(POINT_ARRAYS[i] ?? '', bytes)
      })
  }
}
