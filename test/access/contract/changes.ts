import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from '../../../src/kit/base/clock.ts'
import { Fault } from '../../../src/kit/base/failure.ts'
import { type ContractBackend, DEMO, granted, MANY, ONCE, openTrial, remaining, START_MS, TEN } from './backend.ts'

export function secretChanges(backend: ContractBackend): void {
  test('a revoked key is refused within a second, and revoking again changes nothing', async (context) => {
    const trial = await openTrial(backend, context)
    const { key, info } = await trial.create('ten')
    await trial.account(key)
    const revoked = await trial.store.keyring.revoke(info.keyId)
    trial.clock.set(START_MS + 999)
    await trial.store.refresh()
    assert.match((await trial.refused(key, 'key.revoked')).message, /revoked on 2026-11-20/)
    assert.deepEqual((await trial.store.keyring.revoke(info.keyId)).revokedMs, revoked.revokedMs)
    await trial.refused((await trial.create('ten')).key.replace(/.$/, '!'), 'key.malformed')
  })

  test('after a rotation, both secrets work for the chosen time and share their credits', async (context) => {
    const trial = await openTrial(backend, context)
    const { key: old, info } = await trial.create('ten')
    await trial.spend(await trial.account(old), 4)
    const { key: fresh } = await trial.store.keyring.rotate(info.keyId, 3_600_000)
    await trial.store.refresh()
    trial.clock.set(START_MS + 3_599_999)
    await trial.spend(await trial.account(old), 3)
    assert.equal(await remaining(trial.store.access, await trial.account(fresh)), 3)
    trial.clock.set(START_MS + 3_600_000)
    assert.match((await trial.refused(old, 'key.expired')).message, /replaced by a newer key/)
    assert.equal((await trial.account(fresh)).keyId, info.keyId)
  })

  test('a second rotation never makes an older secret last longer', async (context) => {
    const trial = await openTrial(backend, context)
    const { key: first, info } = await trial.create('ten')
    const { key: second } = await trial.store.keyring.rotate(info.keyId, 1_000)
    await trial.store.keyring.rotate(info.keyId, 5_000)
    await trial.store.refresh()
    trial.clock.set(START_MS + 1_000)
    await trial.refused(first, 'key.expired')
    await trial.account(second)
  })

  test('a key can be named by its secret, and rotated or moved only until it is revoked', async (context) => {
    const { store, ...trial } = await openTrial(backend, context)
    const { key, info } = await trial.create('ten')
    assert.equal((await store.keyring.revoke(key)).keyId, info.keyId)
    await assert.rejects(
      store.keyring.rotate(info.keyId, 0),
      /^CommandFault: Key key_\w{8} was revoked on 2026-11-20: /,
    )
    await assert.rejects(store.keyring.changePlan(info.keyId, 'once'), /was revoked/)
    await assert.rejects(
      store.keyring.revoke('key_nobody'),
      /^CommandFault: There is no key "key_nobody"\. \.\/plat keys list/,
    )
    await assert.rejects(
      store.keyring.changePlan(info.keyId, 'gold'),
      /^CommandFault: There is no plan "gold"\. The plans in .* are ten/,
    )
  })
}

