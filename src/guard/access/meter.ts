import type { Fault } from '../../kit/base/failure.ts'
import { LOCK_BYTES, SharedLock } from '../../kit/threads/shared-lock.ts'
import type { Plan, RateState } from './access.ts'
import { type BucketLimit, burstMs, corrected, intervalMs, ROUNDING_MS, taken, waitMs } from './bucket.ts'
import { callsTooMany, missesExceeded, rateExceeded } from './refusals.ts'

/** Places of the numbers after the lock: when the buckets of requests and misses are full, see `bucket.ts`. */
const FULL_AT = 0
const MISSES_FULL_AT = 1
const RETIRED = 2
/** Milliseconds that were taken from both buckets since it was told to other nodes, in milliseconds until it is back. */
const TAKEN_MS = 3
const MISSES_TAKEN_MS = 4
/** When the last of it was taken: as if all of it were then, a full bucket fills no further meanwhile. */
const TAKEN_AT = 5
/** Milliseconds until empty buckets are full, by the plan of that time. */
const EMPTY_MS = 6
const MISSES_EMPTY_MS = 7
/** Calls that other nodes have in flight, as far as they told. */
const IN_FLIGHT_ELSEWHERE = 8
/** Milliseconds until one request is back, by the plan of that time. */
const INTERVAL_MS = 9
/** Calls that this node may let through, until when, and until when it does not ask for more. */
const LEASE = 10
const LEASE_UNTIL = 11
const DRY_UNTIL = 12
/** Calls of all nodes have been refused for want of a lease. */
const SHORT = 13
/** From here on the calls in flight of each lane. */
const IN_FLIGHT = 14

/** A lease is good for so long; that of a node which is gone is lost to the others until then. */
export const LEASE_MS = 5000
/** A key's lease is handed back so long after its last call. */
const IDLE_MS = 1000
/** No lease is asked for so long after one was refused: a caller that is too fast does not keep the database busy. */
const DRY_MS = 20
/** A lease covers so many times the calls since the last one. */
const AHEAD = 2
/** A node holds no more than one in so many of the calls that are left. */
const SHARE = 8

/** Milliseconds that a key took and other nodes do not know of, and its lease; see the places above. */
export interface Told {
  readonly takenMs: number
  readonly requestsMs: number
  readonly missesMs: number
  readonly emptyMs: number
  readonly missesEmptyMs: number
  readonly intervalMs: number
  /** Calls of the lease that are kept: the others are handed back. */
  readonly kept: number
  /** Calls that wait for a lease, and those that are expected beyond. */
  readonly needed: number
  readonly ahead: number
}

/** The buckets of a key after the calls of all nodes, and what is leased beyond the calls that were kept. */
export interface Leased {
  readonly fullAtMs: number
  readonly missesFullAtMs: number
  readonly given: number
  readonly isShort: boolean
}

/**
 * The rate, the misses and the calls in flight of one key, in memory that all threads share. Each thread has a lane
 * of its own for its calls in flight, so that those of a thread that died can be taken off.
 */
export class Meter {
  readonly memory: SharedArrayBuffer
  readonly #lane: number
  readonly #lock: SharedLock
  readonly #numbers: Float64Array

  /** `lane`: the number of the calling thread. */
  constructor(memory: SharedArrayBuffer, lane: number) {
    this.memory = memory
    this.#lane = lane
    this.#lock = new SharedLock(memory)
    this.#numbers = new Float64Array(memory, LOCK_BYTES)
  }

  /** `isLeased`: calls need a lease; see `tell`. */
  static make(lanes: number, isLeased = false): Meter {
    const meter = new Meter(new SharedArrayBuffer(LOCK_BYTES + (IN_FLIGHT + lanes) * 8), 0)
    if (!isLeased) meter.goAlone()
    return meter
  }

