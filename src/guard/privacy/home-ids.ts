import type { HomeIds, StoreIds, WithheldPeople } from './privacy.ts'

/**
 * The ids of homes whose address was withheld at their first import. Computing an id needs the record's key and the
 * secret, so an id does not reveal its record.
 */
export class KeyedHomeIds implements HomeIds {
  readonly #stored: ReadonlySet<number>
  readonly #added = new Set<number>()
  readonly #keep: (ids: readonly number[], inDatabase?: StoreIds) => void

  constructor(stored: Iterable<number>, keep: (ids: readonly number[], inDatabase?: StoreIds) => void) {
    this.#stored = new Set(stored)
    this.#keep = keep
  }

  get isEmpty(): boolean {
    return this.#stored.size === 0 && this.#added.size === 0
  }

  has(id: number): boolean {
    return this.#stored.has(id) || this.#added.has(id)
  }

  add(id: number): void {
    if (!this.#stored.has(id)) this.#added.add(id)
  }

  store(inDatabase?: StoreIds): void {
    if (this.#added.size > 0) this.#keep([...this.#added], inDatabase)
  }
}

/** Combines the current list of withheld people and the home ids, for writing a catalog. */
export function forWriting(list: WithheldPeople, homeIds: HomeIds): WithheldPeople {
  return {
    version: list.version,
    has: (person) => list.has(person),
    mayHave: (personId, name) => list.mayHave(personId, name),
    isErased: (person) => list.isErased(person),
    homeId: (source, sourceKey) => list.homeId(source, sourceKey),
    homeIds,
  }
}