export function limitChanges(backend: ContractBackend): void {
  test('new limits apply within a second, replace the old limits, and survive a rotation and a restart', async (context) => {
    const { store, ...trial } = await openTrial(backend, context)
    const limits = { operations: ['/search'], isReadOnly: true }
    const { key, info } = await store.keyring.create({ plan: 'ten', label: '', limits })
    assert.deepEqual([info.limits, (await trial.account(key)).limits], [limits, limits])
    const narrower = { addresses: ['203.0.113.0/24'] }
    assert.deepEqual((await store.keyring.limit(info.keyId, narrower)).limits, narrower)
    await store.refresh()
    assert.deepEqual((await trial.account(key)).limits, narrower)
    const rotated = await store.keyring.rotate(info.keyId, 0)
    const reopened = await store.reopen()
    assert.deepEqual(granted(await reopened.admit(rotated.key, false)).limits, narrower)
    assert.equal((await store.keyring.limit(info.keyId, undefined)).limits, undefined)
    await store.keyring.revoke(info.keyId)
    await assert.rejects(store.keyring.limit(info.keyId, limits), /was revoked/)
  })

  test('each change of a key is logged with its time and operator, and a change without effect is not', async (context) => {
    const { store, clock, ...trial } = await openTrial(backend, context)
    const { info } = await trial.create('ten')
    const { keyId } = info
    clock.set(START_MS + 1)
    await store.keyring.rotate(keyId, 60_000)
    await store.keyring.limit(keyId, { isReadOnly: true })
    await store.keyring.addCredits(keyId, '5')
    await store.keyring.changePlan(keyId, 'many')
    await store.keyring.changePlan(keyId, 'many')
    await store.keyring.revoke(keyId)
    await store.keyring.revoke(keyId)
    const events = await store.keyring.events(100)
    assert.deepEqual(
      events.map(({ action, detail, atMs }) => [action, detail, atMs - START_MS]),
      [
        ['revoked', '', 1],
        ['plan changed', 'many', 1],
        ['credits added', '5', 1],
        ['limits changed', '{"isReadOnly":true}', 1],
        ['rotated', 'the old secret works for 60 s', 1],
        ['created', 'plan ten', 0],
      ],
    )
    assert.deepEqual([new Set(events.map((event) => `${event.keyId} ${event.by}`))], [new Set([`${keyId} ann`])])
    const reader = await store.read()
    assert.deepEqual(await reader.events(2), events.slice(0, 2))
    reader.close()
  })
}

export function quotaAlerts(backend: ContractBackend): void {
  test('a key that has used 80 % and 100 % of its credits is reported once each in a period', async (context) => {
    const { store, clock, ...trial } = await openTrial(backend, context)
    const { info } = await trial.create('ten')
    const used = async (credits: number) => {
      const access = await store.reopen() // closing stores the time of the last use
      const account = granted(await access.admitId(info.keyId, false))
      await access.settle(granted(await access.debit(account, { operation: '/byzpid', credits })))
      await store.reopen()
      return (await store.keyring.alerts(START_MS)).map((alert) => [alert.percent, alert.info.creditsUsed])
    }
    assert.deepEqual(await used(7), [])
    assert.deepEqual(await used(1), [[80, 8]])
    assert.deepEqual(await used(1), [])
    assert.deepEqual(await used(1), [[100, 10]])
    assert.deepEqual(await store.keyring.alerts(START_MS), [])
    clock.set(Date.parse('2026-12-20'))
    assert.deepEqual(await store.keyring.alerts(START_MS), [])
    assert.equal((await store.keyring.events(10)).filter(({ action }) => action === 'alerted').length, 2)
  })
}

