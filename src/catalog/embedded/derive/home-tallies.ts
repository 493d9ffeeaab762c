import type { Home, PlaceAddress } from '../../../model/home.ts'
import { RegionTally } from '../../../places/regions/regions.ts'
import { type DealRow, dealRows } from '../../agents/deals.ts'
import { FactTally } from '../../facts/fact-tally.ts'
import { homeFacts } from '../../facts/home-facts.ts'
import { allTerms, type OwnerRow, ownerRows } from '../../owners/rows.ts'
import type { DerivedRows } from '../derived-rows.ts'
import { HomeRowTally } from '../home-rows.ts'
import { factTables } from '../market/fact-store.ts'

/** Row of the table `meta` with the regions that have homes; see `RegionTally`. */
export const REGIONS = 'regions'
/** Row of the table `meta` with the numbered places; see `RegionTally`. */
export const PLACES = 'places'

/** Collects all data derived from homes besides the search index. */
export interface Tallies {
  add(home: Home): void
  rows(): DerivedRows
}

/** Collects data about all homes: regions, market facts, agents' deals, and the rows of their segment. */
export class HomeTallies implements Tallies {
  readonly #segment: string
  readonly #regions = new RegionTally()
  readonly #rows = new HomeRowTally()
  readonly #facts = new FactTally()
  readonly #deals: DealRow[] = []
  readonly #owners: OwnerRow[] = []

  constructor(segment: string) {
    this.#segment = segment
  }

  add(home: Home): void {
    const place = this.#regions.add(home)
    this.#facts.add({ place, facts: homeFacts(home) })
    this.#deals.push(...dealRows(home, place))
    this.#owners.push(...ownerRows(home, place))
    this.#rows.add(home, place)
  }

  rows(): DerivedRows {
    return {
      tables: {
        ...factTables(this.#facts, this.#regions.keysOfPlaces()),
        agent_deal: this.#deals,
        home_owner: this.#owners,
        owner_term: allTerms(this.#owners),
      },
      arrays: this.#rows.arrays(this.#segment),
      meta: {
        [REGIONS]: JSON.stringify(this.#regions.regions()),
        [PLACES]: JSON.stringify(this.#regions.places()),
      },
    }
  }
}

/** Collects only the rows of homes in a small segment. All places of these homes already have numbers. */
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

  rows(): DerivedRows {
    return { tables: {}, arrays: this.#rows.arrays(this.#segment), meta: {} }
  }
}
