import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DuePoke, OpenSubscriptions, Poke, Webhook } from '../../src/guard/subscriptions/index.ts'
import type { TakeLimits } from '../../src/guard/subscriptions/poke-queue.ts'
import type { FixedClock } from './contract.ts'

const LIMITS: TakeLimits = { limit: 10, perHost: 10, exceptHosts: [], leaseMs: 60_000 }
const FAILED = { waitMs: 1000, restMs: 500, reason: 'It answered 500.' }

/** Defines the tests of notifications that every backend must pass. `kept` returns an empty store for each test. */
export function pokeContract(kept: () => OpenSubscriptions, clock: FixedClock): void {
  const pokes = () => kept().pokes
  const hook = (url = 'https://example.org/hook') =>
    kept().subscriptions.makeWebhook({ keyId: 'key_a', searchId: undefined, url })
  const pokeOf = ({ webhookId }: Webhook, searchId: string, sequence: number): Poke => ({
    pokeId: `msg_${webhookId}${searchId}${sequence}`,
    webhookId,
    searchId,
    sequence,
    madeMs: clock.now(),
    attempts: 0,
    nextAttemptMs: clock.now(),
  })
  const sequencesOf = (due: readonly DuePoke[]) => due.map(({ poke }) => [poke.searchId, poke.sequence])
  const take = async (limits: Partial<TakeLimits> = {}) => pokes().take({ ...LIMITS, ...limits })
  const only = async (limits: Partial<TakeLimits> = {}): Promise<DuePoke> => {
    const [due, ...more] = await take(limits)
    if (due === undefined || more.length > 0) throw new Error(`not one is due, but ${more.length + (due ? 1 : 0)}`)
    return due
  }

  test('notifications are added with the cursor of the matcher, which never moves back', async () => {
    const webhook = await hook()
    assert.equal(await pokes().toldUpTo(), undefined)
    const poke = pokeOf(webhook, 's_1', 5)
    await pokes().add([poke], 5)
    await pokes().add([poke], 3)
    assert.equal(await pokes().toldUpTo(), 5)
    const { poke: taken, webhook: of, failures } = await only()
    assert.deepEqual([taken, of, failures], [poke, webhook, 0])
    assert.deepEqual(await pokes().counts(), { waiting: 1, oldestMs: poke.madeMs, failing: 0 })
  })

  test('a newer notification replaces waiting notifications, but not one that is being sent', async () => {
    const webhook = await hook()
    await pokes().add([pokeOf(webhook, 's_1', 5), pokeOf(webhook, 's_2', 5)], 5)
    await pokes().add([pokeOf(webhook, 's_1', 6), pokeOf(webhook, 's_1', 4)], 6)
    const first = await take()
    assert.deepEqual(
      sequencesOf(first).toSorted((one, other) => (String(one) < String(other) ? -1 : 1)),
      [
        ['s_1', 6],
        ['s_2', 5],
      ],
    )
    await pokes().add([pokeOf(webhook, 's_1', 7)], 7)
    assert.equal((await pokes().counts()).waiting, 3)
    const [leased] = first.filter(({ poke }) => poke.searchId === 's_1')
    assert.ok(leased)
    await pokes().released(leased)
    assert.deepEqual(sequencesOf(await take()), [['s_1', 7]], 'the one that was given back is of no use beside it')
  })

  test('if several processes add notifications for the same events, only one succeeds, even after the notifications were delivered', async () => {
    const webhook = await hook()
    const add = (sequence: number, toldUpTo: number) => pokes().add([pokeOf(webhook, 's_1', sequence)], toldUpTo)
    await Promise.all([add(5, 5), add(5, 5), add(5, 6)])
    await pokes().delivered(await only())
    await add(5, 5)
    await add(6, 6)
    assert.deepEqual(await take(), [])
    await add(7, 9)
    assert.deepEqual(sequencesOf(await take()), [['s_1', 7]])
  })

  test('a notification is leased to one caller, until the outcome is reported or the lease expires', async () => {
    const webhook = await hook()
    await pokes().add([pokeOf(webhook, 's_1', 5)], 5)
    const early = await only()
    assert.deepEqual(await take(), [])
    clock.set(clock.now() + LIMITS.leaseMs)
    const late = await only()
    assert.notEqual(late.leasedUntilMs, early.leasedUntilMs)
    for (const outcome of ['delivered', 'released', 'dropped'] as const) await pokes()[outcome](early)
    await pokes().failed(early, FAILED)
    assert.deepEqual(await take(), [], 'the lease is another’s')
    assert.equal((await pokes().counts()).failing, 0)
    await pokes().released(late)
    const again = await only()
    assert.notEqual(again.leasedUntilMs, late.leasedUntilMs)
    await pokes().delivered(again)
    assert.equal((await pokes().counts()).waiting, 0)
  })

  test('concurrent callers never get the same notification', async () => {
    const webhook = await hook()
    await pokes().add(
      Array.from({ length: 40 }, (_, i) => pokeOf(webhook, `s_${i}`, 5)),
      5,
    )
    const taken = await Promise.all(Array.from({ length: 8 }, () => take({ limit: 7 })))
    const ids = taken.flat().map(({ poke }) => poke.pokeId)
    assert.equal(ids.length, 40)
    assert.equal(new Set(ids).size, 40)
  })

  test('a host gets the number of notifications that the caller allows, and none if the host is full', async () => {
    const [one, other] = [await hook('https://one.example:8443/a'), await hook('https://two.example/')]
    const made = ['s_1', 's_2', 's_3'].flatMap((id) => [pokeOf(one, id, 5), pokeOf(other, id, 5)])
    await pokes().add(made, 5)
    const full = await take({ perHost: 2, exceptHosts: ['other.example', 'one.example'] })
    assert.deepEqual(
      full.map(({ webhook }) => webhook.webhookId),
      [other.webhookId, other.webhookId],
    )
    assert.equal((await take({ perHost: 2 })).length, 3)
    assert.equal((await take()).length, 1)
  })

  test('a failing webhook pauses and comes last, with one notification at a time, until a notification is delivered', async () => {
    const [bad, good] = [await hook('https://bad.example/'), await hook('https://good.example/')]
    await pokes().add(
      ['s_1', 's_2', 's_3'].map((id) => pokeOf(bad, id, 5)),
      5,
    )
    const [first, second, third] = await take()
    assert.ok(first && second && third)
    await pokes().failed(first, FAILED)
    await pokes().failed(second, { ...FAILED, restMs: 100, reason: 'It answered 502.' })
    await pokes().released(third)
    const sinceMs = clock.now()
    assert.deepEqual(await take(), [], 'it rests to the later of both')
    assert.equal((await pokes().counts()).failing, 1)
    const { failingSinceMs, lastFailure } = (await kept().subscriptions.webhook('key_a', bad.webhookId)) ?? {}
    assert.deepEqual([failingSinceMs, lastFailure], [sinceMs, 'It answered 502.'])
    clock.set(sinceMs + 1000)
    await pokes().add([pokeOf(good, 's_1', 6)], 6)
    const due = await take()
    assert.deepEqual(
      due.map(({ webhook, failures }) => [webhook.webhookId, failures]),
      [
        [good.webhookId, 0],
        [bad.webhookId, 1],
      ],
    )
    assert.deepEqual(await take(), [])
    const tried = due[1]
    assert.ok(tried)
    await pokes().delivered(tried)
    const back = await kept().subscriptions.webhook('key_a', bad.webhookId)
    assert.deepEqual([back?.failingSinceMs, back?.lastFailure], [undefined, undefined])
    const rest = await take()
    assert.deepEqual(
      rest.map(({ poke, failures }) => [poke.attempts, failures]),
      [
        [1, 0],
        [1, 0],
      ],
    )
  })

  test('no notification waits for an ended webhook until it gets another address', async () => {
    const webhook = await hook()
    await pokes().add([pokeOf(webhook, 's_1', 5)], 5)
    await pokes().end(webhook.webhookId, 'It answered 410.')
    await pokes().end(webhook.webhookId, 'It answered nothing for three days.')
    await pokes().add([pokeOf(webhook, 's_1', 6)], 6)
    assert.equal((await pokes().counts()).waiting, 0)
    assert.equal((await kept().subscriptions.webhook('key_a', webhook.webhookId))?.ended, 'It answered 410.')
    const changed = await kept().subscriptions.changeWebhook('key_a', webhook.webhookId, 'https://example.net/')
    assert.equal(changed?.ended, undefined)
    await pokes().add([pokeOf(webhook, 's_1', 7)], 7)
    assert.equal((await only()).webhook.url, 'https://example.net/')
  })

  test('waiting notifications are deleted together with their search, webhook or key', async () => {
    const { subscriptions } = kept()
    const search = { keyId: 'key_a', label: undefined, path: '/x', parameters: {}, seenUpTo: 0 }
    const { searchId } = await subscriptions.makeSearch(search)
    const [one, other] = [await hook(), await hook()]
    const all = [one, other].flatMap((each) => [pokeOf(each, searchId, 5), pokeOf(each, 's_2', 5)])
    await pokes().add(all, 5)
    await subscriptions.endSearch('key_a', searchId)
    assert.equal((await pokes().counts()).waiting, 2)
    await subscriptions.endWebhook('key_a', one.webhookId)
    assert.equal((await pokes().counts()).waiting, 1)
    await subscriptions.endKey('key_a')
    assert.equal((await pokes().counts()).waiting, 0)
  })
}
