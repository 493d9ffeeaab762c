import type { PlaceNode } from '../../catalog/ports/query.ts'
import type { CountedPlace } from '../../model/named-place.ts'
import { type LocatedName, locateNamed } from '../../places/locate/locate-named.ts'
import type { ShownLocation } from '../rendering/shown-location.ts'
import type { Locations } from './locations.ts'

/** The named locations of a search, and how each was understood. */
export interface NamedLocations {
  /** Matches homes in any of the found places; matches nothing if no place was found. */
  readonly node: PlaceNode
  readonly locations: readonly ShownLocation[]
}

export function namedLocations({ names }: Locations, places: readonly CountedPlace[]): NamedLocations {
  const located = names.map((name) => locateNamed(name, places))
  const regions = located.flatMap(({ place }) => place?.key ?? [])
  return { node: { kind: 'place', regions }, locations: located.map(shown) }
}

function shown({ query, place, name, alternatives, why }: LocatedName): ShownLocation {
  const isFound = place !== undefined
  return {
    query,
    type: place?.type ?? null,
    name: name ?? null,
    found: isFound,
    alternatives,
    ...(why !== undefined && { why }),
  }
}
