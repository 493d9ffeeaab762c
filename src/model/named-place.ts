import { wordsOf } from './search-text.ts'

/** A place that contains a record, with the name from the record's source. */
export interface NamedPlace {
  /** For example `city/malopolskie/krakow/krakow`. */
  readonly key: string
  readonly type: NamedPlaceType
  readonly name: string
  /** Names of the larger places that contain this one, smallest first. */
  readonly around: readonly string[]
}

/** Types of named places, largest first. */
export const NAMED_PLACE_TYPES = ['country', 'province', 'county', 'city', 'district'] as const
export type NamedPlaceType = (typeof NAMED_PLACE_TYPES)[number]

export interface CountedPlace extends NamedPlace {
  /** How many records searches find in the place. */
  readonly count: number
}

/** Normalizes a name for comparison: `Łódź` becomes `lodz`, `Praga-Południe` becomes `praga poludnie`. */
export function placeNameKey(name: string): string {
  return wordsOf(name).join(' ')
}

/** Returns the places that contain a record, largest first, from their names. Levels without a name are left out. */
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
