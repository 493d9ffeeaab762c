import type { PlaceNode } from '../../catalog/ports/query.ts'
import type { CountedPlace } from '../../model/named-place.ts'
import { locateNamed } from '../../places/locate/locate-named.ts'
import { type ShownLocation, shownLocation } from '../rendering/shown-location.ts'
import type { Locations } from './locations.ts'

/** The named locations of a search, and how each was understood. */
export interface NamedLocations {
  /** Matches records in any of the places that were found. If none was found, matches nothing. */
  readonly node: PlaceNode
  readonly locations: readonly ShownLocation[]
}

export function namedLocations({ names }: Locations, places: readonly CountedPlace[]): NamedLocations {
  const located = names.map((name) => locateNamed(name, places))
  const regions = located.flatMap(({ place }) => place?.key ?? [])
  const locations = located.map((one) =>
    shownLocation({ ...one, type: one.place?.type, isFound: one.place !== undefined }),
  )
  return { node: { kind: 'place', regions }, locations }
}
