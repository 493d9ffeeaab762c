import type { CatalogAbout } from '../../../catalog/ports/catalog.ts'
import type { Settings } from '../../../kit/base/settings.ts'
import { type Counts, OUTCOMES } from '../counting/counts.ts'
import { exposition, type HistogramMetric, type Labels, type Metric } from '../counting/exposition.ts'
import type { Holdings } from '../load/service-lane.ts'
import type { CountedRoute } from '../routes/counted-routes.ts'

/** The sources of `/metrics`. */
export interface MetricsParts {
  readonly counts: Counts
  readonly routes: readonly CountedRoute[]
  readonly held: Holdings
  readonly bounds: Pick<Settings, 'connections' | 'unsentMb'>
  readonly catalog: CatalogAbout
  /** When the catalogue last changed; undefined where that cannot be told. */
  readonly dataTimestampMs: number | undefined
  /** Calls that were charged, but are not in the key file yet, and for how long the oldest of them may wait. */
  readonly unwritten: { readonly calls: number; readonly lagMs: number }
  readonly process: {
    readonly cpuS: number
    readonly residentBytes: number
    readonly startedMs: number
  }
}

/** The page for Prometheus. Labels hold names that this program gave: never a key, an address or a query. */
export function metricsPage(parts: MetricsParts): string {
  return exposition([
    ...callMetrics(parts),
    ...heldMetrics(parts),
    ...threadMetrics(parts),
    ...catalogMetrics(parts),
    ...ledgerMetrics(parts),
    ...processMetrics(parts),
  ])
}

function callMetrics({ counts, routes }: MetricsParts): (Metric | HistogramMetric)[] {
  const each = routes.map(({ area, operation }, number) => ({ labels: { area, operation }, ...counts.route(number) }))
  const latencies = each.flatMap(({ labels, latencies: all }) =>
    OUTCOMES.map((status) => [{ ...labels, status }, all[status]] as const).filter(([, { counts: of }]) => sum(of) > 0),
  )
  const byRoute = (numberOf: (route: (typeof each)[number]) => number) =>
    each.map((route) => [route.labels, numberOf(route)] as const).filter(([, number]) => number > 0)
  return [
    counter(
      'plat_http_requests_total',
      'Requests by area, operation and class of status; gone: the caller left before the answer was written.',
      latencies.map(([labels, { counts: of }]) => [labels, sum(of)]),
    ),
    {
      name: 'plat_http_request_duration_seconds',
      type: 'histogram',
      help: 'Time from when a request was read until its answer was ready to be written, waiting included.',
      samples: latencies,
    },
    {
      name: 'plat_http_queue_seconds',
      type: 'histogram',
      help: 'Time that calls waited for their turn before they began.',
      samples: [[{}, counts.waits]],
    },
    counter(
      'plat_http_work_seconds_total',
      'Time that threads worked on calls rather than waited for something. Read from a clock, not from the processor: it includes collecting garbage and times in which the system took the core away. Searches that go on in later turns of the loop are in it by the engine’s estimate; parsing requests, and compressing large answers, which other threads do, are not.',
      byRoute(({ workedS }) => workedS),
    ),
    counter(
      'plat_http_kept_answers_total',
      'Calls that got an answer made for an earlier call.',
      byRoute(({ kept }) => kept),
    ),
    counter(
      'plat_credits_spent_total',
      'Credits that calls were charged.',
      byRoute(({ credits }) => credits),
    ),
    counter(
      'plat_http_refusals_total',
      'Refused calls, and bytes that were no request, by the code of the failure.',
      Array.from(counts.refusals(), ([code, number]) => [{ code }, number] as const), // from 0 on: the first must be seen to be one more
    ),
  ]
}

