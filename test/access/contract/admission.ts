import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEMO_KEY, writeKey } from '../../../src/guard/access/key-text.ts'
import { DAY_MS } from '../../../src/kit/base/clock.ts'
import { Fault } from '../../../src/kit/base/failure.ts'
import { type ContractBackend, DEMO, granted, openTrial, START_MS, TEN } from './backend.ts'

export function admission(backend: ContractBackend): void {
  test('an issued key is admitted with its plan and period, and its account does not reveal the secret', async (context) => {
    const trial = await openTrial(backend, context)
    const { key, info } = await trial.create('ten')
    const account = await trial.account(key)
    assert.equal(account.keyId, info.keyId)
    assert.equal(account.label, 'a label')
    assert.deepEqual(account.plan, TEN)
    assert.equal(account.periodStartMs, Date.parse('2026-11-20'))
    assert.equal(account.periodEndMs, Date.parse('2026-12-20'))
    assert.ok(!JSON.stringify([account, info]).includes(key.slice(5, 20)))
  })

  test('a missing key, a malformed key and an unknown key are refused with different codes', async (context) => {
    const trial = await openTrial(backend, context)
    await trial.refused(undefined, 'key.missing')
    await trial.refused('', 'key.missing')
    await trial.refused(`${DEMO_KEY}x`, 'key.malformed')
    await trial.refused('plat_', 'key.malformed')
    await trial.refused(writeKey(new Uint8Array(32).fill(7)), 'key.unknown')
  })

  test('a key is admitted by its id with the same account, even if its secrets change, until the key expires or is revoked', async (context) => {
    const trial = await openTrial(backend, context)
    const { access, keyring } = trial.store
    const { key, info } = await trial.create('ten', START_MS + DAY_MS)
    assert.deepEqual(granted(await access.admitId(info.keyId, false)), await trial.account(key))
    await trial.refused(info.keyId, 'key.malformed')
    const { key: next } = await keyring.rotate(info.keyId, 0)
    await trial.store.refresh()
    await trial.refused(key, 'key.expired')
    assert.deepEqual(granted(await access.admitId(info.keyId, false)), await trial.account(next))
    trial.clock.set(START_MS + DAY_MS)
    const expired = await access.admitId(info.keyId, false)
    assert.ok(expired instanceof Fault && expired.code === 'key.expired')
    const { info: other } = await trial.create('ten')
    await keyring.revoke(other.keyId)
    await trial.store.refresh()
    const revoked = await access.admitId(other.keyId, false)
    assert.ok(revoked instanceof Fault && revoked.code === 'key.revoked')
    const unknown = await access.admitId('key_none', false)
    assert.ok(unknown instanceof Fault && unknown.code === 'key.unknown')
  })

  test('a key is admitted until the exact time at which it expires', async (context) => {
    const trial = await openTrial(backend, context)
    const { key } = await trial.create('ten', START_MS + DAY_MS)
    trial.clock.set(START_MS + DAY_MS - 1)
    await trial.account(key)
    trial.clock.set(START_MS + DAY_MS)
    assert.match((await trial.refused(key, 'key.expired')).message, /until 2026-11-21 10:30 UTC/)
  })
}

export function demoKey(backend: ContractBackend): void {
  test('the demo key is admitted from this machine only, and only while the catalog is the sample', async (context) => {
    let sample = true
    const { access } = (await openTrial(backend, context, () => sample)).store
    const account = granted(await access.admit(DEMO_KEY, true))
    assert.deepEqual([account.keyId, account.plan], ['demo', DEMO])
    const far = await access.admit(DEMO_KEY, false)
    assert.ok(far instanceof Fault && far.code === 'key.unknown')
    assert.match(far.message, /from elsewhere, through a proxy, or to a Host that is not a loopback name/)
    sample = false
    const imported = await access.admit(DEMO_KEY, true)
    assert.ok(
      imported instanceof Fault && imported.code === 'key.unknown' && /is not the sample/.test(imported.message),
    )
    sample = true
    granted(await access.admit(DEMO_KEY, true))
  })

  test('calls from this machine have no advantage with other keys', async (context) => {
    const { access } = (await openTrial(backend, context)).store
    const unknown = await access.admit(writeKey(new Uint8Array(32)), true)
    assert.ok(unknown instanceof Fault && unknown.code === 'key.unknown')
  })
}
