import type { Histogram } from '../../doors/http/counting/buckets.ts'
import { type Counts, OUTCOMES, type RouteCounts } from '../../doors/http/counting/counts.ts'
import type { CountedRoute } from '../../doors/http/routes/counted-routes.ts'
import type { Latency, OperationUse } from './pages.ts'

/** Returns the routes that were called, the one with the most requests first. */
export function operationsUsed(counts: Counts, routes: readonly CountedRoute[]): readonly OperationUse[] {
  return routes
    .map((route, number) => operationUse(route, counts.route(number)))
    .filter(({ requests }) => requests > 0)
    .sort((a, b) => b.requests - a.requests)
}

function operationUse({ area, operation }: CountedRoute, counted: RouteCounts): OperationUse {
  const { latencies, credits, kept, workedS } = counted
  const statuses = Object.fromEntries(
    OUTCOMES.map((outcome) => [outcome, callsIn(latencies[outcome])] as const).filter(([, calls]) => calls > 0),
  )
  const requests = Object.values(statuses).reduce((sum, calls) => sum + calls, 0)
  return { area, operation, requests, statuses, credits, kept, workedS, latency: latencyOf(latencies['2xx']) }
}

/** Returns null where nothing was measured. */
export function latencyOf(histogram: Histogram): Latency | null {
  const calls = callsIn(histogram)
  if (calls === 0) return null
  const ms = (share: number) => rounded(quantile(histogram, share) * 1000)
  return { p50Ms: ms(0.5), p95Ms: ms(0.95), p99Ms: ms(0.99), meanMs: rounded((histogram.sum / calls) * 1000) }
}

/** Estimates a quantile, with values spread evenly between the bounds of each bucket. The last bound caps it. */
function quantile({ bounds, counts }: Histogram, share: number): number {
  const wanted = share * counts.reduce((sum, count) => sum + count, 0)
  let below = 0
  for (const [bucket, bound] of bounds.entries()) {
    const count = counts[bucket] ?? 0
    if (count > 0 && below + count >= wanted) {
      const from = bounds[bucket - 1] ?? 0
      return from + ((bound - from) * (wanted - below)) / count
    }
    below += count
  }
  return bounds.at(-1) ?? 0
}

function callsIn({ counts }: Histogram): number {
  return counts.reduce((sum, count) => sum + count, 0)
}

function rounded(ms: number): number {
  return Math.round(ms * 1000) / 1000
}