function heldMetrics({ counts, held, bounds }: MetricsParts): Metric[] {
  const { connections, running, waiting, unsentBytes } = held.all
  return [
    gauge('plat_http_connections', 'Open connections.', connections),
    gauge('plat_http_connections_limit', 'Connections that may be open at once.', bounds.connections),
    counter('plat_http_connections_turned_away_total', 'Connections that got a 503 since a limit was reached.', [
      [{}, counts.connectionsTurnedAway],
    ]),
    counter(
      'plat_http_calls_shed_total',
      'Calls that got a 503 before they began, since more came than could be answered.',
      [[{}, counts.callsShed]],
    ),
    counter('plat_http_failures_after_answer_total', 'Faults of Plat after an answer was sent; the log has each.', [
      [{}, counts.failuresAfterAnswer],
    ]),
    gauge('plat_http_running_calls', 'Calls that run now.', running),
    gauge('plat_http_waiting_requests', 'Requests that wait for the answer before them on their connection.', waiting),
    gauge('plat_http_unsent_bytes', 'Answers that callers have not read yet.', unsentBytes),
    gauge('plat_http_unsent_limit_bytes', 'How much of that there may be.', bounds.unsentMb * 1024 * 1024),
  ]
}

function threadMetrics({ counts }: MetricsParts): (Metric | HistogramMetric)[] {
  const threads = counts.threads().map((each, thread) => ({ labels: { thread: String(thread) }, ...each }))
  return [
    {
      name: 'plat_event_loop_delay_seconds',
      type: 'histogram',
      help: 'How late a timer was that each thread sets ten times a second: so long a call waited that came at its moment. Thread 0 is the main thread.',
      samples: threads.map(({ labels, delays }) => [labels, delays]),
    },
    counter(
      'plat_event_loop_busy_seconds_total',
      'Time in which the event loop of a thread did not wait for anything to happen.',
      threads.map(({ labels, busyS }) => [labels, busyS]),
    ),
    counter('plat_thread_deaths_total', 'Threads that died or were stuck, and were replaced.', [
      [{}, counts.threadDeaths],
    ]),
    {
      name: 'plat_heap_used_bytes',
      type: 'gauge',
      help: 'JavaScript heap in use, by thread. The catalogue lies outside of it, in memory that all threads share.',
      samples: threads.map(({ labels, heapBytes }) => [labels, heapBytes]),
    },
  ]
}

function catalogMetrics({ catalog, dataTimestampMs }: MetricsParts): Metric[] {
  const { catalogId, dataVersion, sample, counts, damage } = catalog
  const info = { catalog_id: catalogId, data_version: dataVersion, kind: sample ? 'sample' : 'imported' }
  return [
    { name: 'plat_catalog_info', type: 'gauge', help: 'Always 1: which data is served.', samples: [[info, 1]] },
    {
      name: 'plat_catalog_data_timestamp_seconds',
      type: 'gauge',
      help: 'When the catalogue last changed, in seconds since 1970.',
      samples: dataTimestampMs === undefined ? [] : [[{}, dataTimestampMs / 1000]],
    },
    {
      name: 'plat_catalog_records',
      type: 'gauge',
      help: 'Records in the catalogue, by kind.',
      samples: Object.entries(counts).map(([noun, number]) => [{ noun }, number] as const),
    },
    gauge('plat_catalog_damaged', '1 if a part of the catalogue could not be read.', damage === undefined ? 0 : 1),
  ]
}

function ledgerMetrics({ unwritten }: MetricsParts): Metric[] {
  return [
    gauge(
      'plat_ledger_unwritten_calls',
      'Charged calls that the key file does not hold yet; they are in a log that outlives the process.',
      unwritten.calls,
    ),
    gauge(
      'plat_ledger_lag_seconds',
      'At most so long ago the oldest of them was charged; 0 if there is none.',
      unwritten.lagMs / 1000,
    ),
  ]
}

function processMetrics({ process: { cpuS, residentBytes, startedMs } }: MetricsParts): Metric[] {
  return [
    counter('process_cpu_seconds_total', 'Processor time, user and system, of all threads.', [[{}, cpuS]]),
    gauge('process_resident_memory_bytes', 'Resident memory, that of the catalogue included.', residentBytes),
    gauge('process_start_time_seconds', 'When the process started, in seconds since 1970.', startedMs / 1000),
  ]
}

function counter(name: string, help: string, samples: readonly (readonly [Labels, number])[]): Metric {
  return { name, type: 'counter', help, samples }
}

function gauge(name: string, help: string, value: number): Metric {
  return { name, type: 'gauge', help, samples: [[{}, value]] }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
