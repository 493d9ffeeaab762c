import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client'
import type { CatalogAbout } from '../../../catalog/ports/catalog.ts'
import { programVersion } from '../../../kit/base/program.ts'
import type { Settings } from '../../../kit/base/settings.ts'
import { programFingerprint } from '../content/program.ts'
import type { Snapshot } from '../counting/counts.ts'
import type { Holdings } from '../load/service-lane.ts'

/** The content type of Prometheus text format, version 0.0.4. */
export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE

/** The data of `/metrics`. */
export interface MetricsParts {
  /** The metrics of all threads, added up. */
  readonly counted: Snapshot
  readonly held: Holdings
  readonly bounds: Pick<Settings, 'connections' | 'unsentMb'>
  readonly catalog: CatalogAbout
  /** When the catalog last changed; undefined if that is unknown. */
  readonly dataTimestampMs: number | undefined
  readonly startedMs: number
}

/** Returns the metrics in the text format of Prometheus. Labels never contain keys, addresses or queries. */
export async function metricsPage({ counted, ...parts }: MetricsParts): Promise<string> {
  return AggregatorRegistry.aggregate([counted, await stateOf(parts).getMetricsAsJSON()]).metrics()
}

/** Returns metrics that no thread counts: about the process, the connections and the catalog. */
function stateOf({ held, bounds, catalog, dataTimestampMs, startedMs }: Omit<MetricsParts, 'counted'>) {
  const registry = new Registry()
  const registers = [registry]
  const gauge = (name: string, help: string, value: number) => new Gauge({ name, help, registers }).set(value)
  const info = (name: string, help: string, labels: Readonly<Record<string, string>>) =>
    new Gauge({ name, help, registers, labelNames: Object.keys(labels) }).set(labels, 1)

  const build = { version: programVersion(), build: programFingerprint(), node: process.version }
  info('plat_build_info', 'Always 1. The labels describe the running program; build is a hash of its sources.', build)
  gauge('process_start_time_seconds', 'When the process started, in seconds since 1970.', startedMs / 1000)
  const rss = process.memoryUsage.rss()
  gauge('process_resident_memory_bytes', 'Resident memory, including the catalog.', rss)
  const { user, system } = process.cpuUsage()
  const help = 'Processor time of all threads, user and system.'
  new Counter({ name: 'process_cpu_seconds_total', help, registers }).inc((user + system) / 1e6)

  const { connections, running, waiting, unsentBytes } = held.all
  gauge('plat_http_connections', 'Open connections.', connections)
  gauge('plat_http_connections_limit', 'Maximum number of open connections.', bounds.connections)
  gauge('plat_http_running_calls', 'Running calls.', running)
  gauge('plat_http_waiting_requests', 'Requests that wait for an earlier answer on their connection.', waiting)
  gauge('plat_http_unsent_bytes', 'Bytes of answers that clients have not read yet.', unsentBytes)
  gauge('plat_http_unsent_limit_bytes', 'Maximum of plat_http_unsent_bytes.', bounds.unsentMb * 1024 * 1024)

  const { catalogId, dataVersion, sample, counts, damage } = catalog
  const data = { catalog_id: catalogId, data_version: dataVersion, kind: sample ? 'sample' : 'imported' }
  info('plat_catalog_info', 'Always 1. The labels describe the data.', data)
  if (dataTimestampMs !== undefined) {
    const changed = 'When the catalog last changed, in seconds since 1970.'
    gauge('plat_catalog_data_timestamp_seconds', changed, dataTimestampMs / 1000)
  }
  const records = { name: 'plat_catalog_records', help: 'Records in the catalog, by kind.', labelNames: ['noun'] }
  const byNoun = new Gauge({ ...records, registers })
  for (const [noun, number] of Object.entries(counts)) byNoun.set({ noun }, number)
  gauge('plat_catalog_damaged', '1 if a part of the catalog could not be read.', damage === undefined ? 0 : 1)
  return registry
}
