import { placeNow } from '../../../kit/base/slots.ts'
import type { SentChange } from '../../mcp/index.ts'
import type { Reply } from '../content/reply.ts'
import { RequestContext } from '../records/request-context.ts'
import type { Call } from '../request/call.ts'
import type { Service } from './service.ts'

/** The function that answers a call from routing to reply. */
export type Dispatch = (call: Call, service: Service, requestContext: RequestContext) => Promise<Reply>

/** An operation that runs within another call. */
export interface OperationRequest {
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly sent?: SentChange | undefined
}

/**
 * Runs an operation within a call, with the same key. It is checked, charged, counted and logged as a separate call.
 * Returns the result of `read`, and frees the memory of the reply.
 */
export async function runInside<T>(
  { call, service, outer, dispatch }: Outer,
  { path, query: parameters, sent }: OperationRequest,
  read: (reply: Reply, credits: number) => T,
): Promise<T> {
  const { records } = service
  const query = new URLSearchParams(parameters).toString()
  const inner = call.inside(query === '' ? path : `${path}?${query}`, sent)
  const nowMs = performance.now()
  const workedMs = placeNow()?.workedMs ?? 0
  const time = records.begin(nowMs, nowMs)
  const requestContext = new RequestContext()
  const reply = await dispatch(inner, service, requestContext)
  records.ended(inner, time, requestContext, reply)
  try {
    outer.creditsInside += requestContext.credits
    return read(reply, requestContext.credits)
  } finally {
    reply.release?.()
    inner.end()
    records.over(inner, time, requestContext, reply, (placeNow()?.workedMs ?? 0) - workedMs)
  }
}

/** The call within which operations run. */
export interface Outer {
  readonly call: Call
  readonly service: Service
  readonly outer: RequestContext
  readonly dispatch: Dispatch
}

export function textOf({ body }: Reply): string {
  return body === undefined ? '' : typeof body === 'string' ? body : Buffer.from(body).toString()
}
