import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { missRateOf } from './plans.ts'
import { type CallLimits, Rates } from './rates.ts'

const LIMITS: CallLimits = {
  requests: { perSecond: 2, burst: 4 },
  misses: { perSecond: 1, burst: 4 },
  callsInFlight: 3,
}
const START_MS = 1_000_000

test('only keys with full buckets and without unfinished calls are dropped from memory', () => {
  const rates = new Rates()
  for (let key = 0; key < 1_000; key++) rates.enter(`key_${key}`, LIMITS, START_MS)
  for (let key = 1; key < 1_000; key++) rates.leave(`key_${key}`)
  rates.sweep(START_MS)
  assert.equal(rates.size, 1_000)
  rates.sweep(START_MS + 500)
  assert.equal(rates.size, 1)
  rates.leave('key_0')
  rates.sweep(START_MS + 500)
  assert.equal(rates.size, 0)
  assert.throws(() => rates.leave('key_0'), /leave without enter/)
})

test('a clock set back by a day costs a key at most one burst', () => {
  const rates = new Rates()
  rates.enter('k', LIMITS, 100_000_000)
  assert.deepEqual(rates.state('k', LIMITS, 13_600_000), { remaining: 0, resetS: 2 })
  assert.ok('remaining' in rates.enter('k', LIMITS, 13_602_000))
})

test('in any series of requests, no span of time has more accepted requests than the burst and the rate allow', () => {
  const pause = fc.integer({ min: 0, max: 1_500 })
  const requestsPerSecond = fc.constantFrom(0.3, 1, 3, 7, 100)
  fc.assert(
    fc.property(
      fc.array(pause, { maxLength: 100 }),
      requestsPerSecond,
      fc.integer({ min: 1, max: 9 }),
      (pauses, perSecond, burst) => {
        const rates = new Rates()
        const limits = { ...LIMITS, requests: { perSecond, burst } }
        const grantedAtMs: number[] = []
        let nowMs = START_MS
        for (const pauseMs of pauses) {
          nowMs += pauseMs
          const before = rates.state('k', limits, nowMs)
          const outcome = rates.enter('k', limits, nowMs)
          assert.equal('limit' in outcome, before.remaining === 0)
          if ('limit' in outcome) continue
          rates.leave('k')
          grantedAtMs.push(nowMs)
          for (const [index, sinceMs] of grantedAtMs.entries()) {
            const allowed = burst + ((nowMs - sinceMs) / 1000) * perSecond
            assert.ok(grantedAtMs.length - index <= allowed + 0.01)
          }
        }
      },
    ),
  )
})

test('waiting as long as a refusal says is always enough', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.01, max: 2_000, noNaN: true }),
      fc.integer({ min: 1, max: 20 }),
      (perSecond, burst) => {
        const rates = new Rates()
        const limits = { ...LIMITS, requests: { perSecond, burst }, callsInFlight: 1_000 }
        let refusal = rates.enter('k', limits, START_MS)
        while (!('limit' in refusal)) refusal = rates.enter('k', limits, START_MS)
        assert.ok('waitMs' in refusal)
        assert.ok(!('limit' in rates.enter('k', limits, START_MS + Math.ceil(refusal.waitMs))))
      },
    ),
  )
})

test('error answers have a separate rate limit: a burst, then half of the requests per second or the rate in the plan', () => {
  const plan = { requestsPerSecond: 2, burst: 4 } as Parameters<typeof missRateOf>[0]
  for (const [missesPerSecond, waitMs] of [
    [undefined, 1000],
    [0.5, 2000],
  ] as const) {
    const rates = new Rates()
    const misses = missRateOf(missesPerSecond === undefined ? plan : { ...plan, missesPerSecond })
    const limits = { ...LIMITS, misses }
    for (let miss = 0; miss < 4; miss++) assert.equal(rates.miss('k', limits, START_MS), 0)
    assert.equal(Math.round(rates.miss('k', limits, START_MS)), waitMs)
    assert.ok('limit' in rates.enter('k', limits, START_MS))
    assert.equal(rates.miss('other', limits, START_MS), 0)
    assert.deepEqual(rates.state('k', limits, START_MS), { remaining: 4, resetS: 0 })
    assert.equal(rates.miss('k', limits, START_MS + waitMs), 0)
    rates.sweep(START_MS + waitMs)
    assert.equal(rates.size, 1)
    rates.sweep(START_MS + 10 * waitMs)
    assert.equal(rates.size, 0)
  }
})
