import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from '../../../src/base/clock.ts'
import { Fault } from '../../../src/base/failure.ts'
import { type ContractBackend, DEMO, deskOf, granted, MANY, ONCE, START_MS, TEN } from './backend.ts'

export function secretChanges(backend: ContractBackend): void {
  test('a revoked key is refused within a second, and revoking again changes nothing', async (context) => {
    const desk = await deskOf(backend, context)
    const { key, info } = await desk.create('ten')
    await desk.account(key)
    const revoked = await desk.store.keyring.revoke(info.keyId)
    desk.clock.set(START_MS + 999)
    await desk.store.refresh()
    assert.match((await desk.refused(key, 'key.revoked')).message, /revoked on 2026-11-20/)
    assert.deepEqual((await desk.store.keyring.revoke(info.keyId)).revokedMs, revoked.revokedMs)
    await desk.refused((await desk.create('ten')).key.replace(/.$/, '!'), 'key.malformed')
  })

  test('after a rotation both secrets are good for the chosen time and share one purse', async (context) => {
    const desk = await deskOf(backend, context)
    const { key: old, info } = await desk.create('ten')
    await desk.spend(await desk.account(old), 4)
    const { key: fresh } = await desk.store.keyring.rotate(info.keyId, 3_600_000)
    await desk.store.refresh()
    desk.clock.set(START_MS + 3_599_999)
    await desk.spend(await desk.account(old), 3)
    assert.equal(await desk.store.access.remaining(await desk.account(fresh)), 3)
    desk.clock.set(START_MS + 3_600_000)
    assert.match((await desk.refused(old, 'key.expired')).message, /replaced by a newer one/)
    assert.equal((await desk.account(fresh)).keyId, info.keyId)
  })

  test('a second rotation never makes an older secret last longer', async (context) => {
    const desk = await deskOf(backend, context)
    const { key: first, info } = await desk.create('ten')
    const { key: second } = await desk.store.keyring.rotate(info.keyId, 1_000)
    await desk.store.keyring.rotate(info.keyId, 5_000)
    await desk.store.refresh()
    desk.clock.set(START_MS + 1_000)
    await desk.refused(first, 'key.expired')
    await desk.account(second)
  })

  test('a key can be named by its secret, and rotated or moved only while it is good', async (context) => {
    const { store, ...desk } = await deskOf(backend, context)
    const { key, info } = await desk.create('ten')
    assert.equal((await store.keyring.revoke(key)).keyId, info.keyId)
    await assert.rejects(
      store.keyring.rotate(info.keyId, 0),
      /^CommandFault: Key key_\w{8} was revoked on 2026-11-20: /,
    )
    await assert.rejects(store.keyring.changePlan(info.keyId, 'once'), /was revoked/)
    await assert.rejects(
      store.keyring.revoke('key_nobody'),
      /^CommandFault: There is no key "key_nobody": accepted are/,
    )
    await assert.rejects(
      store.keyring.changePlan(info.keyId, 'gold'),
      /^CommandFault: Unknown plan "gold": accepted are ten/,
    )
  })
}

export function planChanges(backend: ContractBackend): void {
  test('another plan is in force within a second and begins with unspent credits', async (context) => {
    const desk = await deskOf(backend, context)
    const { key, info } = await desk.create('ten')
    await desk.spend(await desk.account(key), 10)
    desk.clock.set(START_MS + 5 * DAY_MS)
    await desk.store.keyring.changePlan(info.keyId, 'many')
    await desk.store.refresh()
    const account = await desk.account(key)
    assert.deepEqual(account.plan, MANY)
    assert.equal(account.periodStartMs, Date.parse('2026-11-25'))
    assert.equal(await desk.store.access.remaining(account), 1_000)
    assert.deepEqual(await desk.store.access.usage(account), [])
  })

  test('another plan begins with unspent credits on the very day of the old one', async (context) => {
    const desk = await deskOf(backend, context)
    const { key, info } = await desk.create('ten')
    await desk.spend(await desk.account(key), 10)
    await desk.store.keyring.changePlan(info.keyId, 'once')
    await desk.store.refresh()
    assert.equal(await desk.store.access.remaining(await desk.account(key)), 10)
    const reopened = await desk.store.reopen()
    assert.equal(await reopened.remaining(granted(await reopened.admit(key, false))), 10)
  })

  test('moving a key to the plan that it is on gives no credits back', async (context) => {
    const desk = await deskOf(backend, context)
    const { key, info } = await desk.create('ten')
    await desk.spend(await desk.account(key), 10)
    await desk.store.keyring.changePlan(info.keyId, 'ten')
    await desk.store.refresh()
    assert.equal(await desk.store.access.remaining(await desk.account(key)), 0)
  })

  test('an edited plan is in force within a second, and credits spent stay spent', async (context) => {
    const desk = await deskOf(backend, context)
    const { key } = await desk.create('ten')
    await desk.spend(await desk.account(key), 8)
    await desk.store.setPlans([{ ...TEN, credits: 12 }, ONCE, MANY, DEMO])
    assert.equal(await desk.store.access.remaining(await desk.account(key)), 4)
    await desk.store.setPlans([{ ...TEN, credits: 5 }, ONCE, MANY, DEMO])
    const account = await desk.account(key)
    assert.equal(await desk.store.access.remaining(account), 0)
    assert.ok(!((await desk.store.access.reserve(account, '/free', 0)) instanceof Fault))
  })

  test('a plan edited from once to month has periods from then on, and back again none; what was spent on their days stays spent', async (context) => {
    const { store, clock, ...desk } = await deskOf(backend, context)
    const { key } = await desk.create('once')
    const before = await desk.account(key)
    await desk.spend(before, 4)
    const flying = granted(await store.access.reserve(before, '/byzpid', 3))
    await store.setPlans([TEN, { ...ONCE, period: 'month' }, MANY, DEMO])
    const month = await desk.account(key)
    assert.equal(month.periodEndMs, Date.parse('2026-12-20'))
    assert.equal(await store.access.remaining(month), 3)
    await store.access.settle(flying)
    assert.equal(await store.access.remaining(month), 3)
    clock.set(Date.parse('2026-12-20'))
    assert.equal(await store.access.remaining(await desk.account(key)), 10)
    await desk.spend(await desk.account(key), 2)
    await store.setPlans([TEN, ONCE, MANY, DEMO])
    assert.equal(await store.access.remaining(await desk.account(key)), 1)
    const reopened = await store.reopen()
    assert.equal(await reopened.remaining(granted(await reopened.admit(key, false))), 1)
  })

  test('a key whose plan was taken away is refused until the plan is back', async (context) => {
    const desk = await deskOf(backend, context)
    const { key } = await desk.create('ten')
    await desk.store.setPlans([ONCE, MANY, DEMO])
    assert.match((await desk.refused(key, 'plan.unknown')).message, /"ten"/)
    await desk.store.setPlans([TEN, ONCE, MANY, DEMO])
    await desk.account(key)
  })
}
