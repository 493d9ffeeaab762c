import type { Snapshot } from '../../doors/http/counting/counts.ts'
import { Holdings } from '../../doors/http/load/service-lane.ts'
import type { Operators } from '../../doors/http/main-thread.ts'
import { METRICS_TYPE, metricsPage } from '../../doors/http/records/metrics.ts'
import { Fault } from '../../kit/base/failure.ts'
import type { CrewParts } from './crew.ts'

type Told = Pick<CrewParts, 'settings' | 'lane' | 'catalog' | 'clock'> & {
  readonly counted: () => Promise<Snapshot>
}

const PATH = '/metrics'

/** Until there are numbers to tell, the page says why. */
export function announceMetrics(operators: Operators): void {
  operators.addPage(PATH, METRICS_TYPE, () => {
    throw new Fault('server.busy', 'The catalogue is being opened: its numbers come with it.', { retryAfterS: 2 })
  })
}

/** Tells operators the numbers of the service, at `/metrics`. */
export function tellMetrics(operators: Operators, { settings, lane, catalog, clock, counted }: Told): void {
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
