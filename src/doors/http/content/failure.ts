import { Fault, type ParameterError } from '../../../kit/base/failure.ts'
import type { Log } from '../../../kit/base/log.ts'
import type { Problem } from '../../openapi/index.ts'
import type { Call } from '../request/call.ts'
import { Content } from './content.ts'

/** The documentation page of failures. The `type` of a problem document links to this page. */
export const PROBLEMS_PATH = '/docs/problems'

const LOOKUP_MISSES: ReadonlySet<string> = new Set([
  'home.unknown',
  'building.unknown',
  'agent.unknown',
  'person.unknown',
  'place.unknown',
])

/** Returns a Fault unchanged. Logs any other error and returns the Fault `server.failed`, which contains no details. */
export function faultOf(error: unknown, call: Call, log: Log): Fault {
  if (error instanceof Fault) return error
  log.error({ requestId: call.requestId, path: call.path, err: error }, 'A call failed because of a bug in Plat')
  return new Fault('server.failed')
}

/** Returns a problem document (RFC 9457). It also has keys that clients expect: `message`, `error` and empty lists. */
export function problemContent(fault: Fault, requestId: string): Content {
  return new Content('application/problem+json', JSON.stringify(problemOf(fault, requestId)))
}

export function problemOf(fault: Fault, requestId: string): Problem {
  const { errors, candidates, candidateCount, nearest, container } = fault.extras
  const detail = fault.message
  return {
    type: `${PROBLEMS_PATH}#${fault.code}`,
    title: fault.title,
    status: fault.status,
    detail,
    instance: requestId,
    code: fault.code,
    message: LOOKUP_MISSES.has(fault.code) && !detail.startsWith('404') ? `404: ${detail}` : detail,
    error: detail,
    ...(errors && { errors: withoutRepetition(errors, detail) }),
    ...(nearest !== undefined && { nearest }),
    ...(candidates && { candidates }),
    ...(candidateCount !== undefined && { candidateCount }),
    ...container,
  }
}

/** Removes a problem's sentence if the detail of the refusal is the same. */
function withoutRepetition(errors: readonly ParameterError[], detail: string): NonNullable<Problem['errors']> {
  return errors.map(({ detail: own, ...error }) => (own === detail ? error : { detail: own, ...error }))
}

const CLOSING: ReadonlySet<string> = new Set(['request.headers_too_large', 'request.body_too_large'])

/** Returns the additional headers for a refusal, such as `retry-after`. */
export function faultHeaders(fault: Fault): Record<string, string> {
  const { retryAfterS, allow, sizeBytes } = fault.extras
  const headers: Record<string, string> = {}
  if (retryAfterS !== undefined) headers['retry-after'] = String(Math.max(1, Math.ceil(retryAfterS)))
  else if (fault.status === 429 || fault.status === 503) headers['retry-after'] = '1'
  if (allow !== undefined) headers.allow = allow
  if (sizeBytes !== undefined) headers['content-range'] = `bytes */${sizeBytes}`
  if (CLOSING.has(fault.code)) headers.connection = 'close' // stops a client that still sends a large body
  return headers
}
