import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixedClock } from '../../base/clock.ts'
import type { Prepared } from '../../base/postgres/database.ts'
import type { Account, Plan } from '../access.ts'
import { SharedRates } from './shared-rates.ts'

const PLAN: Plan = {
  name: 'p',
  credits: 1,
  period: 'once',
  areas: ['A'],
  skip: false,
  requestsPerSecond: 10,
  burst: 20,
  callsInFlight: 3,
}
const ACCOUNT: Account = { keyId: 'k', label: '', plan: PLAN, periodStartMs: 0, periodEndMs: undefined }

test('what could not be told while the database was gone is told once it is back, and once', async () => {
  const clock = fixedClock(1_000_000)
  const told: unknown[] = []
  let isGone = true
  const query = async ({ name, values }: Prepared) => {
    if (isGone) throw new Error('gone')
    if (name === 'rates') told.push(values?.slice(0, 4))
    return []
  }
  const rates = new SharedRates({ query }, clock)
  for (let time = 0; time < 2; time++) {
    rates.enter(ACCOUNT)
    rates.leave(ACCOUNT)
    rates.miss(ACCOUNT)
    await assert.rejects(rates.share(), /gone/)
    clock.set(clock.now() + 50)
  }
  isGone = false
  await rates.share()
  await rates.share()
  assert.deepEqual(told, [[['k'], [1_000_000], [200], [400]]])
})

test('calls that others have in flight take up places only as long as the others can be heard of', async () => {
  const clock = fixedClock(1_000_000)
  let isGone = false
  const query = async <Row>({ name }: Prepared) => {
    if (isGone) throw new Error('gone')
    const answers: Readonly<Record<string, object[]>> = { node: [{ node: 1 }], 'in-flight': [{ keyId: 'k', calls: 3 }] }
    return (answers[name] ?? []) as Row[] // as the statements answer
  }
  const rates = new SharedRates({ query }, clock)
  rates.miss(ACCOUNT)
  await rates.share()
  const isLetIn = () => 'remaining' in rates.enter(ACCOUNT)
  assert.equal(isLetIn(), false)
  isGone = true
  clock.set(clock.now() + 4000)
  await assert.rejects(rates.share(), /gone/)
  assert.equal(isLetIn(), false)
  clock.set(clock.now() + 1000)
  await assert.rejects(rates.share(), /gone/)
  assert.equal(isLetIn(), true)
})
