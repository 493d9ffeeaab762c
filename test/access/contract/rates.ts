import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RateState } from '../../../src/guard/access/access.ts'
import { type ContractBackend, granted, openTrial, refusedWith, START_MS, TEN } from './backend.ts'

export function rates(backend: ContractBackend): void {
  test('a burst is let through, then as many requests as the plan allows per second', async (context) => {
    const { store, ...trial } = await openTrial(backend, context)
    const account = await trial.account((await trial.create('ten')).key)
    const enter = async (): Promise<RateState> => {
      const { rate: state } = granted(await store.access.enter(account))
      store.access.leave(account)
      return state
    }
    assert.deepEqual(await store.access.rate(account), { remaining: 4, resetS: 0 })
    assert.deepEqual(
      [await enter(), await enter(), await enter(), await enter()].map((state) => state.remaining),
      [3, 2, 1, 0],
    )
    assert.deepEqual(await store.access.rate(account), { remaining: 0, resetS: 2 })
    refusedWith(await store.access.enter(account), 'rate.exceeded', 1)
    trial.clock.set(START_MS + 499)
    refusedWith(await store.access.enter(account), 'rate.exceeded', 1)
    trial.clock.set(START_MS + 500)
    assert.deepEqual(await enter(), { remaining: 0, resetS: 2 })
    refusedWith(await store.access.enter(account), 'rate.exceeded', 1)
    trial.clock.set(START_MS + 60_000)
    assert.deepEqual(await store.access.rate(account), { remaining: 4, resetS: 0 })
  })

  test('no more calls run at the same time than the plan allows, and a refused call is not counted in the rate', async (context) => {
    const { store, ...trial } = await openTrial(backend, context)
    const account = await trial.account((await trial.create('ten')).key)
    for (let call = 0; call < TEN.callsInFlight; call++) granted(await store.access.enter(account))
    refusedWith(await store.access.enter(account), 'calls.too_many', 1)
    assert.equal((await store.access.rate(account)).remaining, 1)
    store.access.leave(account)
    assert.deepEqual(await store.access.enter(account), { rate: { remaining: 0, resetS: 2 } })
  })

  test('keys do not slow one another down', async (context) => {
    const { store, ...trial } = await openTrial(backend, context)
    const busy = await trial.account((await trial.create('ten')).key)
    const calm = await trial.account((await trial.create('ten')).key)
    for (let call = 0; call < TEN.callsInFlight; call++) granted(await store.access.enter(busy))
    assert.equal(granted(await store.access.enter(calm)).rate.remaining, 3)
  })
}
