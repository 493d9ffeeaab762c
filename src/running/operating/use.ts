import type { Snapshot } from '../../doors/http/counting/counts.ts'
import type { Latency, OperationUse } from './pages.ts'

type Samples = Snapshot[number]['values']

/** Returns the samples of a metric; an empty list if the metric does not exist. */
export function samplesOf(counted: Snapshot, name: string): Samples {
  return counted.find((metric) => metric.name === name)?.values ?? []
}

export function total(samples: Samples): number {
  return samples.reduce((sum, { value }) => sum + value, 0)
}

/** Returns the operations that were called, most requests first. */
export function operationsUsed(counted: Snapshot): readonly OperationUse[] {
  const used = samplesOf(counted, 'plat_http_requests_total')
  return Array.from(Map.groupBy(used, operationOf), ([operation, samples]) => {
    const own = (name: string) => samplesOf(counted, name).filter((sample) => operationOf(sample) === operation)
    return {
      operation,
      requests: total(samples),
      statuses: Object.fromEntries(samples.map(({ labels: { status }, value }) => [status, value])),
      credits: total(own('plat_credits_spent_total')),
      kept: total(own('plat_http_kept_answers_total')),
      workedS: total(own('plat_http_work_seconds_total')),
      latency: latencyOf(own('plat_http_request_duration_seconds').filter(({ labels }) => labels.status === '2xx')),
    }
  }).sort((a, b) => b.requests - a.requests)
}

function operationOf({ labels }: Samples[number]): string {
  return String(labels.operation)
}

/** Computes the latency from a histogram's samples: its buckets, then sum and count. Null without measurements. */
function latencyOf(histogram: Samples): Latency | null {
  const buckets = histogram.slice(0, -2)
  const [sumS = 0, calls = 0] = histogram.slice(-2).map(({ value }) => value)
  if (calls === 0) return null
  const ms = (share: number) => rounded(quantile(buckets, share * calls) * 1000)
  return { p50Ms: ms(0.5), p95Ms: ms(0.95), p99Ms: ms(0.99), meanMs: rounded((sumS / calls) * 1000) }
}

/**
 * Estimates a quantile, as if values were spread evenly within each bucket. Never exceeds the histogram's last bound.
 */
function quantile(buckets: Samples, wanted: number): number {
  let [from, below] = [0, 0]
  for (const { labels, value } of buckets.slice(0, -1)) {
    const bound = Number(labels.le)
    if (value >= wanted && value > below) return from + ((bound - from) * (wanted - below)) / (value - below)
    ;[from, below] = [bound, value]
  }
  return from
}

function rounded(ms: number): number {
  return Math.round(ms * 1000) / 1000
}