export function planChanges(backend: ContractBackend): void {
  test('a new plan applies within a second and begins with unspent credits', async (context) => {
    const trial = await openTrial(backend, context)
    const { key, info } = await trial.create('ten')
    await trial.spend(await trial.account(key), 10)
    trial.clock.set(START_MS + 5 * DAY_MS)
    await trial.store.keyring.changePlan(info.keyId, 'many')
    await trial.store.refresh()
    const account = await trial.account(key)
    assert.deepEqual(account.plan, MANY)
    assert.equal(account.periodStartMs, Date.parse('2026-11-25'))
    assert.equal(await remaining(trial.store.access, account), 1_000)
    assert.deepEqual(await trial.store.access.usage(account), [])
  })

  test('a new plan begins with unspent credits, even on the first day of the old plan', async (context) => {
    const trial = await openTrial(backend, context)
    const { key, info } = await trial.create('ten')
    await trial.spend(await trial.account(key), 10)
    await trial.store.keyring.changePlan(info.keyId, 'once')
    await trial.store.refresh()
    assert.equal(await remaining(trial.store.access, await trial.account(key)), 10)
    const reopened = await trial.store.reopen()
    assert.equal(await remaining(reopened, granted(await reopened.admit(key, false))), 10)
  })

  test('moving a key to its current plan restores no credits', async (context) => {
    const trial = await openTrial(backend, context)
    const { key, info } = await trial.create('ten')
    await trial.spend(await trial.account(key), 10)
    await trial.store.keyring.changePlan(info.keyId, 'ten')
    await trial.store.refresh()
    assert.equal(await remaining(trial.store.access, await trial.account(key)), 0)
  })

  test('an edited plan applies within a second, and credits that were spent stay spent', async (context) => {
    const trial = await openTrial(backend, context)
    const { key } = await trial.create('ten')
    await trial.spend(await trial.account(key), 8)
    await trial.store.setPlans([{ ...TEN, credits: 12 }, ONCE, MANY, DEMO])
    assert.equal(await remaining(trial.store.access, await trial.account(key)), 4)
    await trial.store.setPlans([{ ...TEN, credits: 5 }, ONCE, MANY, DEMO])
    const account = await trial.account(key)
    assert.equal(await remaining(trial.store.access, account), 0)
    assert.ok(!((await trial.store.access.debit(account, { operation: '/free', credits: 0 })) instanceof Fault))
  })

  test('a plan that is edited from once to month gets periods, and loses them when the edit is undone; spent credits stay spent', async (context) => {
    const { store, clock, ...trial } = await openTrial(backend, context)
    const { key } = await trial.create('once')
    const before = await trial.account(key)
    await trial.spend(before, 4)
    const flying = granted(await store.access.debit(before, { operation: '/byzpid', credits: 3 }))
    await store.setPlans([TEN, { ...ONCE, period: 'month' }, MANY, DEMO])
    const month = await trial.account(key)
    assert.equal(month.periodEndMs, Date.parse('2026-12-20'))
    assert.equal(await remaining(store.access, month), 3)
    await store.access.settle(flying)
    assert.equal(await remaining(store.access, month), 3)
    clock.set(Date.parse('2026-12-20'))
    assert.equal(await remaining(store.access, await trial.account(key)), 10)
    await trial.spend(await trial.account(key), 2)
    await store.setPlans([TEN, ONCE, MANY, DEMO])
    assert.equal(await remaining(store.access, await trial.account(key)), 1)
    const reopened = await store.reopen()
    assert.equal(await remaining(reopened, granted(await reopened.admit(key, false))), 1)
  })

  test('added credits can be used within a second, only in the current period, and are recorded with the name of the operator', async (context) => {
    const { store, clock, ...trial } = await openTrial(backend, context)
    const { key, info } = await trial.create('ten')
    await trial.spend(await trial.account(key), 10)
    await store.keyring.addCredits(info.keyId, '4')
    const added = await store.keyring.addCredits(info.keyId, '1')
    assert.deepEqual([added.creditsAdded, added.creditsLimit], [5, 15])
    const addition = { keyId: info.keyId, addedMs: START_MS, by: 'ann' }
    assert.deepEqual(await store.keyring.additions(), [
      { ...addition, credits: 4 },
      { ...addition, credits: 1 },
    ])
    await store.refresh()
    const account = await trial.account(key)
    assert.deepEqual([account.plan.credits, await remaining(store.access, account)], [15, 5])
    await trial.spend(account, 5)
    assert.ok((await store.access.debit(account, { operation: '/byzpid', credits: 1 })) instanceof Fault)
    clock.set(Date.parse('2026-12-20'))
    assert.equal(await remaining(store.access, await trial.account(key)), 10)
    const [next] = await store.keyring.list()
    assert.deepEqual([next?.creditsUsed, next?.creditsAdded, next?.creditsLimit], [0, 0, 10])
  })

  test('added credits stay with the plan to which they were added', async (context) => {
    const trial = await openTrial(backend, context)
    const { key, info } = await trial.create('ten')
    await trial.store.keyring.addCredits(info.keyId, '4')
    await trial.store.keyring.changePlan(info.keyId, 'once')
    await trial.store.refresh()
    assert.equal(await remaining(trial.store.access, await trial.account(key)), 10)
  })

  test('credits to add must be a whole number of at least 1', async (context) => {
    const trial = await openTrial(backend, context)
    const { info } = await trial.create('ten')
    for (const wrong of ['0', '-3', '1.5', 'many', '', '9999999999999']) {
      await assert.rejects(
        trial.store.keyring.addCredits(info.keyId, wrong),
        /^CommandFault: The number of credits must be .*; you gave ".*"/,
      )
    }
  })

  test('a key whose plan was removed is refused until the plan is back', async (context) => {
    const trial = await openTrial(backend, context)
    const { key } = await trial.create('ten')
    await trial.store.setPlans([ONCE, MANY, DEMO])
    assert.match((await trial.refused(key, 'plan.unknown')).message, /"ten"/)
    await trial.store.setPlans([TEN, ONCE, MANY, DEMO])
    await trial.account(key)
  })
}
