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

/** Upper bounds of the latency buckets, in seconds. They range from a cached answer to the most expensive search. */
const DURATIONS_S = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Upper bounds of the event loop delay buckets, in seconds. */
const DELAYS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

const LOOK_MS = 100

const ROUTE = ['operation'] as const

/** The label of a call: the path of its operation, or a word such as `unknown`. */
type RouteLabels = Readonly<Record<(typeof ROUTE)[number], string>>

/** The metrics of one thread or several threads, in a form that can be sent between threads. */
export type Snapshot = readonly MetricObjectWithValues<MetricValue<string>>[]

/** Adds up the metrics of several threads. */
export function sumOf(snapshots: readonly Snapshot[]): Snapshot {
  const registry = AggregatorRegistry.aggregate([...snapshots])
  return registry.getMetricsAsArray() as MetricObjectWithValues<MetricValue<string>>[] // the registry returns metrics with values
}

/** The metrics of a thread: counts of its calls, the delay of its event loop, and its heap. */
export class Counts {
  readonly #registry = new Registry()
  readonly #requests = this.#counter(
    'plat_http_requests_total',
    'Requests by operation and status class. gone: the client disconnected before the answer was written.',
    [...ROUTE, 'status'],
  )
  readonly #durations = this.#histogram(
    'plat_http_request_duration_seconds',
    'Time from when a request was read until its answer was ready to send, including waiting.',
    DURATIONS_S,
    [...ROUTE, 'status'],
  )
  readonly waits = this.#histogram(
    'plat_http_queue_seconds',
    'Time that calls waited in the queue before they began.',
    DURATIONS_S,
  )
  readonly worked = this.#counter(
    'plat_http_work_seconds_total',
    'Time that workers spent on calls, without waiting. It is wall-clock time, so it includes garbage collection and preemption. It does not include parsing requests and compressing large answers.',
    ROUTE,
  )
  readonly #kept = this.#counter('plat_http_kept_answers_total', 'Calls that were answered from the cache.', ROUTE)
  readonly #credits = this.#counter('plat_credits_spent_total', 'Credits that were charged for calls.', ROUTE)
  readonly refusals = this.#counter(
    'plat_http_refusals_total',
    'Refused calls and invalid requests, by failure code.',
    ['code'],
  )
  readonly turnedAway = this.#counter(
    'plat_http_connections_turned_away_total',
    'Connections that got a 503 because a limit was reached.',
  )
  readonly shed = this.#counter(
    'plat_http_calls_shed_total',
    'Calls that got a 503 before they began, because the service was overloaded.',
  )
  readonly failedAfterAnswer = this.#counter(
    'plat_http_failures_after_answer_total',
    'Internal errors after an answer was sent. The log has details.',
  )
  readonly threadDeaths = this.#counter('plat_thread_deaths_total', 'Workers that died or got stuck and were replaced.')
  readonly #delays = this.#histogram(
    'plat_event_loop_delay_seconds',
    'Delay of a timer that each thread sets ten times a second. It shows how long a call had to wait for the thread. Thread 0 is the main thread.',
    DELAYS_S,
    ['thread'],
  )
  readonly #busy = this.#counter(
    'plat_event_loop_busy_seconds_total',
    'Time during which the event loop of a thread was busy.',
    ['thread'],
  )
  readonly #heap = new Gauge({
    name: 'plat_heap_used_bytes',
    help: 'JavaScript heap in use, by thread. It does not include the catalog, which is in shared memory.',
    labelNames: ['thread'],
    aggregator: 'first', // ignores the heap of the dead thread that this thread replaced
    registers: [this.#registry],
  })
  readonly #thread: { readonly thread: number }

  /**
   * @param thread The number of the calling thread.
   */
  constructor(thread: number) {
    this.#thread = { thread }
    for (const code of Object.keys(FAILURES)) this.refusals.inc({ code }, 0) // so that Prometheus sees even the first refusal as an increase
  }

  /** Counts an answered call. `status` is undefined if the client disconnected before the answer. */
  ended(route: RouteLabels, status: number | undefined, seconds: number, credits: number, isKept: boolean): void {
    const labels = { ...route, status: status === undefined ? 'gone' : `${Math.floor(status / 100)}xx` }
    this.#durations.observe(labels, seconds)
    if (credits > 0) this.#credits.inc(route, credits)
    if (isKept) this.#kept.inc(route)
  }

  /**
   * Measures the delay of this thread's event loop ten times per second, accurate to about 1 ms. A timer that fires
   * late shows how long a call would wait. Returns a function that stops measuring.
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
    this.#requests.reset() // derived from the durations, so that calls need not update this metric
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
