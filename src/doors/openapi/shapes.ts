import {
  type AnswerOf,
  either,
  listOf,
  object,
  oneOf,
  optional,
  type Schema,
  type Telling,
  text,
  uriReference,
  whole,
} from '../../kit/answers/index.ts'
import { FAILURES, type FailureCode } from '../../kit/base/failure.ts'
import { PARAMETER_PROBLEM } from '../../service/operations/warnings.ts'
import type { Examples } from './examples.ts'

const CODES = Object.keys(FAILURES) as FailureCode[]

/** Response headers of every call with a valid key. */
export const ANSWER_HEADERS = {
  'x-credits-limit': header('integer', 'Credits of the plan in its current period.'),
  'x-credits-remaining': header('integer', 'Credits left in the current period.'),
  'x-credits-over': header(
    'integer',
    'Credits spent beyond the plan, if the plan only warns; absent if there are none.',
  ),
  'x-credits-cost': header('integer', 'Credits that this call cost. Only a 200 costs credits.'),
  'x-request-id': header('string', 'The id of this call. If you send an id, it is used.'),
  'x-data-version': header('string', 'The version of the data. It changes when the catalog changes.'),
  'x-data-today': header(
    'string',
    'The day that counts as today in the area of the operation, as YYYY-MM-DD. Present only if the data is old, so that today is the day of the newest data.',
  ),
  'x-ignored-parameters': header('string', 'Names of parameters that you sent but that were ignored.'),
  ratelimit: header('string', 'Remaining requests, and seconds until all of them are available again.'),
  'ratelimit-policy': header(
    'string',
    'Maximum number of requests at once, and seconds until they are available again.',
  ),
  etag: header('string', 'Send it as If-None-Match: an unchanged answer is then a free 304.'),
}

function header(type: 'integer' | 'string', description: string): object {
  return { description, schema: { type } }
}

const OFFERED = either(
  object({ zpid: whole(), address: text(), why: text() }),
  object({ name: text('The name of a place.') }),
)

/** The problem document (RFC 9457). Refusals of lookups also have empty lists that clients expect. */
export const PROBLEM = object({
  type: uriReference('The page that explains this failure.'),
  title: text(),
  status: whole(),
  detail: text('What was wrong, and what is allowed.'),
  instance: text('The request id.'),
  code: oneOf(CODES),
  message: text('The same as `detail`. For a lookup that found nothing, it begins with 404.'),
  error: text('The same as `detail`, for programs that expect this key.'),
  errors: optional(listOf(PARAMETER_PROBLEM)),
  nearest: optional(text('The nearest valid value, if nothing matches.')),
  candidates: optional(
    listOf(OFFERED, 'The matches of an ambiguous address or name, or the nearest ones if nothing matches.'),
  ),
  candidateCount: optional(
    whole('The number of properties that match an ambiguous address. `candidates` lists the first of them.'),
  ),
})
export type Problem = AnswerOf<typeof PROBLEM>

/** Returns the schema of refusals. It includes the empty lists that occur in the examples. */
export function problemSchema(telling: Telling, { refusals }: Examples): Schema {
  const schema = PROBLEM.schema(telling) as Schema & { readonly properties: Schema }
  const beside = refusals.flatMap(({ body }) => Object.entries(body)).filter(([key]) => !(key in schema.properties))
  const containers = beside.map(([key, value]) => [
    key,
    { description: EMPTY, ...(Array.isArray(value) ? { type: 'array', items: {}, maxItems: 0 } : { type: 'object' }) },
  ])
  return { ...schema, properties: { ...schema.properties, ...Object.fromEntries(containers) } }
}

const EMPTY = 'Always empty. It exists for lookup clients that expect this key.'

/** Returns the OpenAPI response of each status. */
export function responsesOf(statuses: ReadonlySet<number>, examples: Examples): object {
  return Object.fromEntries([...statuses].map((status) => [status, response(status, examples)]))
}

function response(status: number, { refusals }: Examples): object {
  const codes = CODES.filter((code) => FAILURES[code][0] === status)
  const own = refusals.filter(({ body }) => body.status === status)
  return {
    description: codes.map((code) => `\`${code}\`: ${FAILURES[code][2]}`).join(' '),
    content: {
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        ...(own.length > 0 && { examples: Object.fromEntries(own.map(({ name, body }) => [name, { value: body }])) }),
      },
    },
    ...((status === 429 || status === 503) && {
      headers: { 'retry-after': { description: 'Seconds to wait.', schema: { type: 'integer' } } },
    }),
  }
}
