import type { CountedPlace, NamedPlace } from '../../model/named-place.ts'

export interface PlaceSpelling {
  readonly place: NamedPlace
  readonly count: number
}

/** Counts the records of each place under each name that records use for it. */
export class PlaceTally {
  /** By place key, then by name. */
  readonly #places = new Map<string, Map<string, { readonly place: NamedPlace; count: number }>>()

  add(places: readonly NamedPlace[]): void {
    for (const place of places) this.#count(place, 1)
  }

  /** Subtracts records that were added earlier. */
  remove(places: readonly NamedPlace[]): void {
    for (const place of places) this.#count(place, -1)
  }

  static from(spellings: readonly PlaceSpelling[]): PlaceTally {
    const tally = new PlaceTally()
    for (const { place, count } of spellings) tally.#count(place, count)
    return tally
  }

  /** Returns all counts, for storage. */
  spellings(): PlaceSpelling[] {
    return [...this.#places.values()].flatMap((spellings) => [...spellings.values()])
  }

  /**
   * Returns places in order of key, each under its most common name. If two names are equally common, the
   * alphabetically later name wins, because accented letters come later.
   */
  places(): CountedPlace[] {
    return Array.from(this.#places.values(), (spellings) => countedPlace([...spellings.values()])).sort((one, other) =>
      one.key < other.key ? -1 : 1,
    )
  }

  #count(place: NamedPlace, by: number): void {
    let spellings = this.#places.get(place.key)
    if (spellings === undefined) {
      spellings = new Map()
      this.#places.set(place.key, spellings)
    }
    const spelled = [place.name, ...place.around].join('\u0000')
    const existing = spellings.get(spelled)
    const count = (existing?.count ?? 0) + by
    if (count > 0) spellings.set(spelled, { place, count })
    else spellings.delete(spelled)
    if (spellings.size === 0) this.#places.delete(place.key)
  }
}

/** Returns a place under its most common name, with the surrounding places that most often come with that name. */
function countedPlace(spellings: readonly PlaceSpelling[]): CountedPlace {
  const names = new Map<string, number>()
  for (const { place, count } of spellings) names.set(place.name, (names.get(place.name) ?? 0) + count)
  const [top] = [...names].sort(byCount)
  const named = spellings.filter(({ place }) => place.name === top?.[0])
  const [shown] = named.map((each) => [each.place.around.join('\u0000'), each.count, each.place] as const).sort(byCount)
  return { ...(shown?.[2] as NamedPlace), count: spellings.reduce((sum, { count }) => sum + count, 0) } // never empty
}

function byCount(one: readonly [string, number, ...unknown[]], other: readonly [string, number, ...unknown[]]): number {
  return other[1] - one[1] || (one[0] > other[0] ? -1 : 1)
}
