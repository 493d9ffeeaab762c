import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Counts } from '../../doors/http/counting/counts.ts'
import { latencyOf, operationsUsed } from './use.ts'

const ROUTES = [
  { area: 'A', operation: '/byzpid' },
  { area: 'B', operation: '/byzpid' },
  { area: 'C', operation: 'unknown' },
] as const

test('percentiles lie where the values do, as near as the buckets tell', () => {
  const counts = new Counts(Counts.memory(2), 1)
  assert.equal(latencyOf(counts.route(0).latencies['2xx']), null)
  for (let n = 1; n <= 100; n++) counts.ended(0, 200, n / 1000, 1, false) // from 1 to 100 ms
  const latency = latencyOf(counts.route(0).latencies['2xx'])
  assert.deepEqual(latency, { p50Ms: 50, p95Ms: 95, p99Ms: 99, meanMs: 50.5 })
  counts.ended(1, 200, 60, 1, false)
  assert.deepEqual(latencyOf(counts.route(1).latencies['2xx']), {
    p50Ms: 10_000,
    p95Ms: 10_000,
    p99Ms: 10_000,
    meanMs: 60_000,
  })
})

test('operations that were called are told by how they ended, in all threads, the busiest first', () => {
  const memory = Counts.memory(2)
  const [one, other] = [new Counts(memory, 0), new Counts(memory, 1)]
  one.ended(0, 200, 0.001, 1, false)
  other.ended(1, 200, 0.001, 1, true)
  one.ended(1, 404, 0.001, 0, false)
  one.ended(1, undefined, 0.001, 0, false)
  other.worked(1, 0.5)
  const rows = operationsUsed(one, ROUTES).map(({ latency: _latency, ...rest }) => rest)
  assert.deepEqual(rows, [
    {
      area: 'B',
      operation: '/byzpid',
      requests: 3,
      statuses: { '2xx': 1, '4xx': 1, gone: 1 },
      credits: 1,
      kept: 1,
      workedS: 0.5,
    },
    { area: 'A', operation: '/byzpid', requests: 1, statuses: { '2xx': 1 }, credits: 1, kept: 0, workedS: 0 },
  ])
})
