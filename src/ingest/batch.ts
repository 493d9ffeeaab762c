import { isDeepStrictEqual } from 'node:util'
import type { CatalogWriter } from '../catalog/catalog.ts'
import type { Home } from '../model/home.ts'
import { eventKey } from '../model/home-history.ts'
import { mergeHomes } from './merge.ts'

export type Outcome = 'new' | 'changed' | 'unchanged'

/** What became of one home of a batch. */
export interface Settled {
  readonly zpid: number
  readonly outcome: Outcome
  /** Sales that the rows tell of, and how many of them the catalogue did not know. */
  readonly sales: number
  readonly salesNew: number
}

interface Entry {
  readonly existing: Home | undefined
  readonly fresh: [Home, ...Home[]]
}

/**
 * Homes gathered before they are written, so that all rows of one home are merged at once and their order does not
 * matter. Between two batches of one import it still does for rows of one home and one moment: the later batch wins.
 */
export class Batch {
  readonly #writer: CatalogWriter
  readonly #entries = new Map<number, Entry>()
  #rows = 0

  constructor(writer: CatalogWriter) {
    this.#writer = writer
  }

  get rows(): number {
    return this.#rows
  }

  /** Takes a home in; or says why its id belongs to another one, and leaves it out. */
  add(home: Home): string | undefined {
    const entry = this.#entries.get(home.zpid)
    const holder = entry ? entry.fresh[0] : this.#writer.get('home', home.zpid)
    if (holder && (holder.source !== home.source || holder.sourceKey !== home.sourceKey)) {
      return `the property id ${home.zpid} belongs to ${holder.sourceKey} of source ${holder.source}`
    }
    if (entry) entry.fresh.push(home)
    else this.#entries.set(home.zpid, { existing: holder, fresh: [home] })
    this.#rows++
    return undefined
  }

  /** Writes what has changed, home by home, and empties itself. */
  *settle(): Generator<Settled> {
    for (const [zpid, { existing, fresh }] of this.#entries) {
      const merged = mergeHomes(existing, fresh)
      const outcome = !existing ? 'new' : isDeepStrictEqual(existing, merged) ? 'unchanged' : 'changed'
      if (outcome !== 'unchanged') this.#writer.put('home', merged)
      const told = new Set(fresh.flatMap(salesOf))
      const known = new Set(existing ? salesOf(existing) : [])
      const salesNew = [...told].filter((sale) => !known.has(sale)).length
      yield { zpid, outcome, sales: told.size, salesNew }
    }
    this.#entries.clear()
    this.#rows = 0
  }
}

function salesOf({ history }: Home): string[] {
  return history.filter(({ event }) => event === 'Sold').map(eventKey)
}
