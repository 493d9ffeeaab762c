import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { FAILURES, type FailureCode } from '../../../kit/base/failure.ts'
import { Counts, DURATIONS_S } from './counts.ts'

/** Counts the same in each thread, the numbers of which it is given. */
const COUNTING = `
  import { workerData } from 'node:worker_threads'
  const { Counts } = await import(workerData.module)
  const counts = new Counts(workerData.memory, workerData.lane)
  for (let call = 0; call < 20_000; call++) {
    counts.ended(call % 7, [200, 304, 404, 503, undefined][call % 5], 0.002, call % 3, call % 2 === 0)
    counts.worked(call % 7, 0.5)
    if (call % 5 === 2) counts.refused('home.unknown')
    if (call % 100 === 0) counts.turnedAway()
  }
`

test('what two threads count at the same time adds up, to the call and to the credit', async () => {
  const memory = Counts.memory(3)
  const module = new URL('./counts.ts', import.meta.url).href
  const threads = [1, 2].map((lane) => {
    const url = new URL(`data:text/javascript,${encodeURIComponent(COUNTING)}`)
    return once(new Worker(url, { workerData: { memory, lane, module } }), 'exit')
  })
  assert.deepEqual(await Promise.all(threads), [[0], [0]])
  const counts = new Counts(memory, 0)
  const wanted = { calls: 0, credits: 0, kept: 0, workedS: 0 }
  for (let route = 0; route < 7; route++) {
    const { latencies, credits, kept, workedS } = counts.route(route)
    const numbers = { '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0, gone: 0 }
    for (let call = route; call < 20_000; call += 7) {
      numbers[(['2xx', '3xx', '4xx', '5xx', 'gone'] as const)[call % 5] ?? 'gone'] += 2
      wanted.calls += 2
      wanted.credits += 2 * (call % 3)
      wanted.kept += call % 2 === 0 ? 2 : 0
      wanted.workedS += 1
    }
    for (const [outcome, number] of Object.entries(numbers)) {
      const { counts: buckets, bounds } = latencies[outcome as keyof typeof numbers] // a key of the same
      assert.deepEqual(
        buckets,
        [...bounds, 1].map((_, bucket) => (bucket === bounds.indexOf(0.0025) ? number : 0)),
      )
    }
    wanted.credits -= credits
    wanted.kept -= kept
    wanted.workedS -= workedS
  }
  assert.deepEqual(wanted, { calls: 40_000, credits: 0, kept: 0, workedS: 0 })
  assert.equal(counts.refusals().get('home.unknown'), 8000)
  assert.equal(counts.connectionsTurnedAway, 400)
})

test('a bound belongs to its bucket, and what is above all bounds to the last', () => {
  const counts = new Counts(Counts.memory(1), 0)
  const values = [0, ...DURATIONS_S, 10.001, 1e6]
  for (const value of values) counts.ended(0, 200, value, 0, false)
  const { counts: buckets, sum } = counts.route(0).latencies['2xx']
  assert.deepEqual(buckets, [2, ...DURATIONS_S.slice(1).map(() => 1), 2])
  assert.equal(
    sum,
    values.reduce((total, value) => total + value),
  )
})

test('each thread has its own state of its loop, and failures of every code are told apart', () => {
  const memory = Counts.memory(2)
  const [one, other] = [new Counts(memory, 0), new Counts(memory, 1)]
  one.looked(0.02, 0.5, 1000)
  one.looked(0, 0.25, 2000)
  other.looked(3, 1, 3000)
  const [first, second] = other.threads()
  assert.deepEqual([first?.busyS, first?.heapBytes, first?.delays.sum], [0.75, 2000, 0.02])
  assert.deepEqual([second?.busyS, second?.heapBytes, second?.delays.counts.at(-1)], [1, 3000, 1])
  const codes = Object.keys(FAILURES) as FailureCode[]
  for (const [number, code] of codes.entries()) for (let time = 0; time <= number; time++) one.refused(code)
  assert.deepEqual(
    [...other.refusals()],
    [...codes.entries()].map(([number, code]) => [code, number + 1]),
  )
})

test('there is no place for more routes than fit', () => {
  const counts = new Counts(Counts.memory(2), 0)
  assert.throws(() => counts.ended(256, 200, 0, 0, false), /room for 256 routes/)
})
