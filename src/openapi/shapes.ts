import { FAILURES, type FailureCode } from '../base/failure.ts'

const CODES = Object.keys(FAILURES) as FailureCode[]

/** Headers on every answer to a known key. */
export const ANSWER_HEADERS = {
  'x-credits-limit': header('integer', 'Credits of the plan in its current period.'),
  'x-credits-remaining': header('integer', 'Credits left in the current period.'),
  'x-credits-cost': header('integer', 'Credits that this call cost; only a 200 costs any.'),
  'x-request-id': header('string', 'Names this call; one that the caller sent is kept.'),
  'x-data-version': header('string', 'Changes whenever the catalogue changes.'),
  'x-ignored-parameters': header('string', 'Names of given parameters that were left out.'),
  ratelimit: header('string', 'Requests left, and seconds until all of them are there again.'),
  'ratelimit-policy': header('string', 'Requests that may come at once, and the seconds in which they come back.'),
  etag: header('string', 'Send it back as If-None-Match: unchanged answers are a 304, free of charge.'),
}

function header(type: 'integer' | 'string', description: string): object {
  return { description, schema: { type } }
}

const PARAMETER_ERROR = {
  type: 'object',
  required: ['parameter', 'code', 'detail'],
  properties: {
    parameter: { type: 'string' },
    code: {
      type: 'string',
      enum: ['param.invalid', 'param.missing', 'param.repeated', 'param.unknown', 'param.inapplicable'],
    },
    detail: { type: 'string' },
    given: { type: 'string' },
    accepted: { type: 'array', items: { type: 'string' } },
    nearest: { type: 'string' },
  },
}

/** RFC 9457. */
export const PROBLEM = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'message'],
  properties: {
    type: { type: 'string', format: 'uri-reference', description: 'Where this failure is explained.' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'What was given, and what is accepted.' },
    instance: { type: 'string', description: 'The request id.' },
    code: { type: 'string', enum: CODES },
    message: { type: 'string', description: 'The detail once more; a look-up that found nothing begins it with 404.' },
    errors: { type: 'array', items: PARAMETER_ERROR },
    candidates: {
      type: 'array',
      description: 'Properties that an ambiguous address fits.',
      items: {
        type: 'object',
        properties: { zpid: { type: 'integer' }, address: { type: 'string' }, why: { type: 'string' } },
      },
    },
  },
}

/** One response for each status that a failure can have. */
export function responses(): object {
  const statuses = new Set(CODES.map((code) => FAILURES[code][0]))
  return Object.fromEntries([...statuses].map((status) => [status, response(status)]))
}

function response(status: number): object {
  const codes = CODES.filter((code) => FAILURES[code][0] === status)
  return {
    description: codes.map((code) => `\`${code}\`: ${FAILURES[code][2]}`).join(' '),
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    ...((status === 429 || status === 503) && {
      headers: { 'retry-after': { description: 'Seconds to wait.', schema: { type: 'integer' } } },
    }),
  }
}
