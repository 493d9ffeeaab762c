import { wordsOf } from './search-text.ts'

/** A place that contains a record, as the record's source names it. */
export interface NamedPlace {
  /** For example `city/malopolskie/krakow/krakow`. */
  readonly key: string
  readonly type: NamedPlaceType
  readonly name: string
  /** Names of the larger places around it, smallest first. */
  readonly around: readonly string[]
}

/** Types of named places, largest first. */
export const NAMED_PLACE_TYPES = ['country', 'province', 'county', 'city', 'district'] as const
export type NamedPlaceType = (typeof NAMED_PLACE_TYPES)[number]

export interface CountedPlace extends NamedPlace {
  /** Number of records in the place that searches can return. */
  readonly count: number
}

/** Normalizes a name: `Łódź` becomes `lodz`, `Praga-Południe` becomes `praga poludnie`. */
export function placeNameKey(name: string): string {
  return wordsOf(name).join(' ')
}

/** Returns the named places that contain a record, largest first. Skips empty names. */
export function placesWithin(
  levels: readonly (readonly [type: NamedPlaceType, name: string | undefined])[],
): NamedPlace[] {
  const places: NamedPlace[] = []
  for (const [type, name = ''] of levels) {
    const key = placeNameKey(name)
    if (key === '') continue
    const outer = places.map((place) => placeNameKey(place.name))
    const around = places.map((place) => place.name).toReversed()
    places.push({ key: [type, ...outer, key].join('/'), type, name: name.trim(), around })
  }
  return places
}
