import type { Snapshot } from '../../doors/http/counting/counts.ts'
import { Holdings } from '../../doors/http/load/service-lane.ts'
import type { Operators } from '../../doors/http/main-thread.ts'
import { METRICS_TYPE, metricsPage } from '../../doors/http/records/metrics.ts'
import { Fault } from '../../kit/base/failure.ts'
import type { CrewParts } from './crew.ts'

type MetricsSources = Pick<CrewParts, 'settings' | 'lane' | 'catalog' | 'clock'> & {
  readonly counted: () => Promise<Snapshot>
}

const PATH = '/metrics'

/** Adds the page `/metrics`, which answers 503 until `showMetrics` is called. */
export function announceMetrics(operators: Operators): void {
  operators.addPage(PATH, METRICS_TYPE, () => {
    throw new Fault('server.busy', 'The catalog is being opened. Metrics are available when it is open.', {
      retryAfterS: 2,
    })
  })
}

/** Shows the metrics of the service at `/metrics`. */
export function showMetrics(operators: Operators, { settings, lane, catalog, clock, counted }: MetricsSources): void {
  const held = new Holdings(lane)
  const startedMs = clock.now() - process.uptime() * 1000
  operators.addPage(PATH, METRICS_TYPE, async () =>
    metricsPage({
      counted: await counted(),
      held,
      bounds: settings,
      catalog: catalog.about(),
      dataTimestampMs: catalog.changedMs?.(),
      startedMs,
    }),
  )
}
