import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { letIn } from '../../../../test/access/rate-simulation.ts'
import { SimulatedRates } from '../../../../test/access/simulated-rates.ts'
import { fixedClock } from '../../../kit/base/clock.ts'
import { Fault } from '../../../kit/base/failure.ts'
import type { Prepared } from '../../../kit/postgres/database.ts'
import type { Plan } from '../access.ts'
import { enterOnceLeased } from '../rates.ts'
import { SharedRates } from './shared-rates.ts'

const PLAN: Plan = {
  name: 'p',
  credits: 1,
  period: 'once',
  areas: ['A'],
  skip: false,
  requestsPerSecond: 10,
  burst: 20,
  callsInFlight: 1000,
}

/** Asks a node for calls until one is refused, at most so many; answers how many were let in. */
async function callsOf(rates: SharedRates, most: number, clock: { now(): number }): Promise<number> {
  const meter = rates.own.meter('k')
  for (let calls = 0; calls < most; calls++) {
    const entered =
      meter.enter(PLAN, clock.now()) ?? (await enterOnceLeased(meter, PLAN, clock, () => rates.lease('k')))
    if (entered instanceof Fault) return calls
    meter.leave()
  }
  return most
}

test('nodes together let through what the plan allows and no more, however calls come to them', async () => {
  const arrivals = fc.record({
    seed: fc.nat(),
    plan: fc.constantFrom(
      { ...PLAN, requestsPerSecond: 50, burst: 100 },
      { ...PLAN, requestsPerSecond: 5, burst: 20 },
      { ...PLAN, requestsPerSecond: 2, burst: 5 },
    ),
    nodes: fc.constantFrom(1, 2, 3),
    seconds: fc.constantFrom(10, 40),
    load: fc.constantFrom(0.5, 0.95, 1.1, 4),
    way: fc.constantFrom('one' as const, 'moving' as const, 'spread' as const),
    atOnce: fc.constantFrom(1, 10, 100),
  })
  const property = fc.asyncProperty(arrivals, async (asked) => {
    const { calls, alone } = await letIn(new SimulatedRates(), asked) // rejects where more are let through
    assert(calls >= alone * 0.95 - 1, `${calls} of ${alone} calls`)
  })
  await fc.assert(property, { numRuns: 25 })
})

test('a node that dies takes away no more than its lease, and no more is let through than the plan allows', async () => {
  for (let seed = 0; seed < 6; seed++) {
    const plan = { ...PLAN, requestsPerSecond: 50, burst: 100 }
    const dies = { seed, plan, nodes: 3, seconds: 20, load: 3, way: 'spread', atOnce: 1, dies: seed % 3 } as const
    const { calls, alone } = await letIn(new SimulatedRates(), dies)
    assert(calls >= alone * 0.95, `${calls} of ${alone} calls`)
  }
})

test('a node that calls come to steadily asks for a lease ahead of them, and hands it back when they end', async () => {
  const clock = fixedClock(1_000_000)
  const database = new SimulatedRates()
  const [one, other] = [new SharedRates(database, clock), new SharedRates(database, clock)]
  let waited = 0
  for (let call = 0; call < 10; call++) {
    if (one.own.meter('k').enter(PLAN, clock.now()) === undefined) {
      await one.lease('k')
      waited++
      assert.equal(await callsOf(one, 1, clock), 1)
    }
    clock.set(clock.now() + 100)
    await one.share()
  }
  assert(waited <= 2, `${waited} of 10 calls waited`)
  clock.set(clock.now() + 1000)
  await one.share()
  assert.equal(await callsOf(other, 25, clock), 20)
})

test('what could not be told while the database was gone is told once it is back, and once', async () => {
  const clock = fixedClock(1_000_000)
  const messages: unknown[] = []
  let isGone = true
  const query = async <Row extends object>({ name, values }: Prepared) => {
    if (isGone) throw new Error('gone')
    if (name === 'rates')
      for (const { key, takenMs, requestsMs, missesMs } of JSON.parse(String(values?.[3])))
        messages.push([key, takenMs, requestsMs, missesMs])
    return [{ node: 1 }] as object[] as Row[] // the number of the node
  }
  const rates = new SharedRates({ query }, clock)
  for (let time = 0; time < 2; time++) {
    const meter = rates.own.meter('k')
    assert.equal(await callsOf(rates, 1, clock), 1)
    meter.miss(PLAN, clock.now())
    await assert.rejects(rates.share(), /gone/)
    clock.set(clock.now() + 50)
  }
  isGone = false
  await rates.share()
  await rates.share()
  assert.deepEqual(messages, [['k', 1_000_050, 200, 400]])
})

