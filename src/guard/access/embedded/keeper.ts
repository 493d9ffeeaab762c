import type { Day } from '../../../kit/base/clock.ts'
import type { Soon } from '../../../kit/threads/remote.ts'
import type { Usage } from '../access.ts'
import type { Period } from '../period.ts'
import type { Plans } from '../plans.ts'
import type { NamedQuestion } from '../repeats.ts'
import type { StoredSecret } from '../stored-key.ts'

/** A period of a page of the ledger: the number of each, and the memory of the page's balance. */
export interface PeriodOfPage {
  readonly page: number
  readonly memory: SharedArrayBuffer
  readonly period: number
}

/** The thread that keeps keys and ledger, as those that answer calls ask it; rejects with a Fault of status 503. */
export interface Keeper {
  plans(): Soon<Plans>
  find(fingerprint: string): Soon<StoredSecret | undefined>
  /** The memory of a key's meter. */
  meter(keyId: string): Soon<SharedArrayBuffer>
  open(keyId: string, planNumber: number, period: Period): Soon<PeriodOfPage>
  isPaid(question: NamedQuestion): Soon<boolean>
  /** Claims a question for the thread of a lane, until it is charged or the thread dies. */
  pay(question: NamedQuestion, lane: number): Soon<boolean>
  /** Writes down what is settled, which makes room in the logs; what keeps it from that is told elsewhere. */
  flush(): Soon<void>
  usage(keyId: string, planNumber: number, period: Period): Soon<readonly Usage[]>
  usageSince(keyId: string, planNumber: number, day: Day): Soon<readonly Usage[]>
}

/** Its methods, for threads that ask from afar. */
export const KEEPER_METHODS: readonly (keyof Keeper)[] = [
  'plans',
  'find',
  'meter',
  'open',
  'isPaid',
  'pay',
  'flush',
  'usage',
  'usageSince',
]