  /**
   * Takes one request and one place in flight, or says why not: then nothing is taken. undefined where that needs a
   * lease first.
   */
  enter(plan: Plan, nowMs: number): RateState | Fault | undefined {
    const limit = rateOf(plan)
    this.#lock.take(this.#lane)
    const fullAtMs = corrected(this.#at(FULL_AT), limit, nowMs)
    const isCrowded = this.inFlight + this.#at(IN_FLIGHT_ELSEWHERE) >= plan.callsInFlight
    const tooSoonMs = waitMs(fullAtMs, limit, nowMs)
    const mayCome = !isCrowded && tooSoonMs <= 0
    const isLetIn = mayCome && this.#leaseAt(nowMs) >= 1
    this.#numbers[FULL_AT] = isLetIn ? taken(fullAtMs, limit) : fullAtMs
    if (isLetIn) {
      this.#numbers[LEASE] = this.#at(LEASE) - 1
      this.#numbers[IN_FLIGHT + this.#lane] = this.#at(IN_FLIGHT + this.#lane) + 1
      this.#note(TAKEN_MS, intervalMs(limit), plan, nowMs)
    } else if (mayCome) this.#notePlan(plan)
    this.#lock.give()
    if (isLetIn) return stateAt(taken(fullAtMs, limit) - nowMs, limit)
    if (isCrowded) return callsTooMany(plan)
    if (mayCome && nowMs >= this.#at(DRY_UNTIL)) return undefined
    return rateExceeded(plan, Math.max(1, Math.ceil(tooSoonMs / 1000)))
  }

  /** False when this thread has no call in flight. */
  leave(): boolean {
    this.#lock.take(this.#lane)
    const inFlight = this.#at(IN_FLIGHT + this.#lane)
    if (inFlight > 0) this.#numbers[IN_FLIGHT + this.#lane] = inFlight - 1
    this.#lock.give()
    return inFlight > 0
  }

  /** Why the key may not call before its misses have been fewer for a while; takes nothing. */
  missesTooMany(plan: Plan, nowMs: number): Fault | undefined {
    if (this.#at(MISSES_FULL_AT) <= nowMs) return undefined // as for most keys
    const limit = missRateOf(plan)
    const tooSoonMs = waitMs(this.#corrected(MISSES_FULL_AT, this.#owing(limit), nowMs), limit, nowMs)
    return tooSoonMs > 0 ? missesExceeded(plan, limit, Math.ceil(tooSoonMs / 1000)) : undefined
  }

  /** Counts a miss. Of calls that were let in at the same time, those above the limit count up to an empty bucket. */
  miss(plan: Plan, nowMs: number): void {
    const limit = missRateOf(plan)
    this.#lock.hold(this.#lane, () => {
      const most = this.#owing(limit)
      const fullAtMs = corrected(this.#at(MISSES_FULL_AT), most, nowMs)
      this.#numbers[MISSES_FULL_AT] = corrected(taken(fullAtMs, limit), most, nowMs)
      this.#note(MISSES_TAKEN_MS, intervalMs(limit), plan, nowMs)
    })
  }

  /** The state of the rate; takes nothing. */
  state(plan: Plan, nowMs: number): RateState {
    const limit = rateOf(plan)
    return stateAt(this.#corrected(FULL_AT, limit, nowMs) - nowMs, limit)
  }

  /**
   * Answers what is to be told to the other nodes now, since calls were let through or need a lease; undefined for
   * nothing. `needed`: calls that wait for one. What of the lease is not kept may no longer be used here.
   */
  tell(needed: number, nowMs: number): Told | undefined {
    return this.#lock.hold(this.#lane, () => {
      const [requestsMs, missesMs] = [this.#at(TAKEN_MS), this.#at(MISSES_TAKEN_MS)]
      const eachMs = this.#at(INTERVAL_MS)
      const calls = requestsMs > 0 ? Math.round(requestsMs / eachMs) + needed : needed
      const isShort = this.#at(SHORT) === 1
      const leftMs = this.#at(EMPTY_MS) - Math.max(0, this.#at(FULL_AT) - nowMs)
      const ahead = isShort ? calls : Math.min(AHEAD * calls, Math.ceil(leftMs / eachMs / SHARE))
      const lease = this.#isAlone ? 0 : this.#leaseAt(nowMs)
      const isIdle = nowMs - (this.#at(LEASE_UNTIL) - LEASE_MS) >= IDLE_MS
      const kept = Math.min(lease, calls > 0 ? ahead : isIdle || isShort ? 0 : lease)
      if ((calls === 0 && missesMs === 0 && kept === lease) || eachMs === 0) return undefined
      if (!this.#isAlone) this.#numbers[LEASE] = kept
      this.#numbers[TAKEN_MS] = 0
      this.#numbers[MISSES_TAKEN_MS] = 0
      return {
        takenMs: this.#at(TAKEN_AT),
        requestsMs,
        missesMs,
        emptyMs: this.#at(EMPTY_MS),
        missesEmptyMs: this.#at(MISSES_EMPTY_MS),
        intervalMs: eachMs,
        kept,
        needed,
        ahead: Math.max(0, ahead - kept),
      }
    })
  }

  /** It could not be told: it is told the next time, and until then the node counts alone. */
  untell({ takenMs, requestsMs, missesMs }: Told): void {
    this.#lock.hold(this.#lane, () => {
      this.#numbers[TAKEN_AT] = Math.max(this.#at(TAKEN_AT), takenMs)
      this.#numbers[TAKEN_MS] = this.#at(TAKEN_MS) + requestsMs
      this.#numbers[MISSES_TAKEN_MS] = this.#at(MISSES_TAKEN_MS) + missesMs
      this.#numbers[LEASE] = Number.POSITIVE_INFINITY
    })
  }

  /** While the other nodes cannot be heard of, calls need no lease. */
  goAlone(): void {
    this.#lock.hold(this.#lane, () => {
      this.#numbers[LEASE] = Number.POSITIVE_INFINITY
    })
  }

  /** No call needs the lease any more: the next time all of it is told as handed back. */
  handBack(): void {
    this.#numbers[SHORT] = 1 // one number, so it needs no lock
  }

  /**
   * It was told at a moment. The buckets are full no earlier than after the calls of all nodes and what was taken here
   * since.
   */
  take({ needed }: Told, { fullAtMs, missesFullAtMs, given, isShort }: Leased, toldMs: number): void {
    this.#lock.hold(this.#lane, () => {
      this.#numbers[FULL_AT] = Math.max(this.#at(FULL_AT), fullAtMs + this.#at(TAKEN_MS))
      const missesTakenMs = this.#at(MISSES_TAKEN_MS)
      this.#numbers[MISSES_FULL_AT] = Math.max(this.#at(MISSES_FULL_AT), missesFullAtMs + missesTakenMs)
      if (this.retired) return
      this.#numbers[LEASE] = (this.#isAlone ? 0 : this.#at(LEASE)) + given
      this.#numbers[LEASE_UNTIL] = toldMs + LEASE_MS
      this.#numbers[DRY_UNTIL] = given < needed ? toldMs + DRY_MS : 0
      this.#numbers[SHORT] = isShort ? 1 : 0
    })
  }

  /** True, and no longer to be used, when the key has everything back. */
  retire(nowMs: number): boolean {
    return this.#lock.hold(this.#lane, () => {
      const hasLease = !this.#isAlone && this.#leaseAt(nowMs) > 0
      const isIdle = this.inFlight === 0 && !hasLease && Math.max(this.#at(FULL_AT), this.#at(MISSES_FULL_AT)) <= nowMs
      if (!isIdle) return false
      this.#numbers[RETIRED] = 1
      this.#numbers[LEASE] = Number.POSITIVE_INFINITY // a call that was admitted before is let in all the same
      return true
    })
  }

  get retired(): boolean {
    return this.#at(RETIRED) === 1
  }

  /** Calls of all threads of this node. */
  get inFlight(): number {
    let sum = 0
    for (let at = IN_FLIGHT; at < this.#numbers.length; at++) sum += this.#at(at)
    return sum
  }

  /** Other nodes have so many calls in flight: they take up places, too. */
  set inFlightElsewhere(calls: number) {
    this.#numbers[IN_FLIGHT_ELSEWHERE] = calls // one number, so it needs no lock
  }

  /** Whether this thread has a call in flight. */
  get isUsedHere(): boolean {
    return this.#at(IN_FLIGHT + this.#lane) > 0
  }

  /** Takes off what a thread that died had in flight. */
  bury(lane: number): void {
    this.#lock.takeAfter(lane, this.#lane)
    this.#numbers[IN_FLIGHT + lane] = 0
    this.#lock.give()
  }

  /** For other nodes; the lock is held. */
  #note(place: number, ms: number, plan: Plan, nowMs: number): void {
    this.#numbers[TAKEN_AT] = nowMs
    this.#numbers[place] = this.#at(place) + ms
    this.#notePlan(plan)
  }

  #notePlan(plan: Plan): void {
    const limit = rateOf(plan)
    this.#numbers[INTERVAL_MS] = intervalMs(limit)
    this.#numbers[EMPTY_MS] = burstMs(limit)
    this.#numbers[MISSES_EMPTY_MS] = burstMs(missRateOf(plan))
  }

  /** Where nodes share a rate, misses of all may owe as much again as a bucket holds, or the others' would be forgotten. */
  #owing({ perSecond, burst }: BucketLimit): BucketLimit {
    return { perSecond, burst: this.#at(LEASE_UNTIL) > 0 ? 2 * burst : burst }
  }

  get #isAlone(): boolean {
    return this.#at(LEASE) === Number.POSITIVE_INFINITY
  }

  /** Calls that may be let through without asking. */
  #leaseAt(nowMs: number): number {
    return this.#isAlone || nowMs < this.#at(LEASE_UNTIL) ? this.#at(LEASE) : 0
  }

  #corrected(bucket: number, limit: BucketLimit, nowMs: number): number {
    return this.#lock.hold(this.#lane, () => {
      this.#numbers[bucket] = corrected(this.#at(bucket), limit, nowMs)
      return this.#at(bucket)
    })
  }

  #at(place: number): number {
    return this.#numbers[place] as number // within the memory
  }
}

function rateOf({ requestsPerSecond, burst }: Plan): BucketLimit {
  return { perSecond: requestsPerSecond, burst }
}

/** A plan that says nothing else allows half as many calls that miss. */
export function missRateOf({ requestsPerSecond, missesPerSecond = requestsPerSecond / 2, burst }: Plan): BucketLimit {
  return { perSecond: missesPerSecond, burst }
}

function stateAt(untilFullMs: number, limit: BucketLimit): RateState {
  return {
    remaining: Math.min(limit.burst, Math.floor(limit.burst - (untilFullMs - ROUNDING_MS) / intervalMs(limit))),
    resetS: Math.max(0, Math.ceil((untilFullMs - ROUNDING_MS) / 1000)),
  }
}
