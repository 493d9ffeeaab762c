import type { Condition, QueryNode } from '../../../catalog/ports/query.ts'
import { required, unlogged } from '../../../kit/params/index.ts'
import { placesJoined } from '../../../places/locate/joined-places.ts'
import { type Located, locate } from '../../../places/locate/locate.ts'
import { shownLocation } from '../../rendering/shown-location.ts'
import { locations } from '../locations.ts'
import { areaKind } from './area.ts'
import { addressFilters } from './filters/index.ts'

export const searchByAddress = areaKind({
  path: '/search/byaddress',
  summary: 'Homes at an address or in neighborhoods, cities, ZIP codes, counties and states, up to five at once.',
  parameters: {
    location: {
      ...unlogged(
        required(
          locations('Austin, TX'),
          'Address, neighborhood, city, ZIP code, county or state; up to 5, separated by semicolons.',
        ),
      ),
      elsewhere: { radius: '/search/bycoordinates finds homes within a radius of a point.' },
    },
  },
  rules: [],
  filters: addressFilters,
  areaOf: async ({ location }, catalog) => {
    const names = location.names.flatMap((name) => placesJoined(name, catalog))
    const located = await Promise.all(names.map(async (name) => locate(name, catalog)))
    return { conditions: unionOf(located), locations: located.map(shownLocation) }
  },
})

/** Matches homes in any of the locations, or no homes if no location was found. */
function unionOf(located: readonly Located[]): readonly Condition[] {
  const alternatives = located.filter(({ isFound }) => isFound).map(nodesOf)
  const [only] = alternatives
  const nodes: readonly QueryNode[] =
    alternatives.length === 1 && only ? only : [alternatives.length === 0 ? NOWHERE : { kind: 'any', alternatives }]
  return nodes.map((node) => ({ parameter: 'location', node }))
}

const NOWHERE: QueryNode = { kind: 'homes', zpids: [] }

function nodesOf({ all, zpids }: Located): readonly QueryNode[] {
  if (all.length === 0) return [{ kind: 'homes', zpids }]
  return all.map((region) => ({ kind: 'place', regions: [region] }))
}
