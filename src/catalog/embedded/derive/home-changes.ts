import type { DatabaseSync } from 'node:sqlite'
import type { PlaceAddress } from '../../../model/home.ts'
import { RegionTally } from '../../../places/regions/regions.ts'
import { AgentChanges } from '../../agents/changes.ts'
import { dealRows } from '../../agents/deals.ts'
import { homeFacts } from '../../facts/home-facts.ts'
import { PlaceFacts } from '../../facts/place-facts.ts'
import { isWhereItWas, type PlacedHome } from '../../facts/placed-home.ts'
import { derivedFrom } from '../../facts/stored-home.ts'
import { OwnerChanges } from '../../owners/changes.ts'
import { ownerRows } from '../../owners/rows.ts'
import type { StoredSegment } from '../../ports/catalog-store.ts'
import { agentStore, ownerStore } from '../agents.ts'
import { buildingCode, groupOf, ON_MARKET, readHomeRows, storeHeads, textCode } from '../home-rows.ts'
import { factStore } from '../market/fact-store.ts'
import { meta, setMeta } from '../meta.ts'
import { readRemovedHomes } from '../points.ts'
import { hasBit } from '../segments.ts'
import type { ChangedRecord } from './changed-records.ts'
import { PLACES, REGIONS } from './home-tallies.ts'

/** Collects how changed homes and agents affect regions, market facts and deals. `store` writes the effects. */
export class HomeChanges {
  readonly #regions: RegionTally
  readonly #placesBefore: number
  readonly #facts: PlaceFacts
  readonly #agents = new AgentChanges()
  readonly #owners = new OwnerChanges()
  /** The place numbers of homes that were added, removed or moved, or whose market status changed. */
  readonly #places = new Set<number>()
  readonly #groups = new Set<number>()
  readonly #buildings = new Set<number>()

  constructor(database: DatabaseSync) {
    this.#facts = new PlaceFacts(factStore(database), Number.POSITIVE_INFINITY) // so that the facts of a place stay in one part
    const places: readonly PlaceAddress[] = JSON.parse(meta(database, PLACES) ?? '[]')
    this.#regions = new RegionTally(undefined, places)
    this.#placesBefore = places.length
  }

  take({ before, after }: ChangedRecord): void {
    const [was, is] = [this.#placed(before), this.#placed(after)]
    this.#facts.replace(was && factsOf(was), is && factsOf(is))
    this.#owners.replace(was ? ownerRows(was.home, was.place) : [], is ? ownerRows(is.home, is.place) : [])
    this.#agents.replace(was ? dealsOf(was) : [], is ? dealsOf(is) : [])
    if (!isWhereItWas(was, is)) for (const each of [was, is]) if (each !== undefined) this.#places.add(each.place)
    for (const each of [was, is]) {
      if (each === undefined) continue
      const group = groupOf(each.home)
      if (group !== undefined) this.#groups.add(textCode(group))
      this.#buildings.add(buildingCode(each.home.lotId))
    }
  }

  takeAgent(agentId: string): void {
    this.#agents.touch(agentId)
  }

  /** Codes of the buildings (see `textCode`) into which searches group changed homes. */
  get groups(): ReadonlySet<number> {
    return this.#groups
  }

  /** Returns every place that has a number now. */
  places(): PlaceAddress[] {
    return this.#regions.places()
  }

  /**
   * @param segments The segments as they are stored now.
   * @param made Name of the segment that was made for the change, if any.
   */
  store(database: DatabaseSync, segments: readonly StoredSegment[], made: string | undefined): void {
    storeHeads(database, segments, this.#buildings, made)
    if (this.#places.size > 0) this.#storeRegions(database, segments)
    this.#facts.store()
    this.#agents.store(agentStore(database))
    this.#owners.store(ownerStore(database))
  }

  /** Counts homes by region. This takes a tenth of a second for a million homes. */
  #storeRegions(database: DatabaseSync, segments: readonly StoredSegment[]): void {
    for (const segment of segments) countHomes(database, segment, this.#regions)
    setMeta(database, REGIONS, JSON.stringify(this.#regions.regions()))
    const places = this.places()
    if (places.length > this.#placesBefore) setMeta(database, PLACES, JSON.stringify(places))
    const remove = database.prepare('DELETE FROM place_region WHERE place = ?')
    const insert = database.prepare('INSERT OR IGNORE INTO place_region (region, place) VALUES (?, ?)')
    for (const place of this.#places) {
      if (!this.#regions.hasHomes(place)) remove.run(place)
      else for (const key of Object.values(this.#regions.keysOf(place))) insert.run(key, place)
    }
  }

  #placed(json: string | undefined): PlacedHome | undefined {
    if (json === undefined) return undefined
    const home = derivedFrom(json)
    return { home, place: this.#regions.placeOf(home.address) }
  }
}

function factsOf({ home, place }: PlacedHome) {
  return { place, facts: homeFacts(home) }
}

function dealsOf({ home, place }: PlacedHome) {
  return dealRows(home, place)
}

function countHomes(database: DatabaseSync, segment: StoredSegment, regions: RegionTally): void {
  const rows = readHomeRows(database, segment.name, ['places', 'marks', 'longitudes', 'latitudes'])
  const removed = readRemovedHomes(database, segment)
  const { places, marks, longitudes, latitudes } = rows
  for (let row = 0; row < places.length; row++) {
    if (hasBit(removed, row)) continue
    const [longitude, latitude] = [longitudes[row], latitudes[row]]
    const point = longitude === undefined || latitude === undefined ? undefined : { longitude, latitude }
    regions.count(places[row] as number, point, ((marks[row] as number) & ON_MARKET) !== 0)
  }
}