test('while the database is gone a node lets through what the plan allows it alone, and leases count again afterwards', async () => {
  const clock = fixedClock(1_000_000)
  const database = new SimulatedRates()
  const [one, other] = [new SharedRates(database, clock), new SharedRates(database, clock)]
  database.isGone = true
  assert.equal(await callsOf(one, 25, clock), 20)
  database.isGone = false
  await one.share()
  assert.equal(await callsOf(other, 1, clock), 0)
  clock.set(clock.now() + 1000)
  assert.equal((await callsOf(other, 25, clock)) + (await callsOf(one, 25, clock)), 10)
})

test('misses of all nodes are made up for, though each lets through what it alone would', async () => {
  const clock = fixedClock(1_000_000)
  const database = new SimulatedRates()
  const nodes = [new SharedRates(database, clock), new SharedRates(database, clock), new SharedRates(database, clock)]
  let misses = 0
  for (let tick = 0; tick < 300; tick++) {
    for (const { own } of nodes)
      while (own.meter('k').missesTooMany(PLAN, clock.now()) === undefined) {
        own.meter('k').miss(PLAN, clock.now())
        misses++
      }
    for (const node of nodes) await node.share()
    clock.set(clock.now() + 100)
  }
  const allowed = PLAN.burst + 30 * (PLAN.requestsPerSecond / 2)
  assert(misses <= allowed + PLAN.burst, `${misses} misses where ${allowed} are allowed`)
})

test('calls that others have in flight take up places only as long as the others can be heard of', async () => {
  const clock = fixedClock(1_000_000)
  let isGone = false
  const query = async <Row>({ name }: Prepared) => {
    if (isGone) throw new Error('gone')
    const answers: Readonly<Record<string, object[]>> = {
      node: [{ node: 1 }],
      'in-flight': [{ keyId: 'k', calls: 1000 }],
    }
    return (answers[name] ?? []) as Row[] // as the statements answer
  }
  const rates = new SharedRates({ query }, clock)
  rates.own.meter('k').miss(PLAN, clock.now())
  await rates.share()
  assert.equal(await callsOf(rates, 1, clock), 0)
  isGone = true
  clock.set(clock.now() + 4000)
  await assert.rejects(rates.share(), /gone/)
  assert.equal(await callsOf(rates, 1, clock), 0)
  clock.set(clock.now() + 1000)
  await assert.rejects(rates.share(), /gone/)
  assert.equal(await callsOf(rates, 1, clock), 1)
})

test('a node that ends hands its leases back', async () => {
  const clock = fixedClock(1_000_000)
  const database = new SimulatedRates()
  const [one, other] = [new SharedRates(database, clock), new SharedRates(database, clock)]
  assert.equal(await callsOf(one, 2, clock), 2)
  clock.set(clock.now() + 100)
  await one.share()
  await one.close()
  assert.equal(await callsOf(other, 25, clock), 19)
})

test('a call whose key was found idle between its admission and its count is let in', async () => {
  const clock = fixedClock(1_000_000)
  const database = new SimulatedRates()
  let isIdle = false
  const query = async <Row extends object>(statement: Prepared) => {
    const rows = await database.query<Row>(statement)
    if (isIdle) rates.sweep() // while the answer is on its way
    return rows
  }
  const rates = new SharedRates({ query }, clock)
  const meter = rates.own.meter('k')
  assert.equal(await callsOf(rates, 1, clock), 1)
  clock.set(clock.now() + 60_000)
  isIdle = true
  await rates.share()
  assert(meter.retired)
  for (let call = 0; call < 5; call++) {
    const entered = await enterOnceLeased(meter, PLAN, clock, () => rates.lease('k'))
    assert(!(entered instanceof Fault))
  }
})
