import { Fault } from '../base/failure.ts'
import { countedRoutes } from '../http/counted-routes.ts'
import { Counts } from '../http/counts.ts'
import { EXPOSITION_TYPE } from '../http/exposition.ts'
import type { Operators } from '../http/index.ts'
import { watchLoop } from '../http/loop-watch.ts'
import { metricsPage } from '../http/metrics.ts'
import { Holdings } from '../http/service-lane.ts'
import { OPERATIONS } from '../operations/index.ts'
import type { CrewParts } from './crew.ts'
import { changedMsOf } from './database.ts'

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
      dataTimestampMs: changedMsOf(catalog, settings),
      unwritten: access.unwritten,
      process: { cpuS: (user + system) / 1e6, residentBytes: process.memoryUsage.rss(), startedMs },
    })
  })
  return watchLoop(counts)
}
