import { polygon, required, unlogged } from '../../../kit/params/index.ts'
import { areaKind, within } from './area.ts'
import { areaFilters } from './filters/index.ts'

export const byPolygon = areaKind({
  path: '/search/bypolygon',
  summary: 'Homes in a polygon.',
  parameters: {
    polygon: unlogged(
      required(
        polygon,
        'Corners as "latitude longitude", separated by commas: 3 to 1000, open or closed, in either direction. Points on an edge are inside; the even-odd rule applies where edges cross.',
      ),
    ),
  },
  rules: [],
  filters: areaFilters,
  areaOf: ({ polygon: points }) => within('polygon', { kind: 'polygon', points }),
})
