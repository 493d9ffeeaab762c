import { Telling } from '../answers/index.ts'
import { type PortalWords, portalWords } from '../base/words.ts'
import type { Area, Operation } from '../operations/operation.ts'
import type { Parameter } from '../params/index.ts'
import { ENDPOINT_GROUP, ENDPOINTS, type Endpoint } from './endpoints.ts'
import { meaningOf } from './meaning.ts'
import { ANSWER_HEADERS, PROBLEM, responses } from './shapes.ts'

/** What the documents say of this server beside its operations. */
export interface Listed {
  /** Request headers that may carry a key, the service's own first. */
  readonly keyHeaders: readonly string[]
  /** In which the bodies of answers are described; operations come worded. */
  readonly words: PortalWords
}

export const AREA_TITLES: Readonly<Record<Area, string>> = {
  A: 'Property data',
  B: 'Offers of the second portal',
  C: 'Experiences',
}

/** Failures that any operation may answer with, by status. */
const OPERATION_STATUSES = [400, 401, 402, 403, 404, 409, 429, 500, 503]
const ENDPOINT_STATUSES = [401, 429, 500, 503]

/** The OpenAPI 3.1 document of one area: plain data, the same for the same operations. */
export function documentOf(area: Area, operations: readonly Operation[], { keyHeaders, words }: Listed): object {
  const own = operations.filter((operation) => operation.area === area)
  const telling = new Telling(portalWords(words))
  const schemes = securitySchemes(keyHeaders)
  const paths = [
    ...own.map((operation) => [operation.path, { get: describeOperation(operation, telling) }]),
    ...ENDPOINTS.map((endpoint) => [endpoint.path, { get: describeEndpoint(endpoint, telling) }]),
  ]
  return {
    openapi: '3.1.0',
    info: {
      title: `Plat, area ${area}: ${AREA_TITLES[area]}`,
      version: '1.0.0',
      summary: 'A self-hosted, read-only HTTP/JSON query service for property data',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: Object.keys(schemes).map((name) => ({ [name]: [] })),
    tags: [...new Set([...own.map(({ group }) => group), ENDPOINT_GROUP])].map((name) => ({ name })),
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: schemes,
      headers: ANSWER_HEADERS,
      schemas: { ...Object.fromEntries(telling.components), Problem: PROBLEM.schema(telling) },
      responses: responses(),
    },
  }
}

/** One for each header, of which a call needs one: `key` for the service's own, the others by their names. */
function securitySchemes([own, ...others]: readonly string[]): Readonly<Record<string, object>> {
  return {
    key: { type: 'apiKey', in: 'header', name: own },
    ...Object.fromEntries(
      others.map((name) =>
        name === 'authorization'
          ? ['bearer', { type: 'http', scheme: 'bearer' }]
          : [name, { type: 'apiKey', in: 'header', name }],
      ),
    ),
  }
}

/** Where a key may stand, in words; `code` marks what is to be typed. */
export function keyPlaces([own = '', ...others]: readonly string[], code: (text: string) => string): string {
  const places = others.map((name) => code(name === 'authorization' ? 'Authorization: Bearer' : name))
  return `in the header ${code(own)} (or ${places.join(', ')})`
}

function describeOperation(operation: Operation, telling: Telling): object {
  const { path, summary, group, credits, parameters, rules, skip, answer } = operation
  return {
    operationId: operationId(path),
    summary,
    ...(rules.length > 0 && { description: rules.map(({ doc }) => doc).join(' ') }),
    tags: [group],
    parameters: Object.entries(parameters).map(([name, parameter]) => describeParameter(name, parameter)),
    responses: { 200: success(json(answer.schema(telling))), ...refusals(OPERATION_STATUSES) },
    'x-credits': credits,
    ...(skip && { 'x-plan-opens': 'skip tracing' }),
  }
}

function describeEndpoint({ path, summary, keyed, answer, waits }: Endpoint, telling: Telling): object {
  const content = answer ? json(answer.schema(telling)) : { 'text/html': { schema: { type: 'string' } } }
  const statuses = keyed ? ENDPOINT_STATUSES : waits ? [503] : []
  return {
    operationId: operationId(path),
    summary,
    tags: [ENDPOINT_GROUP],
    ...(!keyed && { security: [] }),
    responses: { 200: keyed ? success(content) : plainSuccess(content), ...refusals(statuses) },
    'x-credits': 0,
  }
}

/** Only required parameters have an example: pages that try calls out send every example they find. */
function describeParameter(name: string, parameter: Parameter<unknown>): object {
  const { shape, required, schema } = parameter
  return {
    name,
    in: 'query',
    description: meaningOf(parameter),
    required,
    schema,
    ...(required && { example: shape.example }),
  }
}

function json(schema: unknown): object {
  return { 'application/json': { schema } }
}

function success(content: object): object {
  const headers = Object.keys(ANSWER_HEADERS).map((name) => [name, { $ref: `#/components/headers/${name}` }])
  return { ...plainSuccess(content), headers: Object.fromEntries(headers) }
}

function plainSuccess(content: object): object {
  return { description: 'The answer.', content }
}

function refusals(statuses: readonly number[]): object {
  return Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${status}` }]))
}

/** `/pro/byaddress` → `proByaddress`; the root is `root`. */
export function operationId(path: string): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter((word) => word !== '')
  const [first = 'root', ...rest] = words
  return first + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}
