import type { Reply } from '../content/reply.ts'
import type { Counts } from '../counting/counts.ts'
import type { Call } from '../request/call.ts'
import type { CallLog } from './call-log.ts'
import { operationOf, type RequestContext } from './request-context.ts'

/** Times of a call, in milliseconds of a monotonic clock. */
export interface CallTime {
  readonly cameMs: number
  /** When the call got its first slot. */
  readonly begunMs: number
}

/** Records calls: counts for `/metrics`, and log lines. */
export class CallRecords {
  readonly counts: Counts
  readonly #log: CallLog

  constructor(counts: Counts, log: CallLog) {
    this.counts = counts
    this.#log = log
  }

  /** Records the beginning of a call. */
  begin(cameMs: number, begunMs: number): CallTime {
    this.counts.waits.observe((begunMs - cameMs) / 1000)
    return { cameMs, begunMs }
  }

  /** Records a call whose client disconnected before the call began. */
  left({ cameMs, begunMs }: CallTime): void {
    this.counts.ended({ operation: operationOf() }, undefined, (begunMs - cameMs) / 1000, 0, false)
  }

  /** Counts an answer. Call this before the answer is written, so that clients that read it find it in the metrics. */
  ended(call: Call, time: CallTime, requestContext: RequestContext, reply: Reply): void {
    const { route, credits, isKept, waitedMs } = requestContext
    const { status, code } = reply
    const seconds = (performance.now() - time.cameMs - waitedMs) / 1000
    this.counts.ended({ operation: operationOf(route) }, call.gone ? undefined : status, seconds, credits, isKept)
    if (code !== undefined) this.counts.refusals.inc({ code })
  }

  /** Logs a finished call. `workedMs`: the time of its slots. */
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
  }
}
