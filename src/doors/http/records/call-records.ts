import type { Payer } from '../../../kit/base/payer.ts'
import type { Reply } from '../content/reply.ts'
import type { Counts } from '../counting/counts.ts'
import { type CallTime, WorkTime } from '../counting/work-time.ts'
import type { Call } from '../request/call.ts'
import type { CallLog } from './call-log.ts'
import { operationOf, type Visit } from './visit.ts'

/** Writes down every call: numbers for `/metrics`, and lines of the log. */
export class CallRecords {
  readonly counts: Counts
  readonly work = new WorkTime()
  readonly #log: CallLog

  constructor(counts: Counts, log: CallLog) {
    this.counts = counts
    this.#log = log
  }

  /** A call has its turn now. */
  begin(cameMs: number, nowMs: number, payer?: Payer): CallTime {
    this.counts.waits.observe((nowMs - cameMs) / 1000)
    return this.work.begin(cameMs, nowMs, payer)
  }

  /** The caller went away before the call could begin. */
  left({ area }: Call, { cameMs, begunMs }: CallTime): void {
    this.counts.ended({ area, operation: operationOf() }, undefined, (begunMs - cameMs) / 1000, 0, false)
  }

  /** To be called before an answer is written: so those who have read it find it counted. */
  ended(call: Call, time: CallTime, visit: Visit, reply: Reply): void {
    const { route, credits, isKept = false, waitedMs = 0 } = visit
    const { status, code } = reply
    const seconds = (performance.now() - time.cameMs - waitedMs) / 1000
    const labels = { area: call.area, operation: operationOf(route) }
    this.counts.ended(labels, call.gone ? undefined : status, seconds, credits, isKept)
    if (code !== undefined) this.counts.refusals.inc({ code })
  }

  /** To be called when there is nothing left to do for a call. */
  over(call: Call, time: CallTime, visit: Visit, reply: Reply): void {
    const nowMs = performance.now()
    this.work.end(time, nowMs)
    const { cameMs, begunMs, workedMs } = time
    const { route, waitedMs = 0 } = visit
    this.counts.worked.inc({ area: call.area, operation: operationOf(route) }, workedMs / 1000)
    this.#log.tell(call, visit, reply, { ms: nowMs - cameMs - waitedMs, queuedMs: begunMs - cameMs, workedMs })
  }
}
