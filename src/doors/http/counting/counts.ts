import { getHeapStatistics } from 'node:v8'
import {
  AggregatorRegistry,
  Counter,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client'
import { FAILURES } from '../../../kit/base/failure.ts'

/** Upper bounds of the buckets of latencies, in seconds: from a kept answer to a search of the largest cost. */
const DURATIONS_S = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Upper bounds of the buckets of delays of the event loop, in seconds. */
const DELAYS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

const LOOK_MS = 100

const ROUTE = ['operation'] as const

/** Calls are counted by their operation: a path as it is declared, or a word for many paths. */
type RouteLabels = Readonly<Record<(typeof ROUTE)[number], string>>

/** The metrics of one or more threads at a moment, as a thread sends them to another. */
export type Snapshot = readonly MetricObjectWithValues<MetricValue<string>>[]

/** Adds up the metrics of several threads. */
export function sumOf(snapshots: readonly Snapshot[]): Snapshot {
  const registry = AggregatorRegistry.aggregate([...snapshots])
  return registry.getMetricsAsArray() as MetricObjectWithValues<MetricValue<string>>[] // such a registry holds the sums themselves
}

/** Counts the calls of a thread, and measures its event loop and its heap. */
export class Counts {
  readonly #registry = new Registry()
  readonly #requests = this.#counter(
    'plat_http_requests_total',
    'Requests by operation and class of status; gone: the caller left before the answer was written.',
    [...ROUTE, 'status'],
  )
  readonly #durations = this.#histogram(
    'plat_http_request_duration_seconds',
    'Time from when a request was read until its answer was ready to be written, waiting included.',
    DURATIONS_S,
    [...ROUTE, 'status'],
  )
  readonly waits = this.#histogram(
    'plat_http_queue_seconds',
    'Time that calls waited for their turn before they began.',
    DURATIONS_S,
  )
  readonly worked = this.#counter(
    'plat_http_work_seconds_total',
    'Time that threads worked on calls rather than waited for something. Read from a clock, not from the processor: it includes collecting garbage and times in which the system took the core away. Parsing requests, and compressing large answers, which other threads do, are not in it.',
    ROUTE,
  )
  readonly #kept = this.#counter(
    'plat_http_kept_answers_total',
    'Calls that got an answer made for an earlier call.',
    ROUTE,
  )
  readonly #credits = this.#counter('plat_credits_spent_total', 'Credits that calls were charged.', ROUTE)
  readonly refusals = this.#counter(
    'plat_http_refusals_total',
    'Refused calls, and bytes that were no request, by the code of the failure.',
    ['code'],
  )
  readonly turnedAway = this.#counter(
    'plat_http_connections_turned_away_total',
    'Connections that got a 503 since a limit was reached.',
  )
  readonly shed = this.#counter(
    'plat_http_calls_shed_total',
    'Calls that got a 503 before they began, since more came than could be answered.',
  )
  readonly failedAfterAnswer = this.#counter(
    'plat_http_failures_after_answer_total',
    'Faults of Plat after an answer was sent; the log has each.',
  )
  readonly threadDeaths = this.#counter(
    'plat_thread_deaths_total',
    'Threads that died or were stuck, and were replaced.',
  )
  readonly #delays = this.#histogram(
    'plat_event_loop_delay_seconds',
    'How late a timer was that each thread sets ten times a second: so long a call waited that came at its moment. Thread 0 is the main thread.',
    DELAYS_S,
    ['thread'],
  )
  readonly #busy = this.#counter(
    'plat_event_loop_busy_seconds_total',
    'Time in which the event loop of a thread did not wait for anything to happen.',
    ['thread'],
  )
  readonly #heap = new Gauge({
    name: 'plat_heap_used_bytes',
    help: 'JavaScript heap in use, by thread. The catalogue lies outside of it, in memory that all threads share.',
    labelNames: ['thread'],
    aggregator: 'first', // a thread that died before the present one has no heap any more
    registers: [this.#registry],
  })
  readonly #thread: { readonly thread: number }

  /** `thread`: the number of the calling thread. */
  constructor(thread: number) {
    this.#thread = { thread }
    for (const code of Object.keys(FAILURES)) this.refusals.inc({ code }, 0) // the first must be seen to be one more
  }

  /** A call has ended. `status` is undefined where nobody was left to be answered. */
  ended(route: RouteLabels, status: number | undefined, seconds: number, credits: number, isKept: boolean): void {
    const labels = { ...route, status: status === undefined ? 'gone' : `${Math.floor(status / 100)}xx` }
    this.#durations.observe(labels, seconds)
    if (credits > 0) this.#credits.inc(route, credits)
    if (isKept) this.#kept.inc(route)
  }

  /**
   * Looks at the event loop of this thread ten times a second, until the function that is returned is called. A timer
   * that is late shows how long a call waited that came at its moment: timers are true to a millisecond or so.
   */
  watchLoop(): () => void {
    let dueMs = performance.now() + LOOK_MS
    const timer = setTimeout(() => {
      this.#delays.observe(this.#thread, Math.max(0, performance.now() - dueMs) / 1000)
      dueMs = performance.now() + LOOK_MS
      timer.refresh()
    }, LOOK_MS).unref()
    return () => clearTimeout(timer)
  }

  async snapshot(): Promise<Snapshot> {
    const { values } = await this.#durations.get()
    this.#requests.reset() // counted here rather than once more with each call
    for (const { metricName, labels, value } of values) {
      if (metricName?.endsWith('_count')) this.#requests.inc(labels, value)
    }
    this.#busy.reset()
    this.#busy.inc(this.#thread, performance.eventLoopUtilization().active / 1000)
    this.#heap.set(this.#thread, getHeapStatistics().used_heap_size)
    return this.#registry.getMetricsAsJSON()
  }

  #counter<T extends string = never>(name: string, help: string, labelNames: readonly T[] = []): Counter<T> {
    return new Counter({ name, help, labelNames, registers: [this.#registry] })
  }

  #histogram<T extends string = never>(
    name: string,
    help: string,
    buckets: number[],
    labelNames: readonly T[] = [],
  ): Histogram<T> {
    return new Histogram({ name, help, buckets, labelNames, registers: [this.#registry] })
  }
}
