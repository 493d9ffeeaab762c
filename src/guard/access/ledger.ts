import type { Day } from '../../kit/base/clock.ts'
import type { Soon } from '../../kit/threads/remote.ts'
import type { Usage } from './access.ts'
import type { Period } from './period.ts'
import type { NamedQuestion } from './repeats.ts'

/** The credits of one call, from `hold` until exactly one of `settle` and `release` is called with it. */
export interface Holding<Place> {
  readonly place: Place
  readonly operation: string
  readonly dayNumber: number
  readonly credits: number
  /** A mark of the ledger's own. */
  session: number
}

/**
 * Where credits are counted. However many threads or nodes use one ledger, all holdings of a place come to no more than
 * its limit. What is held comes back when its thread or node ends without settling it, also by `kill -9`; what is
 * settled stays, and is charged once. Every method that cannot tell or do now what it is asked for rejects with a Fault
 * of status 503.
 */
export interface Ledger<Place> {
  /** Where the credits of a key under the plan of a number are counted for a period. */
  place(keyId: string, planNumber: number, period: Period): Soon<Place>
  /** False once the place was dropped, as those of periods that are over are. */
  isOpen(place: Place): boolean
  /** Notes that the key was used. */
  touch(place: Place, nowMs: number): void
  /** Answers what of `limit` was left before; the credits are held unless that is less. */
  hold(holding: Holding<Place>, limit: number): Soon<number>
  /**
   * Charges credits for a call, no more than it holds, and answers how many; the rest comes back in the same moment.
   * `paid`: the question that they pay for; none are charged where another node was faster. Where it rejects, all that
   * was held has come back.
   */
  settle(holding: Holding<Place>, credits: number, paid: NamedQuestion | undefined): Soon<number>
  release(holding: Holding<Place>): void
  /** Credits that are spent or held, as far as this thread knows. */
  used(place: Place): number | undefined
  /** Credits that are spent or held by all threads and nodes now. */
  usedNow(place: Place): Soon<number>
  /** Whether a question is paid for, or is being charged. */
  isPaid(question: NamedQuestion): Soon<boolean>
  /** Claims a question that a call is about to pay for; false where another call has. */
  pay(question: NamedQuestion): Soon<boolean>
  /** The call that had claimed it was not charged. */
  takeBack(question: NamedQuestion): Soon<void>
  /** Calls and credits of a period by day and operation, all that was settled before included. */
  usage(place: Place, period: Period): Soon<readonly Usage[]>
  /** Calls and credits from a day on, under the plan of the place and those before it. */
  usageSince(place: Place, day: Day): Soon<readonly Usage[]>
}
