import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Counts, sumOf } from '../../doors/http/counting/counts.ts'
import { operationsUsed } from './use.ts'

const [ONE, OTHER] = [{ operation: '/byzpid' }, { operation: '/search/bylocation' }]

test('percentiles match the values within the precision of the buckets', async () => {
  const counts = new Counts(1)
  for (let n = 1; n <= 100; n++) counts.ended(ONE, 200, n / 1000, 1, false) // latencies from 1 to 100 ms
  counts.ended(OTHER, 200, 60, 1, false)
  counts.ended({ operation: 'unknown' }, 404, 60, 0, false)
  const latencies = operationsUsed(await counts.snapshot()).map(({ latency }) => latency)
  assert.deepEqual(latencies, [
    { p50Ms: 50, p95Ms: 95, p99Ms: 99, meanMs: 50.5 },
    { p50Ms: 10_000, p95Ms: 10_000, p99Ms: 10_000, meanMs: 60_000 },
    null,
  ])
})

test('called operations are listed with their outcomes in all threads, busiest first', async () => {
  const [one, other] = [new Counts(0), new Counts(1)]
  one.ended(ONE, 200, 0.001, 1, false)
  other.ended(OTHER, 200, 0.001, 1, true)
  one.ended(OTHER, 404, 0.001, 0, false)
  one.ended(OTHER, undefined, 0.001, 0, false)
  other.worked.inc(OTHER, 0.5)
  const counted = sumOf([await one.snapshot(), await other.snapshot()])
  const rows = operationsUsed(counted).map(({ latency: _latency, ...rest }) => rest)
  const statuses = { '2xx': 1, '4xx': 1, gone: 1 }
  assert.deepEqual(rows, [
    { ...OTHER, requests: 3, statuses, credits: 1, kept: 1, workedS: 0.5 },
    { ...ONE, requests: 1, statuses: { '2xx': 1 }, credits: 1, kept: 0, workedS: 0 },
  ])
})
