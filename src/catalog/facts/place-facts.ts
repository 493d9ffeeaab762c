import { FACT_KINDS, type FactKind } from '../../model/market-facts.ts'
import { bytesOfRows, changedFacts, type FactRow } from './changed-facts.ts'
import { openFacts } from './fact-bytes.ts'
import { FactTally } from './fact-tally.ts'
import type { HomeValue, PlacedFacts } from './home-facts.ts'
import { ValueSums } from './value-sums.ts'

/** Yields the facts of places, as bytes. */
export type FactsOfPlaces = Iterable<readonly [place: number, bytes: Uint8Array]>

/**
 * Stores market facts by kind and place. A place is a set of homes with the same regions. Its facts may be stored in
 * several parts.
 */
export interface FactStore {
  /** Removes the facts of these places. Returns the removed parts. */
  take(kind: FactKind, places: readonly number[]): ReadonlyMap<number, readonly Uint8Array[]>
  /** Stores the facts of places without stored facts. */
  put(kind: FactKind, facts: FactsOfPlaces): void
  /** Adds a part to the stored facts of each place. */
  addPart(kind: FactKind, facts: FactsOfPlaces): void
}

interface RemovedFacts {
  readonly sales: FactRow[]
  readonly rents: FactRow[]
  readonly values: HomeValue[]
}

/** Maximum number of facts in memory, about 100 MB. Beyond it, the facts of a place are stored in several parts. */
const WAITING_MAX = 4_000_000

/** Number of places to read and write at a time. */
const BATCH = 500

/** Removes the old market facts of changed homes from their places, and adds the new facts. */
export class PlaceFacts {
  readonly #store: FactStore
  readonly #waitingMax: number
  #gone = new Map<number, RemovedFacts>()
  #come = new FactTally()
  #waiting = 0
  /** True until the first `store`, which merges all new facts with the stored facts. */
  #isFirst = true

  /** @param waitingMax Tests pass a small number. */
  constructor(store: FactStore, waitingMax = WAITING_MAX) {
    this.#store = store
    this.#waitingMax = waitingMax
  }

  /** Queues a home's facts before and after a change. */
  replace(before: PlacedFacts | undefined, after: PlacedFacts | undefined): void {
    const isSamePlace = before?.place === after?.place
    for (const kind of FACT_KINDS) {
      if (isSamePlace && JSON.stringify(before?.facts[kind]) === JSON.stringify(after?.facts[kind])) continue
      if (before) this.#take(kind, before)
      if (after) this.#come.addKind(kind, after)
      this.#waiting += after?.facts[kind].length ?? 0
    }
    if (this.#waiting > this.#waitingMax) this.store()
  }

  /**
   * Rewrites the facts of changed places. From the second call on, the facts of new homes become separate parts. So a
   * large import never reads back what it has written.
   */
  store(): void {
    for (const kind of FACT_KINDS) {
      const come = new Map(this.#come.byPlace(kind))
      const gone = Array.from(this.#gone).filter(([, rows]) => rows[kind].length > 0)
      const merged = new Set(gone.map(([place]) => place))
      if (this.#isFirst) for (const place of come.keys()) merged.add(place)
      this.#merge(kind, [...merged], come)
      const added = [...come].filter(([place]) => !merged.has(place))
      if (added.length > 0) this.#store.addPart(kind, added)
    }
    this.#isFirst = false
    this.#gone = new Map()
    this.#come = new FactTally()
    this.#waiting = 0
  }

  #take(kind: FactKind, { place, facts }: PlacedFacts): void {
    const gone = this.#gone.get(place) ?? { sales: [], rents: [], values: [] }
    this.#gone.set(place, gone)
    const rows: unknown[] = gone[kind]
    rows.push(...facts[kind]) // `facts[kind]` has the same type
    this.#waiting += facts[kind].length
  }

  /** Merges all parts of these places and the new facts into one part for each place. */
  #merge(kind: FactKind, places: readonly number[], come: ReadonlyMap<number, Uint8Array>): void {
    for (let at = 0; at < places.length; at += BATCH) {
      const batch = places.slice(at, at + BATCH)
      const stored = this.#store.take(kind, batch)
      const made = batch.map((place) => {
        const parts = [...(stored.get(place) ?? []), ...(come.has(place) ? [come.get(place) as Uint8Array] : [])]
        return [place, this.#joined(kind, place, parts)] as const
      })
      this.#store.put(kind, made)
    }
  }

  #joined(kind: FactKind, place: number, parts: readonly Uint8Array[]): Uint8Array {
    const gone = this.#gone.get(place)
    if (kind !== 'values') {
      const [first] = parts
      const isOne = parts.length === 1 && gone === undefined
      return isOne && first !== undefined ? first : changedFacts(kind, parts, gone?.[kind] ?? [], [])
    }
    const sums = new ValueSums()
    for (const part of parts) sums.join(openFacts('values', part))
    sums.remove(gone?.values ?? [])
    return bytesOfRows('values', [...sums.rows()])
  }
}
