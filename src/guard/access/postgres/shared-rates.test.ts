import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixedClock } from '../../../kit/base/clock.ts'
import type { Prepared } from '../../../kit/postgres/database.ts'
import type { Plan } from '../access.ts'
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

test('what could not be told while the database was gone is told once it is back, and once', async () => {
  const clock = fixedClock(1_000_000)
  const messages: unknown[] = []
  let isGone = true
  const query = async ({ name, values }: Prepared) => {
    if (isGone) throw new Error('gone')
    if (name === 'rates') messages.push(values?.slice(0, 4))
    return []
  }
  const rates = new SharedRates({ query }, clock)
  for (let time = 0; time < 2; time++) {
    const meter = rates.own.meter('k')
    meter.enter(PLAN, clock.now())
    meter.leave()
    meter.miss(PLAN, clock.now())
    await assert.rejects(rates.share(), /gone/)
    clock.set(clock.now() + 50)
  }
  isGone = false
  await rates.share()
  await rates.share()
  assert.deepEqual(messages, [[['k'], [1_000_000], [200], [400]]])
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
  const meter = rates.own.meter('k')
  meter.miss(PLAN, clock.now())
  await rates.share()
  const isLetIn = () => 'remaining' in meter.enter(PLAN, clock.now())
  assert.equal(isLetIn(), false)
  isGone = true
  clock.set(clock.now() + 4000)
  await assert.rejects(rates.share(), /gone/)
  assert.equal(isLetIn(), false)
  clock.set(clock.now() + 1000)
  await assert.rejects(rates.share(), /gone/)
  assert.equal(isLetIn(), true)
})
