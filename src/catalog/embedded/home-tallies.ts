import type { DatabaseSync } from 'node:sqlite'
import type { Home } from '../../model/home.ts'
import { RegionTally } from '../../places/regions.ts'
import { bytesOf, NEAREST_ARRAYS, PointTally } from './points.ts'

/** What is derived from homes beside their search: the regions that have some, and where they are. */
export class HomeTallies {
  #regions = new RegionTally()
  #points = new PointTally()

  begin(): void {
    this.#regions = new RegionTally()
    this.#points = new PointTally()
  }

  add(home: Home): void {
    this.#regions.add(home)
    this.#points.add(home)
  }

  store(database: DatabaseSync): void {
    const setMeta = database.prepare('INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)')
    setMeta.run('regions', JSON.stringify(this.#regions.regions()))
    const setArray = database.prepare('INSERT OR REPLACE INTO arrays (name, bytes) VALUES (?, ?)')
    bytesOf(this.#points.index().arrays).forEach((bytes, i) => {
      setArray.run(NEAREST_ARRAYS[i] ?? '', bytes)
    })
  }
}
