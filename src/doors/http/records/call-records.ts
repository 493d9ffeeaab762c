import type { Reply } from '../content/reply.ts'
import type { Counts } from '../counting/counts.ts'
import type { Call } from '../request/call.ts'
import type { CallLog } from './call-log.ts'
import { operationOf, type Visit } from './visit.ts'

/** Milliseconds of a clock that never goes back. */
export interface CallTime {
  readonly cameMs: number
  /** When the call got its first slot. */
  readonly begunMs: number
}

/** Writes down every call: numbers for `/metrics`, and lines of the log. */
export class CallRecords {
  readonly counts: Counts
  readonly #log: CallLog

  constructor(counts: Counts, log: CallLog) {
    this.counts = counts
    this.#log = log
  }

  /** A call begins. */
  begin(cameMs: number, begunMs: number): CallTime {
    this.counts.waits.observe((begunMs - cameMs) / 1000)
    return { cameMs, begunMs }
  }

  /** The caller went away before the call could begin. */
  left({ cameMs, begunMs }: CallTime): void {
    this.counts.ended({ operation: operationOf() }, undefined, (begunMs - cameMs) / 1000, 0, false)
  }

  /** To be called before an answer is written: so those who have read it find it counted. */
  ended(call: Call, time: CallTime, visit: Visit, reply: Reply): void {
    const { route, credits, isKept, waitedMs } = visit
    const { status, code } = reply
    const seconds = (performance.now() - time.cameMs - waitedMs) / 1000
    this.counts.ended({ operation: operationOf(route) }, call.gone ? undefined : status, seconds, credits, isKept)
    if (code !== undefined) this.counts.refusals.inc({ code })
  }

  /** To be called when there is nothing left to do for a call, whose slots took `workedMs`. */
  over(call: Call, { cameMs, begunMs }: CallTime, visit: Visit, reply: Reply, workedMs: number): void {
    const nowMs = performance.now()
    this.#log.tell(call, visit, reply, { ms: nowMs - cameMs - visit.waitedMs, queuedMs: begunMs - cameMs, workedMs })
  }
}
