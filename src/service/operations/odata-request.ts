import { Fault } from '../../kit/base/failure.ts'
import { byCoordinates } from './search/by-coordinates.ts'
import { byMapBounds } from './search/by-map-bounds.ts'
import { byPolygon } from './search/by-polygon.ts'
import { addressFilters } from './search/filters/index.ts'
import { type ODataFacts, type ODataRequest, type SearchKind, searchRequest } from './search/odata/search-request.ts'

export type { ODataRequest } from './search/odata/search-request.ts'

type Parameters = Readonly<Record<string, string>>

/**
 * The request below `/odata` that asks for what an operation with these parameters answers about, for pages that show
 * how a program of others would ask; undefined where no resource has it, or where the operation refuses the parameters.
 * Everything that this file imports can be loaded by a browser.
 */
export function odataRequestOf(path: string, parameters: Parameters, facts: ODataFacts): ODataRequest | undefined {
  const given = Object.entries(parameters).filter(([, value]) => value !== '')
  const kind = SEARCHES[path.toLowerCase()]
  try {
    if (kind !== undefined) return searchRequest(kind, given, facts)
  } catch (error) {
    if (error instanceof Fault) return undefined
    throw error
  }
  return ONE[path.toLowerCase()]?.(Object.fromEntries(given))
}

/** Those by place have no area: where it lies is known with the answer. */
const SEARCHES: Readonly<Record<string, SearchKind>> = {
  '/search/byaddress': { parameters: {}, rules: [], filters: addressFilters },
  '/search/bypolygon': byPolygon,
  '/search/bymapbounds': byMapBounds,
  '/search/bycoordinates': byCoordinates,
}

/** Everything about one record. */
const ONE: Readonly<Record<string, (given: Parameters) => ODataRequest | undefined>> = {
  '/pro/byzpid': home(''),
  '/byzpid': home(''),
  '/propimages': home('/Media'),
}

/** A home is a row with a path of its own. */
function home(part: string): (given: Parameters) => ODataRequest | undefined {
  return ({ zpid, byzpid = zpid }) =>
    byzpid === undefined || !/^\d+$/.test(byzpid)
      ? undefined
      : { path: `/Property('${byzpid}')${part}`, options: [], untold: [], notes: [] }
}
