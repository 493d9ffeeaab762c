import type { Payer } from '../../../kit/base/payer.ts'
import type { Operation } from '../../../service/operations/operation.ts'
import type { Reply } from '../content/reply.ts'
import type { Counts } from '../counting/counts.ts'
import { type CallTime, WorkTime } from '../counting/work-time.ts'
import type { Call } from '../request/call.ts'
import { RouteNumbers } from '../routes/counted-routes.ts'
import type { CallLog } from './call-log.ts'
import type { Visit } from './visit.ts'

/** Writes down every call: numbers for `/metrics`, and lines of the log. */
export class CallRecords {
  readonly counts: Counts
  readonly work = new WorkTime()
  readonly #log: CallLog
  readonly #numbers: RouteNumbers

  constructor(counts: Counts, operations: readonly Operation[], log: CallLog) {
    this.counts = counts
    this.#log = log
    this.#numbers = new RouteNumbers(operations)
  }

  /** A call has its turn now. */
  begin(cameMs: number, nowMs: number, payer?: Payer): CallTime {
    this.counts.begun((nowMs - cameMs) / 1000)
    return this.work.begin(cameMs, nowMs, payer)
  }

  /** The caller went away before the call could begin. */
  left({ area }: Call, { cameMs, begunMs }: CallTime): void {
    this.counts.ended(this.#numbers.of(area), undefined, (begunMs - cameMs) / 1000, 0, false)
  }

  /**
   * To be called before an answer is written: so those who have read it find it counted. Returns the number of the route,
   * for `over`.
   */
  ended(call: Call, time: CallTime, visit: Visit, reply: Reply): number {
    const { route, credits, isKept = false, waitedMs = 0 } = visit
    const { status, code } = reply
    const number = this.#numbers.of(call.area, route?.path)
    const seconds = (performance.now() - time.cameMs - waitedMs) / 1000
    this.counts.ended(number, call.gone ? undefined : status, seconds, credits, isKept)
    if (code !== undefined) this.counts.refused(code)
    return number
  }

  /** To be called when there is nothing left to do for a call. */
  over(number: number, call: Call, time: CallTime, visit: Visit, reply: Reply): void {
    const nowMs = performance.now()
    this.work.end(time, nowMs)
    this.counts.worked(number, time.workedMs / 1000)
    const { cameMs, begunMs, workedMs } = time
    const { waitedMs = 0 } = visit
    this.#log.tell(call, visit, reply, { ms: nowMs - cameMs - waitedMs, queuedMs: begunMs - cameMs, workedMs })
  }
}
