import { Counts } from '../../doors/http/counting/counts.ts'
import { EXPOSITION_TYPE } from '../../doors/http/counting/exposition.ts'
import { watchLoop } from '../../doors/http/counting/loop-watch.ts'
import type { Operators } from '../../doors/http/index.ts'
import { Holdings } from '../../doors/http/load/service-lane.ts'
import { metricsPage } from '../../doors/http/records/metrics.ts'
import { countedRoutes } from '../../doors/http/routes/counted-routes.ts'
import { Fault } from '../../kit/base/failure.ts'
import { OPERATIONS } from '../../service/operations/index.ts'
import type { CrewParts } from './crew.ts'

type Told = Pick<CrewParts, 'settings' | 'lane' | 'catalog' | 'access' | 'clock'>

const PATH = '/metrics'

/** Until there are numbers to tell, the page says why. */
export function announceMetrics(operators: Operators): void {
  operators.addPage(PATH, EXPOSITION_TYPE, () => {
    throw new Fault('server.busy', 'The catalogue is being opened: its numbers come with it.', { retryAfterS: 2 })
  })
}

/** Tells operators the numbers of the service, at `/metrics`; returns how to end looking at this thread. */
export function tellMetrics(operators: Operators, { settings, lane, catalog, access, clock }: Told): () => void {
  const counts = new Counts(lane.counts, lane.lane)
  const held = new Holdings(lane)
  const routes = countedRoutes(OPERATIONS)
  const startedMs = clock.now() - process.uptime() * 1000
  operators.addPage(PATH, EXPOSITION_TYPE, () => {
    const { user, system } = process.cpuUsage()
    return metricsPage({
      counts,
      routes,
      held,
      bounds: settings,
      catalog: catalog.about(),
      dataTimestampMs: catalog.changedMs?.(),
      unwritten: access.unwritten,
      process: { cpuS: (user + system) / 1e6, residentBytes: process.memoryUsage.rss(), startedMs },
    })
  })
  return watchLoop(counts)
}
