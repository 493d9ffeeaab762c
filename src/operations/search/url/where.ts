import type { Condition, QueryNode } from '../../../catalog/query.ts'
import type { LocationSource } from '../../../locate/locate.ts'
import type { Box } from './forms.ts'
import type { Entry, Notes } from './notes.ts'
import { type Place, Places } from './places.ts'
import type { WhereWishes } from './wishes.ts'

/** Where a URL looks, and how its answer names that; without a name it is the whole catalogue or a part of the map. */
export interface Where {
  readonly conditions: readonly Condition[]
  readonly name: string | undefined
}

/**
 * Regions first, those of the JSON before those of the path; the map clips them. Where the JSON has a map and no
 * regions, the map is the area, whatever the path names. What was typed into the search box counts where nothing else
 * says where. A URL that says where, and of which nothing can be found, has no rows: never those of another place.
 */
export async function readWhere(
  path: WhereWishes,
  json: WhereWishes,
  source: LocationSource,
  notes: Notes,
): Promise<Where> {
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
  const isLost = path.lost || json.lost || path.place !== undefined || json.term !== undefined
  return { conditions: isLost ? [NOWHERE] : [], name: undefined }
}

const NOWHERE: Condition = { parameter: 'place', node: { kind: 'homes', zpids: [] } }

function boundsOf(path: WhereWishes, json: WhereWishes, notes: Notes): Entry<Box> | undefined {
  if (path.bounds && json.bounds) notes.leaveOut(path.bounds.key, JSON_FIRST)
  return json.bounds ?? path.bounds
}

const JSON_FIRST = 'the JSON goes before the path.'

async function placeOf(path: WhereWishes, json: WhereWishes, places: Places): Promise<Place | undefined> {
  const fromJson = places.regions(json.regions)
  if (fromJson || (json.bounds && json.regions.length === 0)) {
    places.passOver([...path.regions, path.place], JSON_FIRST)
    places.passOver([json.term], ELSEWHERE)
    return fromJson
  }
  const named = await places.named(path.place)
  if (named) places.passOver(path.regions, ELSEWHERE)
  const fromPath = named ?? places.regions(path.regions)
  if (!fromPath && !json.bounds && !path.bounds) return places.named(json.term)
  places.passOver([json.term], ELSEWHERE)
  return fromPath
}

const ELSEWHERE = 'another part of the URL says where.'

function boxNode({ west, south, east, north }: Box): QueryNode {
  return { kind: 'box', west, south, east, north }
}
