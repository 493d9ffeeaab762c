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
/** When the first of it was taken. */
const TAKEN_SINCE = 5
/** How long empty buckets take to be full, by the plan of that time. */
const EMPTY_MS = 6
const MISSES_EMPTY_MS = 7
/** Calls that other nodes have in flight, as far as they told. */
const IN_FLIGHT_ELSEWHERE = 8
/** From here on the calls in flight of each lane. */
const IN_FLIGHT = 9

/** Milliseconds that a key took and other nodes do not know of; see the places above. */
export interface Taken {
  readonly sinceMs: number
  readonly requestsMs: number
  readonly missesMs: number
  readonly emptyMs: number
  readonly missesEmptyMs: number
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

  static make(lanes: number): Meter {
    return new Meter(new SharedArrayBuffer(LOCK_BYTES + (IN_FLIGHT + lanes) * 8), 0)
  }

  /** Takes one request and one place in flight, or says why not: then nothing is taken. */
  enter(plan: Plan, nowMs: number): RateState | Fault {
    const limit = rateOf(plan)
    this.#lock.take(this.#lane)
    const fullAtMs = corrected(this.#at(FULL_AT), limit, nowMs)
    const isCrowded = this.inFlight + this.#at(IN_FLIGHT_ELSEWHERE) >= plan.callsInFlight
    const tooSoonMs = waitMs(fullAtMs, limit, nowMs)
    const isLetIn = !isCrowded && tooSoonMs <= 0
    this.#numbers[FULL_AT] = isLetIn ? taken(fullAtMs, limit) : fullAtMs
    if (isLetIn) {
      this.#numbers[IN_FLIGHT + this.#lane] = this.#at(IN_FLIGHT + this.#lane) + 1
      this.#note(TAKEN_MS, intervalMs(limit), plan, nowMs)
    }
    this.#lock.give()
    if (isLetIn) return stateAt(taken(fullAtMs, limit) - nowMs, limit)
    return isCrowded ? callsTooMany(plan) : rateExceeded(plan, Math.ceil(tooSoonMs / 1000))
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
    const tooSoonMs = waitMs(this.#corrected(MISSES_FULL_AT, limit, nowMs), limit, nowMs)
    return tooSoonMs > 0 ? missesExceeded(plan, limit, Math.ceil(tooSoonMs / 1000)) : undefined
  }

  /** Counts a miss. Of calls that were let in at the same time, those above the limit count up to an empty bucket. */
  miss(plan: Plan, nowMs: number): void {
    const limit = missRateOf(plan)
    this.#lock.hold(this.#lane, () => {
      const fullAtMs = corrected(this.#at(MISSES_FULL_AT), limit, nowMs)
      this.#numbers[MISSES_FULL_AT] = corrected(taken(fullAtMs, limit), limit, nowMs)
      this.#note(MISSES_TAKEN_MS, intervalMs(limit), plan, nowMs)
    })
  }

  /** The state of the rate; takes nothing. */
  state(plan: Plan, nowMs: number): RateState {
    const limit = rateOf(plan)
    return stateAt(this.#corrected(FULL_AT, limit, nowMs) - nowMs, limit)
  }

  /** Answers what was taken since this was asked last, to be told to other nodes; undefined for nothing. */
  takeTaken(): Taken | undefined {
    if (this.#at(TAKEN_MS) === 0 && this.#at(MISSES_TAKEN_MS) === 0) return undefined
    return this.#lock.hold(this.#lane, () => {
      const newlyTaken = {
        sinceMs: this.#at(TAKEN_SINCE),
        requestsMs: this.#at(TAKEN_MS),
        missesMs: this.#at(MISSES_TAKEN_MS),
        emptyMs: this.#at(EMPTY_MS),
        missesEmptyMs: this.#at(MISSES_EMPTY_MS),
      }
      this.#numbers[TAKEN_MS] = 0
      this.#numbers[MISSES_TAKEN_MS] = 0
      return newlyTaken
    })
  }

  /** It could not be told: it is told the next time. */
  untell({ sinceMs, requestsMs, missesMs, emptyMs, missesEmptyMs }: Taken): void {
    this.#lock.hold(this.#lane, () => {
      const isFirst = this.#at(TAKEN_MS) === 0 && this.#at(MISSES_TAKEN_MS) === 0
      this.#numbers[TAKEN_SINCE] = sinceMs
      this.#numbers[TAKEN_MS] = this.#at(TAKEN_MS) + requestsMs
      this.#numbers[MISSES_TAKEN_MS] = this.#at(MISSES_TAKEN_MS) + missesMs
      if (!isFirst) return
      this.#numbers[EMPTY_MS] = emptyMs
      this.#numbers[MISSES_EMPTY_MS] = missesEmptyMs
    })
  }

  /**
   * Others have taken from the same buckets, which are full no earlier than at these moments and what was taken here
   * since.
   */
  raise(fullAtMs: number, missesFullAtMs: number): void {
    this.#lock.hold(this.#lane, () => {
      this.#numbers[FULL_AT] = Math.max(this.#at(FULL_AT), fullAtMs + this.#at(TAKEN_MS))
      const missesTakenMs = this.#at(MISSES_TAKEN_MS)
      this.#numbers[MISSES_FULL_AT] = Math.max(this.#at(MISSES_FULL_AT), missesFullAtMs + missesTakenMs)
    })
  }

  /** True, and no longer to be used, when the key has everything back. */
  retire(nowMs: number): boolean {
    return this.#lock.hold(this.#lane, () => {
      const isIdle = this.inFlight === 0 && Math.max(this.#at(FULL_AT), this.#at(MISSES_FULL_AT)) <= nowMs
      if (isIdle) this.#numbers[RETIRED] = 1
      return isIdle
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
    if (this.#at(TAKEN_MS) === 0 && this.#at(MISSES_TAKEN_MS) === 0) this.#numbers[TAKEN_SINCE] = nowMs
    this.#numbers[place] = this.#at(place) + ms
    this.#numbers[EMPTY_MS] = burstMs(rateOf(plan))
    this.#numbers[MISSES_EMPTY_MS] = burstMs(missRateOf(plan))
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
