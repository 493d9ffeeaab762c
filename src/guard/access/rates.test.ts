import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fixedClock } from '../../kit/base/clock.ts'
import { Fault } from '../../kit/base/failure.ts'
import type { Plan } from './access.ts'
import { Meter } from './meter.ts'
import { Rates } from './rates.ts'

const PLAN: Plan = {
  name: 'p',
  credits: 1,
  period: 'once',
  areas: ['A'],
  skip: false,
  requestsPerSecond: 2,
  burst: 4,
  callsInFlight: 3,
}

test('keys that have everything back are forgotten, others are not', () => {
  const clock = fixedClock(1_000_000)
  const rates = new Rates(clock)
  for (let key = 0; key < 1_000; key++) rates.meter(`key_${key}`).enter(PLAN, clock.now())
  for (let key = 1; key < 1_000; key++) rates.meter(`key_${key}`).leave()
  rates.sweep()
  assert.equal(rates.size, 1_000)
  clock.set(1_000_500)
  rates.sweep()
  assert.equal(rates.size, 1)
  rates.meter('key_0').leave()
  rates.sweep()
  assert.equal(rates.size, 0)
})

test('a clock set back by a day costs a key at most one burst', () => {
  const clock = fixedClock(100_000_000)
  const meter = Meter.make(1)
  meter.enter(PLAN, clock.now())
  clock.set(13_600_000)
  assert.deepEqual(meter.state(PLAN, clock.now()), { remaining: 0, resetS: 2 })
  clock.set(13_602_000)
  assert.ok(!(meter.enter(PLAN, clock.now()) instanceof Fault))
})

test('over any run of requests, no span yields more than the burst and the rate allow', () => {
  const pause = fc.integer({ min: 0, max: 1_500 })
  const requestsPerSecond = fc.constantFrom(0.3, 1, 3, 7, 100)
  fc.assert(
    fc.property(
      fc.array(pause, { maxLength: 100 }),
      requestsPerSecond,
      fc.integer({ min: 1, max: 9 }),
      (pauses, rate, burst) => {
        const clock = fixedClock(1_000_000)
        const meter = Meter.make(1)
        const plan = { ...PLAN, requestsPerSecond: rate, burst }
        const grantedAtMs: number[] = []
        for (const pauseMs of pauses) {
          clock.set(clock.now() + pauseMs)
          const before = meter.state(plan, clock.now())
          const outcome = meter.enter(plan, clock.now())
          assert.equal(outcome instanceof Fault, before.remaining === 0)
          if (outcome instanceof Fault) continue
          meter.leave()
          grantedAtMs.push(clock.now())
          for (const [index, sinceMs] of grantedAtMs.entries()) {
            const allowed = burst + ((clock.now() - sinceMs) / 1000) * rate
            assert.ok(grantedAtMs.length - index <= allowed + 0.01)
          }
        }
      },
    ),
  )
})

test('waiting as long as Retry-After says is always enough', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.01, max: 2_000, noNaN: true }), fc.integer({ min: 1, max: 20 }), (rate, burst) => {
      const clock = fixedClock(1_000_000)
      const meter = Meter.make(1)
      const plan = { ...PLAN, requestsPerSecond: rate, burst, callsInFlight: 1_000 }
      let refusal = meter.enter(plan, clock.now())
      while (!(refusal instanceof Fault)) refusal = meter.enter(plan, clock.now())
      clock.set(clock.now() + (refusal.extras.retryAfterS ?? 0) * 1000)
      assert.ok(!(meter.enter(plan, clock.now()) instanceof Fault))
    }),
  )
})

test('misses have a rate of their own: a burst, then half of the requests per second, or what the plan says', () => {
  for (const [missesPerSecond, expected] of [
    [undefined, 1],
    [0.5, 0.5],
  ] as const) {
    const clock = fixedClock(1_000_000)
    const rates = new Rates(clock)
    const meter = rates.meter('k')
    const plan = missesPerSecond === undefined ? PLAN : { ...PLAN, missesPerSecond }
    for (let miss = 0; miss < PLAN.burst; miss++) {
      assert.equal(meter.missesTooMany(plan, clock.now()), undefined)
      meter.miss(plan, clock.now())
    }
    for (let more = 0; more < 3; more++) meter.miss(plan, clock.now()) // calls that were let in before
    const fault = meter.missesTooMany(plan, clock.now())
    assert.deepEqual([fault?.code, fault?.status, fault?.extras.retryAfterS], ['misses.exceeded', 429, 1 / expected])
    assert.equal(rates.meter('other').missesTooMany(PLAN, clock.now()), undefined)
    assert.deepEqual(meter.state(plan, clock.now()), { remaining: PLAN.burst, resetS: 0 })
    clock.set(1_000_000 + 1000 / expected)
    assert.equal(meter.missesTooMany(plan, clock.now()), undefined)
    meter.miss(plan, clock.now())
    assert.ok(meter.missesTooMany(plan, clock.now()))
    rates.sweep()
    assert.equal(rates.size, 1)
    clock.set(2_000_000)
    rates.sweep()
    assert.equal(rates.size, 0)
  }
})
