import type { PolygonNode, QueryNode } from '../../../catalog/ports/query.ts'
import { polygon, required, unlogged } from '../../../kit/params/index.ts'
import { areaKind, within } from './area.ts'
import { areaFilters } from './filters/index.ts'

/** Matches homes in at least one of the polygons. */
function inSome(polygons: readonly PolygonNode[]): QueryNode {
  const [only, ...others] = polygons
  if (only !== undefined && others.length === 0) return only
  return { kind: 'any', alternatives: polygons.map((one) => [one]) }
}

export const byPolygon = areaKind({
  path: '/search/bypolygon',
  summary: 'Homes in a polygon.',
  parameters: {
    polygon: unlogged(
      required(
        polygon,
        'Corners as "latitude longitude", separated by commas: 3 to 1000, open or closed, in either direction. Or a GeoJSON Polygon, MultiPolygon, Feature or FeatureCollection of at most 3000 corners, where holes are outside, such as the isochrones of a routing engine. Points on an edge are inside; the even-odd rule applies where edges cross.',
      ),
    ),
  },
  rules: [],
  filters: areaFilters,
  areaOf: ({ polygon: polygons }) => within('polygon', inSome(polygons.map((one) => ({ kind: 'polygon', ...one })))),
})
