import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client'
import type { CatalogAbout } from '../../../catalog/ports/catalog.ts'
import { programVersion } from '../../../kit/base/program.ts'
import type { Settings } from '../../../kit/base/settings.ts'
import { programFingerprint } from '../content/program.ts'
import type { Snapshot } from '../counting/counts.ts'
import type { Holdings } from '../load/service-lane.ts'

/** The text format of Prometheus, version 0.0.4. */
export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE

/** The sources of `/metrics`. */
export interface MetricsParts {
  /** The counts of all threads, added up. */
  readonly counted: Snapshot
  readonly held: Holdings
  readonly bounds: Pick<Settings, 'connections' | 'unsentMb'>
  readonly catalog: CatalogAbout
  /** When the catalogue last changed; undefined where that cannot be told. */
  readonly dataTimestampMs: number | undefined
  readonly startedMs: number
}

/** The page for Prometheus. Labels hold names that this program gave: never a key, an address or a query. */
export async function metricsPage({ counted, ...parts }: MetricsParts): Promise<string> {
  return AggregatorRegistry.aggregate([counted, await stateOf(parts).getMetricsAsJSON()]).metrics()
}

/** Measures now what threads do not count: the process, connections and the catalogue. */
function stateOf({ held, bounds, catalog, dataTimestampMs, startedMs }: Omit<MetricsParts, 'counted'>) {
  const registry = new Registry()
  const registers = [registry]
  const gauge = (name: string, help: string, value: number) => new Gauge({ name, help, registers }).set(value)
  const info = (name: string, help: string, labels: Readonly<Record<string, string>>) =>
    new Gauge({ name, help, registers, labelNames: Object.keys(labels) }).set(labels, 1)

  const build = { version: programVersion(), build: programFingerprint(), node: process.version }
  info('plat_build_info', 'Always 1: which program runs. A build has a hash of its sources.', build)
  gauge('process_start_time_seconds', 'When the process started, in seconds since 1970.', startedMs / 1000)
  const rss = process.memoryUsage.rss()
  gauge('process_resident_memory_bytes', 'Resident memory, that of the catalogue included.', rss)
  const { user, system } = process.cpuUsage()
  const help = 'Processor time, user and system, of all threads.'
  new Counter({ name: 'process_cpu_seconds_total', help, registers }).inc((user + system) / 1e6)

  const { connections, running, waiting, unsentBytes } = held.all
  gauge('plat_http_connections', 'Open connections.', connections)
  gauge('plat_http_connections_limit', 'Connections that may be open at once.', bounds.connections)
  gauge('plat_http_running_calls', 'Calls that run now.', running)
  gauge('plat_http_waiting_requests', 'Requests that wait for the answer before them on their connection.', waiting)
  gauge('plat_http_unsent_bytes', 'Answers that callers have not read yet.', unsentBytes)
  gauge('plat_http_unsent_limit_bytes', 'How much of that there may be.', bounds.unsentMb * 1024 * 1024)

  const { catalogId, dataVersion, sample, counts, damage } = catalog
  const data = { catalog_id: catalogId, data_version: dataVersion, kind: sample ? 'sample' : 'imported' }
  info('plat_catalog_info', 'Always 1: which data is served.', data)
  if (dataTimestampMs !== undefined) {
    const changed = 'When the catalogue last changed, in seconds since 1970.'
    gauge('plat_catalog_data_timestamp_seconds', changed, dataTimestampMs / 1000)
  }
  const records = { name: 'plat_catalog_records', help: 'Records in the catalogue, by kind.', labelNames: ['noun'] }
  const byNoun = new Gauge({ ...records, registers })
  for (const [noun, number] of Object.entries(counts)) byNoun.set({ noun }, number)
  gauge('plat_catalog_damaged', '1 if a part of the catalogue could not be read.', damage === undefined ? 0 : 1)
  return registry
}
