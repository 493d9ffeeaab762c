import type { Operation } from '../operations/operation.ts'
import type { Call } from './call.ts'
import type { CallLog } from './call-log.ts'
import { RouteNumbers } from './counted-routes.ts'
import type { Counts } from './counts.ts'
import type { Reply } from './respond.ts'
import type { Visit } from './visit.ts'
import { type CallTime, WorkTime } from './work-time.ts'

/** What is written down of every call: numbers for `/metrics`, and lines of the log. */
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

  /** A call has its turn, which came when its request was read. */
  begin(cameMs: number): CallTime {
    return this.work.begin(cameMs, performance.now())
  }

  /** To be called before an answer is written: whoever has read it finds it counted. */
  ended(call: Call, time: CallTime, visit: Visit, reply: Reply): void {
    const nowMs = performance.now()
    const { credits, isKept = false } = visit
    const { status, code } = reply
    const seconds = (nowMs - time.cameMs) / 1000
    this.counts.ended(this.#routeOf(call, visit), call.gone ? undefined : status, seconds, credits, isKept)
    if (code !== undefined) this.counts.refused(code)
  }

  /** To be called when there is nothing left to do for a call. */
  over(call: Call, time: CallTime, visit: Visit, reply: Reply): void {
    const nowMs = performance.now()
    this.work.end(time, nowMs)
    this.counts.worked(this.#routeOf(call, visit), time.workedMs / 1000)
    this.#log.tell(call, visit, reply, { ms: nowMs - time.cameMs, workedMs: time.workedMs })
  }

  #routeOf({ area }: Call, { route }: Visit): number {
    return this.#numbers.of(area, route?.path)
  }
}
