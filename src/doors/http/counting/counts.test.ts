import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Counts, type Snapshot, sumOf } from './counts.ts'

const ROUTES = ['/search/byaddress', '/byzpid', 'unknown'].map((operation) => ({ operation }))
const ENDINGS = { 200: '2xx', 304: '3xx', 404: '4xx', 503: '5xx', 0: 'gone' }

/** Transfers the metrics of several threads to this thread, and adds them up. */
async function gathered(...threads: readonly Counts[]): Promise<Snapshot> {
  return sumOf(structuredClone(await Promise.all(threads.map((counts) => counts.snapshot()))))
}

function sumIn(counted: Snapshot, name: string, wanted: Readonly<Record<string, string | number>> = {}): number {
  const isWanted = (labels: Partial<Record<string, string | number>>) =>
    Object.entries(wanted).every(([label, value]) => labels[label] === value)
  const samples = counted.flatMap(({ name: metric, values }) => (metric === name ? values : []))
  return samples.filter(({ labels }) => isWanted(labels)).reduce((sum, { value }) => sum + value, 0)
}

test('the counts of two threads add up exactly, in calls and in credits', async () => {
  const threads = [new Counts(1), new Counts(2)]
  const statuses = Object.keys(ENDINGS).map(Number)
  for (const counts of threads) {
    for (let call = 0; call < 3000; call++) {
      const [route, status] = [ROUTES[call % 3], statuses[call % 5]]
      assert(route !== undefined)
      counts.ended(route, status || undefined, 0.002, call % 4, call % 2 === 0)
      counts.worked.inc(route, 0.5)
      if (status === 404) counts.refusals.inc({ code: 'home.unknown' })
      if (call % 100 === 0) counts.turnedAway.inc()
    }
  }
  const counted = await gathered(...threads)
  for (const route of ROUTES) {
    for (const status of Object.values(ENDINGS)) {
      assert.equal(sumIn(counted, 'plat_http_requests_total', { ...route, status }), 400)
    }
    assert.equal(sumIn(counted, 'plat_http_work_seconds_total', route), 1000)
    assert.equal(sumIn(counted, 'plat_credits_spent_total', route), 3000)
    assert.equal(sumIn(counted, 'plat_http_kept_answers_total', route), 1000)
    const bucket = { ...route, status: '2xx', le: 0.0025 }
    assert.equal(sumIn(counted, 'plat_http_request_duration_seconds', bucket), 400)
  }
  assert.equal(sumIn(counted, 'plat_http_refusals_total', { code: 'home.unknown' }), 1200)
  assert.equal(sumIn(counted, 'plat_http_connections_turned_away_total'), 60)
})

test('the counts of a dead thread are kept, and the thread in its place adds to them', async () => {
  const [dead, next] = [new Counts(1), new Counts(1)]
  for (const counts of [next, dead, dead]) counts.ended({ operation: '/byzpid' }, 200, 0.1, 2, false)
  const [living, ...others] = [await gathered(next), await gathered(dead)]
  const counted = sumOf([living, ...others])
  assert.equal(sumIn(counted, 'plat_credits_spent_total'), 6)
  const heap = { thread: 1 }
  assert.equal(sumIn(counted, 'plat_heap_used_bytes', heap), sumIn(living, 'plat_heap_used_bytes', heap))
})

test('a blocked event loop shows as late and busy, in the thread that blocked it', async () => {
  await pause(1) // the event loop continues here
  const counts = new Counts(1)
  const unwatch = counts.watchLoop()
  const untilMs = performance.now() + 400
  while (performance.now() < untilMs);
  await pause(150)
  unwatch()
  const counted = await gathered(new Counts(0), counts)
  const of = (name: string) => sumIn(counted, name, { thread: 1 })
  const inTime = sumIn(counted, 'plat_event_loop_delay_seconds', { thread: 1, le: 0.25 })
  const all = sumIn(counted, 'plat_event_loop_delay_seconds', { thread: 1, le: '+Inf' })
  assert.ok(inTime < all, `${all - inTime} of ${all} looks were late`)
  assert.ok(of('plat_event_loop_busy_seconds_total') > 0.25 && of('plat_heap_used_bytes') > 1e6)
  assert.equal(sumIn(counted, 'plat_event_loop_delay_seconds', { thread: 0 }), 0)
})
