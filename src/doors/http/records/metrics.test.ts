import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readExposition } from '../../../../test/http/read-exposition.ts'
import { FAILURES } from '../../../kit/base/failure.ts'
import { programVersion } from '../../../kit/base/program.ts'
import { programFingerprint } from '../content/program.ts'
import { Counts, sumOf } from '../counting/counts.ts'
import { Holdings, makeLane } from '../load/service-lane.ts'
import { metricsPage } from './metrics.ts'

const lane = makeLane(2)

/** Characters that Prometheus labels must escape. */
const ODD = 'a "b" \\ c\nd \\n é'

const [main, other] = [new Counts(0), new Counts(1)]

async function page(): Promise<string> {
  return metricsPage({
    counted: sumOf([await main.snapshot(), await other.snapshot()]),
    held: new Holdings(lane),
    bounds: { connections: 7, unsentMb: 2 },
    catalog: {
      catalogId: ODD,
      dataVersion: 'c1-4',
      sample: false,
      counts: { home: 3 } as Parameters<typeof metricsPage>[0]['catalog']['counts'], // the metrics page uses only these counts
      damage: 'A block is damaged.',
    },
    dataTimestampMs: 1_700_000_000_500,
    startedMs: 1_600_000_000_000,
  })
}

test('the page has the metrics of all threads, each with its own labels', async () => {
  const echo = { operation: '/pro/Echo' }
  main.ended(echo, 200, 0.003, 1, false)
  other.ended(echo, 200, 0.7, 2, true)
  other.ended({ operation: '/' }, undefined, 0.1, 0, false)
  other.ended({ operation: 'unknown' }, 404, 0.1, 0, false)
  other.worked.inc(echo, 0.25)
  other.refusals.inc({ code: 'route.unknown' })
  other.turnedAway.inc()
  main.threadDeaths.inc()
  other.failedAfterAnswer.inc()
  for (const waitedS of [0, 0.3]) other.waits.observe(waitedS)
  const held = new Holdings({ ...lane, lane: 1 })
  held.add('unsentBytes', 99)
  held.add('running', 2)
  const metrics = readExposition(await page())
  assert.equal(metrics.value('plat_http_requests_total', { ...echo, status: '2xx' }), 2)
  const bucket = (le: string) =>
    metrics.value('plat_http_request_duration_seconds_bucket', { ...echo, status: '2xx', le })
  assert.deepEqual([bucket('0.0025'), bucket('0.005'), bucket('0.5'), bucket('1'), bucket('+Inf')], [0, 1, 1, 2, 2])
  assert.equal(metrics.value('plat_http_request_duration_seconds_sum', { ...echo, status: '2xx' }), 0.703)
  assert.equal(metrics.value('plat_http_requests_total', { operation: '/', status: 'gone' }), 1)
  assert.equal(metrics.value('plat_http_requests_total', { operation: 'unknown', status: '4xx' }), 1)
  assert.equal(metrics.sum('plat_http_requests_total'), 4)
  assert.equal(metrics.value('plat_credits_spent_total', echo), 3)
  assert.equal(metrics.value('plat_http_kept_answers_total', echo), 1)
  assert.equal(metrics.value('plat_http_work_seconds_total', echo), 0.25)
  assert.equal(metrics.value('plat_http_refusals_total', { code: 'route.unknown' }), 1)
  for (const code of Object.keys(FAILURES)) assert.ok(metrics.has('plat_http_refusals_total', { code }), code)
  assert.deepEqual(
    [metrics.value('plat_http_queue_seconds_count'), metrics.value('plat_http_queue_seconds_sum')],
    [2, 0.3],
  )
  assert.equal(metrics.value('plat_http_connections_turned_away_total'), 1)
  assert.equal(metrics.value('plat_thread_deaths_total'), 1)
  assert.equal(metrics.value('plat_http_failures_after_answer_total'), 1)
  assert.deepEqual([metrics.value('plat_http_unsent_bytes'), metrics.value('plat_http_running_calls')], [99, 2])
  const build = { version: programVersion(), build: programFingerprint(), node: process.version }
  assert.equal(metrics.value('plat_build_info', build), 1)
  const info = { catalog_id: ODD, data_version: 'c1-4', kind: 'imported' }
  assert.equal(metrics.value('plat_catalog_info', info), 1)
  assert.equal(metrics.value('plat_catalog_data_timestamp_seconds'), 1_700_000_000.5)
  assert.equal(metrics.value('plat_catalog_damaged'), 1)
})

test('the docs explain every metric, and no metric that does not exist', async () => {
  const metricNames = [...readExposition(await page()).types.keys()].sort()
  const docs = readFileSync(new URL('../../../../docs/operating.md', import.meta.url), 'utf8')
  const table = docs.split('\n').filter((line) => line.startsWith('| `plat_') || line.startsWith('| `process_'))
  const explained = [...table.join('\n').matchAll(/`((?:plat|process)_\w+)`/g)].map(([, name]) => name ?? '')
  assert.deepEqual([...new Set(explained)].sort(), metricNames)
  const asked = [...docs.matchAll(/\b((?:plat|process)_[a-z_]+)\b/g)].map(([, name]) => name ?? '')
  for (const name of asked) assert.ok(metricNames.includes(name.replace(/_(bucket|sum|count)$/, '')), name)
})
