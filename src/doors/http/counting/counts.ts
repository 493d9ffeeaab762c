import { FAILURES, type FailureCode } from '../../../kit/base/failure.ts'
import { Buckets, type Histogram } from './buckets.ts'

/** How calls end, by the class of their status; `gone` where the caller left before its answer was written. */
export const OUTCOMES = ['2xx', '3xx', '4xx', '5xx', 'gone'] as const

/** Upper bounds of the buckets of latencies, in seconds: from a kept answer to a search of the largest cost. */
export const DURATIONS_S = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Upper bounds of the buckets of delays of the event loop, in seconds. */
export const DELAYS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

const DURATIONS = new Buckets(DURATIONS_S)
const DELAYS = new Buckets(DELAYS_S)
const CODES = Object.keys(FAILURES) as readonly FailureCode[] // they are the keys of the table
const CODE_NUMBERS: ReadonlyMap<FailureCode, number> = new Map(CODES.map((code, number) => [code, number]))

/** Routes that there is room for. */
const ROUTES_MAX = 256

/** Places of the numbers of a route, behind the latencies of each outcome. */
const CREDITS = OUTCOMES.length * DURATIONS.size
const WORKED = CREDITS + 1
const KEPT = WORKED + 1
const ROUTE_NUMBERS = KEPT + 1

/** Places of the numbers of a thread. */
const REFUSALS = ROUTES_MAX * ROUTE_NUMBERS
const TURNED_AWAY = REFUSALS + CODES.length
const SHED = TURNED_AWAY + 1
const DEATHS = SHED + 1
const FAILED_AFTER_ANSWER = DEATHS + 1
const QUEUED = FAILED_AFTER_ANSWER + 1
const DELAYED = QUEUED + DURATIONS.size
const BUSY = DELAYED + DELAYS.size
const HEAP = BUSY + 1
const LANE_NUMBERS = HEAP + 1

/** The counts of one route, in all threads. */
export interface RouteCounts {
  readonly latencies: Readonly<Record<(typeof OUTCOMES)[number], Histogram>>
  readonly credits: number
  readonly workedS: number
  readonly kept: number
}

/** The counts of one thread. */
export interface ThreadCounts {
  readonly delays: Histogram
  readonly busyS: number
  readonly heapBytes: number
}

/**
 * Numbers of calls, in memory that all threads share: each thread counts in a part of its own, and readers see
 * the sum. They only grow, and stay when a thread dies: the one in its place goes on with them.
 */
export class Counts {
  readonly #numbers: Float64Array
  readonly #start: number

  /** `lane`: the number of the calling thread. */
  constructor(memory: SharedArrayBuffer, lane: number) {
    this.#numbers = new Float64Array(memory)
    this.#start = lane * LANE_NUMBERS
  }

  static memory(lanes: number): SharedArrayBuffer {
    return new SharedArrayBuffer(lanes * LANE_NUMBERS * 8)
  }

  /** A call has begun, after it had waited for its turn. */
  begun(waitedS: number): void {
    DURATIONS.add(this.#numbers, this.#start + QUEUED, waitedS)
  }

  /** A call has ended. `status` is undefined where nobody was left to be answered. */
  ended(route: number, status: number | undefined, seconds: number, credits: number, isKept: boolean): void {
    if (route >= ROUTES_MAX) throw new Error(`there is room for ${ROUTES_MAX} routes, not for route ${route}`)
    const start = this.#start + route * ROUTE_NUMBERS
    DURATIONS.add(this.#numbers, start + outcomeOf(status) * DURATIONS.size, seconds)
    if (credits > 0) this.#add(start + CREDITS, credits)
    if (isKept) this.#add(start + KEPT, 1)
  }

  worked(route: number, seconds: number): void {
    this.#add(this.#start + route * ROUTE_NUMBERS + WORKED, seconds)
  }

  /** A call, or bytes that never became one, were refused. */
  refused(code: FailureCode): void {
    this.#add(this.#start + REFUSALS + (CODE_NUMBERS.get(code) as number), 1) // it is in the table
  }

  /** A connection was turned away. */
  turnedAway(): void {
    this.#add(this.#start + TURNED_AWAY, 1)
  }

  /** A call was refused before it began, since more came than could be answered. */
  shed(): void {
    this.#add(this.#start + SHED, 1)
  }

  /** A thread that answers calls has died. */
  threadDied(): void {
    this.#add(this.#start + DEATHS, 1)
  }

  /** Something that follows an answer failed, such as giving back a call's place in flight. */
  failedAfterAnswer(): void {
    this.#add(this.#start + FAILED_AFTER_ANSWER, 1)
  }

  /** The state of this thread: how late its event loop was just now, how long it was busy so far, and its heap. */
  looked(delayS: number, busyS: number, heapBytes: number): void {
    DELAYS.add(this.#numbers, this.#start + DELAYED, delayS)
    this.#add(this.#start + BUSY, busyS)
    this.#numbers[this.#start + HEAP] = heapBytes
  }

  route(route: number): RouteCounts {
    const at = route * ROUTE_NUMBERS
    const latencies = OUTCOMES.map((outcome, number) => {
      const places = this.#starts.map((start) => start + at + number * DURATIONS.size)
      return [outcome, DURATIONS.read(this.#numbers, places)] as const
    })
    return {
      latencies: Object.fromEntries(latencies) as RouteCounts['latencies'], // of each outcome
      credits: this.#sum(at + CREDITS),
      workedS: this.#sum(at + WORKED),
      kept: this.#sum(at + KEPT),
    }
  }

  /** How often each failure was given as the reason of a refusal. */
  refusals(): ReadonlyMap<FailureCode, number> {
    return new Map(CODES.map((code, number) => [code, this.#sum(REFUSALS + number)]))
  }

  /** How long calls waited before they began. */
  get waits(): Histogram {
    return DURATIONS.read(
      this.#numbers,
      this.#starts.map((start) => start + QUEUED),
    )
  }

  get connectionsTurnedAway(): number {
    return this.#sum(TURNED_AWAY)
  }

  get callsShed(): number {
    return this.#sum(SHED)
  }

  get failuresAfterAnswer(): number {
    return this.#sum(FAILED_AFTER_ANSWER)
  }

  get threadDeaths(): number {
    return this.#sum(DEATHS)
  }

  /** By the numbers of the threads. */
  threads(): readonly ThreadCounts[] {
    return this.#starts.map((start) => ({
      delays: DELAYS.read(this.#numbers, [start + DELAYED]),
      busyS: this.#numbers[start + BUSY] as number, // within the memory, like the next
      heapBytes: this.#numbers[start + HEAP] as number,
    }))
  }

  get #starts(): readonly number[] {
    return Array.from({ length: this.#numbers.length / LANE_NUMBERS }, (_, lane) => lane * LANE_NUMBERS)
  }

  #sum(at: number): number {
    let sum = 0
    for (const start of this.#starts) sum += this.#numbers[start + at] as number // within the memory
    return sum
  }

  #add(place: number, number: number): void {
    this.#numbers[place] = (this.#numbers[place] as number) + number // within the memory
  }
}

function outcomeOf(status: number | undefined): number {
  if (status === undefined) return OUTCOMES.length - 1
  return Math.min(Math.max(Math.floor(status / 100) - 2, 0), OUTCOMES.length - 2)
}
