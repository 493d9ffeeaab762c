import type { Connection } from '../../base/postgres/database.ts'
import { RegionIndex } from '../../completion/region-index.ts'
import type { Region } from '../../model/region.ts'
import type { Commit } from './commits.ts'
import { HeldRows } from './held-rows.ts'

/** What is small of one committed state, as every node has it in memory. */
export interface HeldState {
  /** In order of key. */
  readonly regions: readonly Region[]
  readonly regionIndex: () => RegionIndex
}

/** Keeps what is small of the newest state: of each commit a node reads what it changed. */
export class Held {
  readonly #regions = new HeldRows('region', (json): Region => JSON.parse(json))
  #state: HeldState | undefined

  /** Reads within a transaction that sees a commit; one call after the other. */
  async read(connection: Connection, commit: Commit): Promise<HeldState> {
    const areNew = await this.#regions.read(connection, commit)
    if (areNew || this.#state === undefined) this.#state = regionsOf(this.#regions.rows)
    return this.#state
  }
}

function regionsOf(rows: ReadonlyMap<string, Region>): HeldState {
  const regions = [...rows.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
  return { regions, regionIndex: onceAsked(() => new RegionIndex(regions)) }
}

/** Makes something when it is first asked for. */
function onceAsked<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
