/**
 * A slow call as operators see it. Nothing is imported here: the console takes the type over. As in the log, it tells
 * nothing of people, and of what may be a name, an address or a place only how long it was.
 */
export interface SlowCall {
  readonly requestId: string
  readonly keyId: string | null
  readonly area: 'A' | 'B' | 'C'
  readonly method: string
  readonly operation: string
  readonly status: number
  /** Why it was refused. */
  readonly code: string | null
  readonly credits: number
  /** From when its request was read until its answer was written. */
  readonly ms: number
  /** The parts of it before its turn came, and in which a thread worked on it. */
  readonly queuedMs: number
  readonly workedMs: number
  readonly bytes: number
  /** `made` for this call, `kept` from an earlier one, or `caller`: it had the answer. */
  readonly from: 'made' | 'kept' | 'caller'
  /** Parameters by name; null where the call is about people, or they were not read. */
  readonly asked: Readonly<Record<string, string>> | null
}
