import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fixedClock } from '../base/clock.ts'
import { Fault } from '../base/failure.ts'
import type { Account, Plan } from './access.ts'
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

function account(keyId: string, plan = PLAN): Account {
  return { keyId, label: '', plan, periodStartMs: 0, periodEndMs: undefined }
}

test('keys that have everything back are forgotten, others are not', () => {
  const clock = fixedClock(1_000_000)
  const rates = new Rates(clock)
  for (let key = 0; key < 1_000; key++) rates.enter(account(`key_${key}`))
  for (let key = 1; key < 1_000; key++) rates.leave(account(`key_${key}`))
  rates.sweep()
  assert.equal(rates.size, 1_000)
  clock.set(1_000_500)
  rates.sweep()
  assert.equal(rates.size, 1)
  rates.leave(account('key_0'))
  rates.sweep()
  assert.equal(rates.size, 0)
})

test('a clock set back by a day costs a key at most one burst', () => {
  const clock = fixedClock(100_000_000)
  const rates = new Rates(clock)
  rates.enter(account('k'))
  clock.set(13_600_000)
  assert.deepEqual(rates.state(account('k')), { remaining: 0, resetS: 2 })
  clock.set(13_602_000)
  assert.ok(!(rates.enter(account('k')) instanceof Fault))
})

test('leaving without having entered is an error of ours', () => {
  assert.throws(() => new Rates(fixedClock(0)).leave(account('k')), /leave without enter/)
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
        const rates = new Rates(clock)
        const caller = account('k', { ...PLAN, requestsPerSecond: rate, burst })
        const grantedAtMs: number[] = []
        for (const pauseMs of pauses) {
          clock.set(clock.now() + pauseMs)
          const before = rates.state(caller)
          const outcome = rates.enter(caller)
          assert.equal(outcome instanceof Fault, before.remaining === 0)
          if (outcome instanceof Fault) continue
          rates.leave(caller)
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
      const rates = new Rates(clock)
      const caller = account('k', { ...PLAN, requestsPerSecond: rate, burst, callsInFlight: 1_000 })
      let refusal = rates.enter(caller)
      while (!(refusal instanceof Fault)) refusal = rates.enter(caller)
      clock.set(clock.now() + (refusal.extras.retryAfterS ?? 0) * 1000)
      assert.ok(!(rates.enter(caller) instanceof Fault))
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
    const caller = account('k', missesPerSecond === undefined ? PLAN : { ...PLAN, missesPerSecond })
    for (let miss = 0; miss < PLAN.burst; miss++) {
      assert.equal(rates.missesTooMany(caller), undefined)
      rates.miss(caller)
    }
    for (let more = 0; more < 3; more++) rates.miss(caller) // calls that were let in before
    const fault = rates.missesTooMany(caller)
    assert.deepEqual([fault?.code, fault?.status, fault?.extras.retryAfterS], ['misses.exceeded', 429, 1 / expected])
    assert.equal(rates.missesTooMany(account('other')), undefined)
    assert.deepEqual(rates.state(caller), { remaining: PLAN.burst, resetS: 0 })
    clock.set(1_000_000 + 1000 / expected)
    assert.equal(rates.missesTooMany(caller), undefined)
    rates.miss(caller)
    assert.ok(rates.missesTooMany(caller))
    rates.sweep()
    assert.equal(rates.size, 1)
    clock.set(2_000_000)
    rates.sweep()
    assert.equal(rates.size, 0)
  }
})
