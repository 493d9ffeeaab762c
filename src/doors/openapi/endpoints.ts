import { oneOf, optional } from '../../kit/params/index.ts'
import { AREAS, type Area } from '../../service/operations/operation.ts'
import type { Endpoint } from './endpoint.ts'
import { KEPT_ENDPOINTS } from './kept-endpoints.ts'
import { ALIVE, LIVE, OPENAPI, PING, READY, REQUEST_COUNT, USAGE, USAGE_DAYS } from './service-answers.ts'
import { TILE_ENDPOINTS } from './tile-endpoints.ts'

export const ENDPOINT_GROUP = 'The service itself'

/** Which of the areas a document describes. */
export const OF_AREA = {
  area: optional(oneOf(AREAS), 'Leaves out what belongs to other areas.'),
}

export const ENDPOINTS: readonly Endpoint[] = [
  { path: '/', summary: 'Says that the service runs and the key works.', keyed: true, answer: ALIVE },
  {
    path: '/usage',
    summary: 'The plan of the key, its credits, and its calls of the period by day and operation.',
    keyed: true,
    answer: USAGE,
  },
  {
    path: '/usage/days',
    summary: 'Calls and credits of the key by day and operation, over the last 31 days and across periods and plans.',
    keyed: true,
    answer: USAGE_DAYS,
  },
  { path: '/myping', summary: 'The same as `/`, for programs that ask here.', keyed: true, answer: PING },
  {
    path: '/api_reqcount',
    summary: 'How many requests of the period are used and how many are left, in the figures of `/usage`.',
    keyed: true,
    answer: REQUEST_COUNT,
  },
  ...TILE_ENDPOINTS,
  ...KEPT_ENDPOINTS,
  {
    path: '/openapi.json',
    summary: 'All operations, or those of one `area`, as an OpenAPI 3.1 document.',
    keyed: false,
    parameters: OF_AREA,
    answer: OPENAPI,
  },
  {
    path: '/openapi-3.0.json',
    summary: 'The same as an OpenAPI 3.0 document, for programs that read no other.',
    keyed: false,
    parameters: OF_AREA,
    answer: OPENAPI,
  },
  { path: '/docs', summary: 'All operations, to read and to try.', keyed: false },
  { path: '/docs/problems', summary: 'Every failure by its code, and what to do about it.', keyed: false },
  { path: '/docs.md', summary: 'All operations as Markdown.', keyed: false, type: 'text/markdown' },
  { path: '/llms.txt', summary: 'Where agents find what they need.', keyed: false, type: 'text/plain' },
  { path: '/health/live', summary: 'The process runs.', keyed: false, answer: LIVE },
  {
    path: '/health/ready',
    summary:
      'The catalogue is open and calls are answered; 503 before that, while the server closes, and once the catalogue is damaged.',
    keyed: false,
    answer: READY,
    waits: true,
  },
]

/** Returns the endpoints of some areas, and those that belong to none. */
export function endpointsOf(areas: readonly Area[]): readonly Endpoint[] {
  return ENDPOINTS.filter(({ area }) => area === undefined || areas.includes(area))
}
