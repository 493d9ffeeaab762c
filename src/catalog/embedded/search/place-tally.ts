import type { CountedPlace, NamedPlace } from '../../../model/named-place.ts'

/** Counts the records of each named place. */
export class PlaceTally {
  readonly #places = new Map<string, { readonly place: NamedPlace; readonly spellings: Map<string, Spelling> }>()

  add(places: readonly NamedPlace[]): void {
    for (const place of places) {
      let known = this.#places.get(place.key)
      if (known === undefined) {
        known = { place, spellings: new Map() }
        this.#places.set(place.key, known)
      }
      const spelling = known.spellings.get(place.name)
      if (spelling === undefined) known.spellings.set(place.name, { place, count: 1 })
      else spelling.count++
    }
  }

  /** In order of key, each under its most common spelling; ties go to the alphabetically later, accented one. */
  places(): CountedPlace[] {
    return Array.from(this.#places.values(), ({ spellings }) => {
      const all = [...spellings.values()]
      const top = all.reduce((best, each) => (isBefore(each, best) ? each : best))
      return { ...top.place, count: all.reduce((sum, { count }) => sum + count, 0) }
    }).sort((one, other) => (one.key < other.key ? -1 : 1))
  }
}

interface Spelling {
  readonly place: NamedPlace
  count: number
}

function isBefore(one: Spelling, other: Spelling): boolean {
  return one.count > other.count || (one.count === other.count && one.place.name > other.place.name)
}
