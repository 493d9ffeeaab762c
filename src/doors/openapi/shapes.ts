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

/** Headers of every answer to a known key. */
export const ANSWER_HEADERS = {
  'x-credits-limit': header('integer', 'Credits of the plan in its current period.'),
  'x-credits-remaining': header('integer', 'Credits left in the current period.'),
  'x-credits-over': header(
    'integer',
    'Credits beyond those of the plan, where it only warns; absent if there are none.',
  ),
  'x-credits-cost': header('integer', 'Credits that this call cost; only a 200 costs any.'),
  'x-request-id': header('string', 'Names this call; one that the caller sent is kept.'),
  'x-data-version': header('string', 'Changes whenever the catalogue changes.'),
  'x-data-today': header(
    'string',
    'The day that counts as today in the area of the operation, as YYYY-MM-DD, where its data ended before the clock: whatever counts back from today starts there.',
  ),
  'x-ignored-parameters': header('string', 'Names of given parameters that were left out.'),
  ratelimit: header('string', 'Requests left, and seconds until all of them are there again.'),
  'ratelimit-policy': header('string', 'Requests that may come at once, and the seconds in which they come back.'),
  etag: header('string', 'Send it back as If-None-Match: unchanged answers are a 304, free of charge.'),
}

function header(type: 'integer' | 'string', description: string): object {
  return { description, schema: { type } }
}

const OFFERED = either(object({ zpid: whole(), address: text(), why: text() }), object({ name: text('Of a place.') }))

/** The problem document of RFC 9457. Clients of a look-up reach into the empty containers beside its keys. */
export const PROBLEM = object({
  type: uriReference('Where this failure is explained.'),
  title: text(),
  status: whole(),
  detail: text('What was given, and what is accepted.'),
  instance: text('The request id.'),
  code: oneOf(CODES),
  message: text('The detail once more; a look-up that found nothing begins it with 404.'),
  error: text('The detail, for programs that look here.'),
  errors: optional(listOf(PARAMETER_PROBLEM)),
  nearest: optional(text('What was most likely meant, where nothing fits.')),
  candidates: optional(
    listOf(OFFERED, 'What an ambiguous address or name fits, or what comes near one that fits nothing.'),
  ),
  candidateCount: optional(
    whole('How many properties an ambiguous address fits: `candidates` lists the first of them.'),
  ),
})
export type Problem = AnswerOf<typeof PROBLEM>

/** Returns the schema of refusals with the containers of the examples, each of them empty. */
export function problemSchema(telling: Telling, { refusals }: Examples): Schema {
  const schema = PROBLEM.schema(telling) as Schema & { readonly properties: Schema }
  const beside = refusals.flatMap(({ body }) => Object.entries(body)).filter(([key]) => !(key in schema.properties))
  const containers = beside.map(([key, value]) => [
    key,
    { description: EMPTY, ...(Array.isArray(value) ? { type: 'array', items: {}, maxItems: 0 } : { type: 'object' }) },
  ])
  return { ...schema, properties: { ...schema.properties, ...Object.fromEntries(containers) } }
}

const EMPTY = 'Empty, for clients of a look-up that reach into it whatever was found.'

/** Returns one response for each of these statuses. */
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
