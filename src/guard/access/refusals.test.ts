import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Fault } from '../../kit/base/failure.ts'
import type { Account } from './access.ts'
import { DEFAULT_PLANS } from './default-plans.ts'
import { readPlans } from './plans.ts'
import * as refusals from './refusals.ts'

const PLANS = readPlans(DEFAULT_PLANS, 'plans.yaml')
const TRIAL = PLANS.get('trial') ?? assert.fail()
const BASIC = PLANS.get('basic') ?? assert.fail()

function accountOn(plan: typeof TRIAL, periodEndMs: number | undefined): Account {
  return { keyId: 'key_1', label: '', plan, periodStartMs: 0, periodEndMs }
}

test('a plan that does not open an area is refused with the areas that it opens', () => {
  const account = accountOn({ ...TRIAL, areas: ['C'] }, undefined)
  refusals.requireOpen(account, 'C', false)
  assert.throws(
    () => refusals.requireOpen(account, 'A', false),
    (error) =>
      error instanceof Fault &&
      error.code === 'plan.area' &&
      error.message ===
        'Plan "trial" does not open area A (property data): it opens area C (experiences). Ask the operator for another plan.',
  )
})

test('only a plan that includes skip tracing allows it, and with skip: purpose only to keys that have one', () => {
  const refusesPeople = (account: Account, message: RegExp) =>
    assert.throws(
      () => refusals.requireOpen(account, 'A', true),
      (error) => error instanceof Fault && error.code === 'plan.skip' && message.test(error.message),
    )
  const basic = { ...accountOn(BASIC, undefined), limits: { purpose: 'Tenant screening' } }
  refusesPeople(basic, /does not include skip tracing/)
  refusals.requireOpen(basic, 'A', false)
  const pro = accountOn(PLANS.get('pro') ?? assert.fail(), undefined)
  refusesPeople(pro, /keys with a purpose, .* --purpose/)
  refusals.requireOpen(pro, 'A', false)
  refusals.requireOpen({ ...pro, limits: { purpose: 'Tenant screening' } }, 'A', true)
  refusals.requireOpen(accountOn({ ...BASIC, skip: true }, undefined), 'A', true)
})

test('the refusal of a used-up trial says that its 250 credits are given only once', () => {
  assert.equal(
    refusals.creditsExhausted(accountOn(TRIAL, undefined), 1, 0).message,
    'The 250 credits of plan "trial" are used up. They do not renew: ask the operator for another plan.',
  )
})

test('the refusal of a monthly plan says when the next period begins', () => {
  assert.equal(
    refusals.creditsExhausted(accountOn(BASIC, Date.parse('2026-12-20')), 6, 1).message,
    'This call costs 6 credits, but only 1 of the 10,000 credits of plan "basic" is left. The next period begins on 2026-12-20 00:00 UTC; for more before that, ask the operator for a larger plan.',
  )
})

test('a 429 says what the plan allows and carries the seconds to wait', () => {
  const rate = refusals.rateExceeded(BASIC, 1)
  assert.equal(rate.message, 'Plan "basic" allows 5 requests per second and 20 at once: send the next in 1 second.')
  assert.equal(rate.extras.retryAfterS, 1)
  assert.match(refusals.callsTooMany(BASIC).message, /^Plan "basic" allows 10 calls at the same time: wait/)
})
