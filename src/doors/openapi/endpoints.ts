import { oneOf, optional } from '../../kit/params/index.ts'
import { AREAS, type Area } from '../../service/operations/operation.ts'
import { BATCH_ENDPOINT } from './batch-endpoint.ts'
import type { Endpoint } from './endpoint.ts'
import { KEPT_ENDPOINTS } from './kept-endpoints.ts'
import { ALIVE, LIVE, OPENAPI, PING, READY, REQUEST_COUNT, USAGE, USAGE_DAYS } from './service-answers.ts'
import { TILE_ENDPOINTS } from './tile-endpoints.ts'

export const ENDPOINT_GROUP = 'The service itself'

/** The parameter that limits a document to one area. */
export const OF_AREA = {
  area: optional(oneOf(AREAS), 'Limits the document to one area.'),
}

export const ENDPOINTS: readonly Endpoint[] = [
  { path: '/', summary: 'Shows that the service runs and the key works.', keyed: true, answer: ALIVE },
  {
    path: '/usage',
    summary: 'The plan and credits of the key, and its calls in this period by day and operation.',
    keyed: true,
    answer: USAGE,
  },
  {
    path: '/usage/days',
    summary: 'Calls and credits of the key in the last 31 days by day and operation, across periods and plans.',
    keyed: true,
    answer: USAGE_DAYS,
  },
  { path: '/myping', summary: 'The same as `/`, for programs that expect this path.', keyed: true, answer: PING },
  {
    path: '/api_reqcount',
    summary: 'The number of used and remaining requests in this period, with the figures of `/usage`.',
    keyed: true,
    answer: REQUEST_COUNT,
  },
  BATCH_ENDPOINT,
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
    summary: 'All operations, or those of one `area`, as an OpenAPI 3.0 document, for programs that cannot read 3.1.',
    keyed: false,
    parameters: OF_AREA,
    answer: OPENAPI,
  },
  { path: '/docs', summary: 'The reference of all operations, with a form to try them.', keyed: false },
  { path: '/docs/problems', summary: 'All failures by code, and what to do about them.', keyed: false },
  { path: '/docs.md', summary: 'All operations as Markdown.', keyed: false, type: 'text/markdown' },
  { path: '/clients', summary: 'The clients of this service, as packages for npm and pip.', keyed: false },
  { path: '/llms.txt', summary: 'An overview for AI agents, with links.', keyed: false, type: 'text/plain' },
  { path: '/health/live', summary: 'Answers 200 if the process runs.', keyed: false, answer: LIVE },
  {
    path: '/health/ready',
    summary:
      'Answers 200 if the service is ready, and 503 while the catalog opens, while the server closes, or if the catalog is damaged.',
    keyed: false,
    answer: READY,
    waits: true,
  },
]

/** Returns the endpoints of these areas, and the endpoints without an area. */
export function endpointsOf(areas: readonly Area[]): readonly Endpoint[] {
  return ENDPOINTS.filter(({ area }) => area === undefined || areas.includes(area))
}
