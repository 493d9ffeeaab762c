import type { Reply } from '../content/reply.ts'
import type { Counts } from '../counting/counts.ts'
import type { Call } from '../request/call.ts'
import type { CallLog } from './call-log.ts'
import { operationOf, type RequestContext } from './request-context.ts'
import type { Telemetry } from './telemetry.ts'

/** Times of a call, by a monotonic clock in milliseconds. */
export interface CallTime {
  readonly cameMs: number
  /** When the thread began to work on the call. */
  readonly begunMs: number
}

/** Writes the metrics, the log lines and the spans of calls. */
export class CallRecords {
  readonly counts: Counts
  readonly #log: CallLog
  readonly #telemetry: Telemetry | undefined

  constructor(counts: Counts, log: CallLog, telemetry?: Telemetry) {
    this.counts = counts
    this.#log = log
    this.#telemetry = telemetry
  }

  /** Call this when the thread begins to work on a call. Measures how long the call waited. */
  begin(cameMs: number, begunMs: number): CallTime {
    this.counts.waits.observe((begunMs - cameMs) / 1000)
    return { cameMs, begunMs }
  }

  /** Counts a call whose client disconnected before the thread began to work on it. */
  left({ cameMs, begunMs }: CallTime): void {
    this.counts.ended({ operation: operationOf() }, undefined, (begunMs - cameMs) / 1000, 0, false)
  }

  /**
   * Counts an answer in the metrics. Call this before the answer is written, so that a client that then reads the
   * metrics sees its own call.
   */
  ended(call: Call, time: CallTime, requestContext: RequestContext, reply: Reply): void {
    const { route, credits, isKept, waitedMs } = requestContext
    const { status, code } = reply
    const seconds = (performance.now() - time.cameMs - waitedMs) / 1000
    this.counts.ended({ operation: operationOf(route) }, call.gone ? undefined : status, seconds, credits, isKept)
    if (code !== undefined) this.counts.refusals.inc({ code })
  }

  /**
   * Logs a finished call, and sends its span.
   *
   * @param workedMs The time that this thread worked on the call.
   */
  over(
    call: Call,
    { cameMs, begunMs }: CallTime,
    requestContext: RequestContext,
    reply: Reply,
    workedMs: number,
  ): void {
    const nowMs = performance.now()
    this.#log.log(call, requestContext, reply, {
      ms: nowMs - cameMs - requestContext.waitedMs,
      queuedMs: begunMs - cameMs,
      workedMs,
    })
    this.#telemetry?.({
      method: call.method,
      route: operationOf(requestContext.route),
      status: reply.status,
      code: reply.code,
      headers: call.headers,
      startMs: performance.timeOrigin + cameMs,
      endMs: performance.timeOrigin + nowMs - requestContext.waitedMs,
      queuedMs: begunMs - cameMs,
      credits: requestContext.credits,
      requestId: call.requestId,
    })
  }
}
