import type { Condition, QueryNode } from '../../catalog/query.ts'
import { Refusal, required, type Shape } from '../../params/index.ts'
import { type Located, locate } from '../../places/locate.ts'
import { shownLocation } from '../shown-location.ts'
import { areaKind } from './area.ts'
import { addressFilters } from './filters/index.ts'

const MOST_LOCATIONS = 5
const MOST_CHARACTERS = 1000

/** Locations separated by semicolons, as they were written. */
const locationsText: Shape<string> = {
  schema: { type: 'string', maxLength: MOST_CHARACTERS },
  example: 'Austin, TX',
  parse: (text) => {
    if (text.length > MOST_CHARACTERS)
      return new Refusal(`it has ${text.length} characters, accepted are up to ${MOST_CHARACTERS}.`)
    const count = locationsIn(text).length
    if (count > 0 && count <= MOST_LOCATIONS) return text
    return new Refusal(`it has ${count} locations: accepted are 1 to ${MOST_LOCATIONS}, separated by semicolons.`)
  },
}

function locationsIn(text: string): string[] {
  return text
    .split(';')
    .map((location) => location.trim())
    .filter((location) => location !== '')
}

export const byLocation = areaKind({
  path: '/search/byaddress',
  summary: 'Homes at an address or in neighbourhoods, cities, ZIP codes, counties and states, up to five at once.',
  parameters: {
    location: required(
      locationsText,
      'Address, neighbourhood, city, ZIP code, county or state; up to 5, separated by semicolons.',
    ),
  },
  rules: [],
  filters: addressFilters,
  areaOf: async ({ location }, catalog) => {
    const located = await Promise.all(locationsIn(location).map((text) => locate(text, catalog)))
    return { conditions: unionOf(located), locations: located.map(shownLocation) }
  },
})

/** Homes in any of the locations; none where none was found. */
function unionOf(located: readonly Located[]): readonly Condition[] {
  const alternatives = located.filter(({ found }) => found).map(nodesOf)
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
