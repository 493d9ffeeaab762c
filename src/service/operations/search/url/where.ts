import type { Condition, QueryNode } from '../../../../catalog/ports/query.ts'
import type { LocationSource } from '../../../../places/locate/locate.ts'
import type { Box } from './forms.ts'
import type { Entry, Notes } from './notes.ts'
import { type Place, Places } from './places.ts'
import type { UrlPlace } from './url-filters.ts'

/**
 * Where a URL searches, and the name of this area in the answer. The whole catalog and a part of the map have no name.
 */
export interface Where {
  readonly conditions: readonly Condition[]
  readonly name: string | undefined
}

/**
 * Reads where to search. Regions in the JSON come first, then the name of a place in the path, then regions in the
 * path; the map's bounds limit them. If the JSON has bounds but no regions, the bounds are the area, whatever place the
 * path names. The search box counts only if the rest of the URL has neither bounds nor a place that can be found. If
 * none of the named places can be found, the search finds nothing rather than homes elsewhere.
 */
export async function readWhere(path: UrlPlace, json: UrlPlace, source: LocationSource, notes: Notes): Promise<Where> {
  const places = new Places(source, notes)
  const bounds = boundsOf(path, json, notes)
  const place = await placeOf(path, json, places)
  const area = bounds && { parameter: bounds.key, node: boxNode(bounds.value) }
  if (bounds) notes.understand(bounds, place ? 'the part of the place that is searched' : 'the area that is searched')
  if (place) {
    const nodes = place.nodes.map((node) => ({ parameter: 'place', node }))
    return { conditions: area ? [...nodes, area] : nodes, name: place.name }
  }
  if (area) return { conditions: [area], name: undefined }
  const isUnresolved = path.unresolved || json.unresolved || path.place !== undefined || json.term !== undefined
  return { conditions: isUnresolved ? [NOWHERE] : [], name: undefined }
}

const NOWHERE: Condition = { parameter: 'place', node: { kind: 'homes', zpids: [] } }

function boundsOf(path: UrlPlace, json: UrlPlace, notes: Notes): Entry<Box> | undefined {
  if (path.bounds && json.bounds) notes.leaveOut(path.bounds.key, JSON_FIRST)
  return json.bounds ?? path.bounds
}

const JSON_FIRST = 'the JSON takes precedence over the path.'

async function placeOf(path: UrlPlace, json: UrlPlace, places: Places): Promise<Place | undefined> {
  const fromJson = places.regions(json.regions)
  if (fromJson || (json.bounds && json.regions.length === 0)) {
    places.leaveOut([...path.regions, path.place], JSON_FIRST)
    places.leaveOut([json.term], ELSEWHERE)
    return fromJson
  }
  const named = await places.named(path.place)
  if (named) places.leaveOut(path.regions, ELSEWHERE)
  const fromPath = named ?? places.regions(path.regions)
  if (!fromPath && !json.bounds && !path.bounds) return places.named(json.term)
  places.leaveOut([json.term], ELSEWHERE)
  return fromPath
}

const ELSEWHERE = 'another part of the URL says where.'

function boxNode({ west, south, east, north }: Box): QueryNode {
  return { kind: 'box', west, south, east, north }
}
