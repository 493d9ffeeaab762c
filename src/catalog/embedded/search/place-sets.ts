import { isLayerKey, isPlaceOf, LAYER } from '../../../model/layer.ts'
import type { Table } from '../../engine/table.ts'
import type { Steps, Work } from '../../engine/work.ts'
import { PerSegment } from './per-segment.ts'
import { PLACES, placeKey } from './shape.ts'

/** The number that identifies the empty set. */
const EMPTY = 0

/** Cost in nanoseconds of reading an entry of a posting list. */
const LISTED_ROW_NS = 10

/**
 * The places of each row: regions or map layer features. Posting lists only lead from places to rows. Many rows have
 * the same set of regions, so a row needs only the number of its set. If each row has its own set of features, a row
 * takes several dozen bytes.
 */
export class PlaceSets {
  /** For each row, the number of its set of places. */
  readonly setOf: Uint32Array
  readonly #table: Table
  readonly #places: readonly string[]
  readonly #classes: readonly string[]
  readonly #isOfLayers: boolean
  /** For each set, its last place. `#rests` has the set without that place. */
  readonly #lastPlaces: number[] = [0]
  readonly #rests: number[] = [EMPTY]
  #nextPlace = 0
  /** Cache of the places of each type in each set. */
  readonly #ofType = new Map<string, (readonly number[] | undefined)[]>()
  readonly #counts: number[] = []

  constructor({ table, places, classes }: Places, isOfLayers: boolean) {
    this.setOf = new Uint32Array(table.rows)
    this.#table = table
    this.#places = places
    this.#classes = classes
    this.#isOfLayers = isOfLayers
  }

  /** Reads the posting lists, unless they have been read. Several searches may take turns reading them. */
  *read(work: Work): Steps<void> {
    while (this.#nextPlace < this.#places.length) {
      const place = this.#nextPlace++
      const key = this.keyOf(place)
      if (this.#isOfLayers ? !isPlaceOf(LAYER, key) : isLayerKey(key)) continue
      const larger = new Map<number, number>()
      for (const name of this.#classes) this.#readList(place, name, larger, work)
      if (work.isPauseDue) yield
    }
  }

  #readList(place: number, className: string, larger: Map<number, number>, work: Work): void {
    const { rows, start, end } = this.#table.lists(PLACES).of(placeKey(place, this.#classes, className))
    let [before, after] = [-1, -1]
    for (let i = start; i < end; i++) {
      const row = rows[i] as number
      const set = this.setOf[row] as number
      if (set !== before) [before, after] = [set, larger.get(set) ?? this.#newSet(set, place, larger)]
      this.setOf[row] = after
    }
    work.grant((end - start) * LISTED_ROW_NS) // posting lists are read only once
  }

  #newSet(rest: number, place: number, larger: Map<number, number>): number {
    const set = this.#rests.push(rest) - 1
    this.#lastPlaces.push(place)
    larger.set(rest, set)
    return set
  }

  /** Returns the places of a type in a set. */
  placesOf(type: string, set: number): readonly number[] {
    if (this.#isOfLayers) return this.#placesIn(set) // not cached, since nearly every row may have its own set
    const bySet = this.#ofType.get(type) ?? []
    this.#ofType.set(type, bySet)
    const ofSet = bySet[set]
    if (ofSet !== undefined) return ofSet
    const places = this.#placesIn(set).filter((place) => isPlaceOf(type, this.keyOf(place)))
    bySet[set] = places
    return places
  }

  #placesIn(set: number): number[] {
    const places: number[] = []
    for (let rest = set; rest !== EMPTY; rest = this.#rests[rest] as number)
      places.push(this.#lastPlaces[rest] as number)
    return places
  }

  keyOf(place: number): string {
    return this.#places[place] as string // `place` is an index into `#places`
  }

  /** Counts rows by the number of their set. */
  countSets(rows: Uint32Array, count: number): ReadonlyMap<number, number> {
    const counts = this.#counts
    const sets: number[] = []
    for (let i = 0; i < count; i++) {
      const set = this.setOf[rows[i] as number] as number
      const before = counts[set] ?? 0
      if (before === 0) sets.push(set)
      counts[set] = before + 1
    }
    return new Map(
      sets.map((set) => {
        const rowsOfSet = counts[set] as number
        counts[set] = 0
        return [set, rowsOfSet]
      }),
    )
  }
}

interface Places {
  readonly table: Table
  readonly places: readonly string[]
  readonly classes: readonly string[]
}

const [regionsOfSegments, layersOfSegments] = [new PerSegment<PlaceSets>(), new PerSegment<PlaceSets>()]

/** Returns the sets of a segment for places of this type. Reads them if necessary. */
export function* placeSetsOf(type: string, places: Places, work: Work): Steps<PlaceSets> {
  const isOfLayers = type === LAYER
  const setsOfSegments = isOfLayers ? layersOfSegments : regionsOfSegments
  const sets = setsOfSegments.of(places.table, () => new PlaceSets(places, isOfLayers))
  yield* sets.read(work)
  return sets
}
