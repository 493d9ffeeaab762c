import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, beforeEach, describe, test } from 'node:test'
import { FROM_THE_BEGINNING, type OpenSubscriptions } from '../../src/guard/subscriptions/index.ts'
import {
  KEY_BYTES_MAX,
  ONE_BYTES_MAX,
  SEARCHES_MAX,
  WEBHOOKS_MAX,
} from '../../src/guard/subscriptions/subscriptions.ts'
import { fixedClock } from '../../src/kit/base/clock.ts'
import { pokeContract } from './poke-contract.ts'

export type FixedClock = ReturnType<typeof fixedClock>

export interface SubscriptionsBackend {
  /** Opens an empty store. */
  open(clock: FixedClock, randomness: (sizeBytes: number) => Uint8Array): Promise<OpenSubscriptions>
  /** Stores a saved search of `key_a` without checking limits, as earlier versions of Plat did. */
  storeAsBefore(searchId: string, parameters: Readonly<Record<string, string>>): Promise<void>
  remove(): Promise<void>
}

/** SQL that stores a search without limits, as earlier versions of Plat did. */
export const SEARCH_BEFORE = `INSERT INTO plat.saved_search
  (search_id, key_id, path, parameters, made_ms, seen_up_to, change)
  VALUES ($1, 'key_a', '/search/byaddress', $2, 0, 0, 1)`

const NOW_MS = Date.parse('2026-11-20T10:00:00Z')

const SEARCH = {
  keyId: 'key_a',
  label: 'Near work',
  path: '/search/byaddress',
  parameters: { location: 'Austin, TX', bed_min: '2' },
  seenUpTo: 7,
}
/**
 * How many calls run at the same time. With more, calls would exceed their time limit while waiting for the only
 * database connection.
 */
const AT_ONCE = 50

const HOOK = { keyId: 'key_a', searchId: undefined, url: 'https://example.org/hook' }

/** Returns bytes that differ between calls, but not between runs. */
function counted(): (sizeBytes: number) => Uint8Array {
  let calls = 0
  return (sizeBytes) => createHash('sha512').update(`${++calls}`).digest().subarray(0, sizeBytes)
}

/** Defines the tests that every backend of subscriptions must pass. */
export function subscriptionsContract(name: string, backend: SubscriptionsBackend): void {
  describe(`subscriptions contract: ${name}`, () => {
    let kept: OpenSubscriptions
    const clock = fixedClock(NOW_MS)
    const subscriptions = () => kept.subscriptions
    beforeEach(async () => {
      await kept?.close()
      clock.set(NOW_MS)
      kept = await backend.open(clock, counted())
    })
    after(async () => {
      await kept?.close()
      await backend.remove()
    })

    test('a search is stored as it was created, only for its key, and a change replaces all of its parts', async () => {
      const made = await subscriptions().makeSearch(SEARCH)
      assert.match(made.searchId, /^s_[0-9a-z]{16}$/)
      assert.deepEqual(made, { ...SEARCH, searchId: made.searchId, madeMs: NOW_MS, feed: undefined })
      clock.set(NOW_MS + 1)
      const second = await subscriptions().makeSearch({ ...SEARCH, label: undefined })
      assert.deepEqual(await subscriptions().searchesOf('key_a'), [made, second])
      assert.deepEqual(await subscriptions().searchesOf('key_b'), [])
      assert.equal(await subscriptions().search('key_b', made.searchId), undefined)
      const change = { label: undefined, path: '/search/byurl', parameters: { url: 'https://example.org/x' } }
      assert.equal(await subscriptions().changeSearch('key_b', made.searchId, change), undefined)
      clock.set(NOW_MS + 5)
      const changed = { ...made, ...change, madeMs: NOW_MS + 5 }
      assert.deepEqual(await subscriptions().changeSearch('key_a', made.searchId, change), changed)
      clock.set(NOW_MS + 9)
      const named = { ...changed, label: 'Near the sea' }
      assert.deepEqual(await subscriptions().changeSearch('key_a', made.searchId, named), named)
      assert.deepEqual(await subscriptions().search('key_a', made.searchId), named)
    })

    test('the position up to which updates were seen moves forward, and never back', async () => {
      const { searchId } = await subscriptions().makeSearch(SEARCH)
      for (const [sequence, seenUpTo] of [
        [12, 12],
        [9, 12],
        [13, 13],
      ] as const)
        assert.equal((await subscriptions().markSeen('key_a', searchId, sequence))?.seenUpTo, seenUpTo)
      assert.equal(await subscriptions().markSeen('key_b', searchId, 99), undefined)
    })

    test('only the newest secret opens a feed, and only while its search exists', async () => {
      const { searchId } = await subscriptions().makeSearch(SEARCH)
      clock.set(NOW_MS + 1)
      const other = await subscriptions().makeSearch(SEARCH)
      assert.equal(await subscriptions().renewFeed('key_b', searchId), undefined)
      const first = await subscriptions().renewFeed('key_a', searchId)
      assert.match(first?.feed ?? '', /^f_[0-9a-z]{32}$/)
      assert.deepEqual(await subscriptions().searchOfFeed(first?.feed ?? ''), first)
      const renewed = await subscriptions().renewFeed('key_a', searchId)
      assert.deepEqual(await subscriptions().searchesOf('key_a'), [renewed, other])
      assert.equal(await subscriptions().searchOfFeed(first?.feed ?? ''), undefined)
      assert.deepEqual(await subscriptions().searchOfFeed(renewed?.feed ?? ''), renewed)
      await subscriptions().changeSearch('key_a', searchId, SEARCH)
      assert.equal((await subscriptions().search('key_a', searchId))?.feed, renewed?.feed)
      await subscriptions().endSearch('key_a', searchId)
      assert.equal(await subscriptions().searchOfFeed(renewed?.feed ?? ''), undefined)
    })

    test('deleting a search also deletes its own webhooks, and nothing else', async () => {
      const [one, other] = [await subscriptions().makeSearch(SEARCH), await subscriptions().makeSearch(SEARCH)]
      const ofAll = await subscriptions().makeWebhook(HOOK)
      await subscriptions().makeWebhook({ ...HOOK, searchId: one.searchId })
      const ofOther = await subscriptions().makeWebhook({ ...HOOK, searchId: other.searchId })
      assert.equal(await subscriptions().endSearch('key_b', one.searchId), undefined)
      assert.deepEqual(await subscriptions().endSearch('key_a', one.searchId), one)
      assert.equal(await subscriptions().endSearch('key_a', one.searchId), undefined)
      assert.deepEqual(await subscriptions().searchesOf('key_a'), [other])
      const left = (await subscriptions().webhooksOf('key_a')).map(({ webhookId }) => webhookId)
      assert.deepEqual(left.toSorted(), [ofAll.webhookId, ofOther.webhookId].toSorted())
    })

    test('a webhook keeps its newest secret and the previous one', async () => {
      const made = await subscriptions().makeWebhook(HOOK)
      assert.match(made.webhookId, /^w_[0-9a-z]{16}$/)
      const [first = ''] = made.secrets
      assert.match(first, /^whsec_[A-Za-z0-9+/]{32}$/)
      const rest = { ended: undefined, failingSinceMs: undefined, lastFailure: undefined }
      assert.deepEqual(made, { ...HOOK, ...rest, webhookId: made.webhookId, secrets: [first], madeMs: NOW_MS })
      const renewed = await subscriptions().renewSecret('key_a', made.webhookId)
      assert.deepEqual(renewed?.secrets.slice(1), [first])
      const again = await subscriptions().renewSecret('key_a', made.webhookId)
      assert.deepEqual(again?.secrets.slice(1), renewed?.secrets.slice(0, 1))
      assert.equal(await subscriptions().renewSecret('key_b', made.webhookId), undefined)
      const moved = await subscriptions().changeWebhook('key_a', made.webhookId, 'https://example.net/')
      assert.deepEqual(moved, again && { ...again, url: 'https://example.net/' })
      assert.equal(await subscriptions().endWebhook('key_b', made.webhookId), undefined)
      assert.deepEqual(await subscriptions().endWebhook('key_a', made.webhookId), moved)
      assert.equal(await subscriptions().webhook('key_a', made.webhookId), undefined)
    })

    test('a key cannot exceed its limit, even with concurrent requests, and other keys are not affected', async () => {
      const { length } = await Promise.all(
        Array.from({ length: WEBHOOKS_MAX }, () => subscriptions().makeWebhook(HOOK)),
      )
      assert.equal(length, WEBHOOKS_MAX)
      const tooMany = { name: 'Fault', code: 'subscriptions.too_many' }
      await assert.rejects(subscriptions().makeWebhook(HOOK), tooMany)
      await subscriptions().makeWebhook({ ...HOOK, keyId: 'key_b' })
      for (let made = 0; made < SEARCHES_MAX - AT_ONCE; made += AT_ONCE)
        await Promise.all(Array.from({ length: AT_ONCE }, () => subscriptions().makeSearch(SEARCH)))
      const last = Array.from({ length: AT_ONCE + 3 }, () => subscriptions().makeSearch(SEARCH))
      const refused = (await Promise.allSettled(last)).filter(({ status }) => status === 'rejected')
      assert.equal(refused.length, 3)
      await assert.rejects(subscriptions().makeSearch(SEARCH), tooMany)
      assert.deepEqual(await subscriptions().subscribers(), [
        { keyId: 'key_a', searches: SEARCHES_MAX, webhooks: WEBHOOKS_MAX },
        { keyId: 'key_b', searches: 0, webhooks: 1 },
      ])
    })

    test('a saved search and a webhook may each have 8 KB, counted in bytes, also when they are changed', async () => {
      const tooLarge = { name: 'Fault', code: 'subscription.too_large' }
      const rest = Buffer.byteLength(`${SEARCH.label}${SEARCH.path}{"location":""}`)
      const sized = (bytes: number) => ({ ...SEARCH, parameters: { location: 'é'.repeat((bytes - rest) / 2) } })
      const most = (ONE_BYTES_MAX - rest) % 2 === 0 ? ONE_BYTES_MAX : ONE_BYTES_MAX - 1
      const made = await subscriptions().makeSearch(sized(most))
      assert.deepEqual(made.parameters, sized(most).parameters)
      await assert.rejects(subscriptions().makeSearch(sized(most + 2)), tooLarge)
      await assert.rejects(subscriptions().changeSearch('key_a', made.searchId, sized(most + 2)), tooLarge)
      assert.deepEqual(await subscriptions().searchesOf('key_a'), [made])
      const url = `https://example.org/${'x'.repeat(ONE_BYTES_MAX)}`
      await assert.rejects(subscriptions().makeWebhook({ ...HOOK, url }), tooLarge)
      const hook = await subscriptions().makeWebhook(HOOK)
      await assert.rejects(subscriptions().changeWebhook('key_a', hook.webhookId, url), tooLarge)
      assert.deepEqual(await subscriptions().webhooksOf('key_a'), [hook])
    })

    test('a key may store 1 MB for all its searches and webhooks, and other keys have their own limit', async () => {
      const full = { name: 'Fault', code: 'subscriptions.too_many', message: /1 MB/ }
      const large = { ...SEARCH, parameters: { location: 'x'.repeat(8000) } }
      const { length } = JSON.stringify(large.parameters) + large.path + large.label
      const count = Math.floor(KEY_BYTES_MAX / length)
      for (let made = 0; made < count; made += AT_ONCE) {
        const calls = Array.from({ length: Math.min(AT_ONCE, count - made) }, () => subscriptions().makeSearch(large))
        await Promise.all(calls)
      }
      const [first] = await subscriptions().searchesOf('key_a')
      await assert.rejects(subscriptions().makeSearch(large), full)
      const rest = KEY_BYTES_MAX - count * length
      const hook = await subscriptions().makeWebhook({ ...HOOK, url: 'https://e.org/'.padEnd(rest - 10, 'x') })
      await assert.rejects(subscriptions().makeWebhook(HOOK), full)
      await assert.rejects(subscriptions().changeWebhook('key_a', hook.webhookId, hook.url + 'x'.repeat(11)), full)
      const longer = { ...large, label: `${large.label} and the sea` }
      await assert.rejects(subscriptions().changeSearch('key_a', first?.searchId ?? '', longer), full)
      const shorter = { ...large, label: 'Near' }
      assert.equal((await subscriptions().changeSearch('key_a', first?.searchId ?? '', shorter))?.label, 'Near')
      await subscriptions().makeSearch({ ...large, keyId: 'key_b' })
    })

    test('searches that are older than the limits stay, are listed with shortened values, and can only become smaller', async () => {
      const long = 'y'.repeat(118_000)
      for (let n = 10; n < 29; n += 1) await backend.storeAsBefore(`s_${n}`, { location: long, bed_min: '2' })
      await backend.storeAsBefore('s_30', { location: 'Austin, TX' })
      const listed = await subscriptions().searchesOf('key_a')
      assert.deepEqual(
        listed.map(({ searchId, parameters, isCut }) => [searchId, parameters, isCut]),
        [
          ...Array.from({ length: 19 }, (_, n) => [`s_${n + 10}`, { location: 'y'.repeat(200), bed_min: '2' }, true]),
          ['s_30', { location: 'Austin, TX' }, undefined],
        ],
      )
      const whole = await subscriptions().search('key_a', 's_10')
      assert.deepEqual([whole?.parameters, whole?.isCut], [{ location: long, bed_min: '2' }, undefined])
      const change = { label: undefined, path: SEARCH.path, parameters: { location: long } }
      assert.equal((await subscriptions().changeSearch('key_a', 's_10', change))?.parameters.location, long)
      const grown = { ...change, parameters: { location: `${long}y` } }
      await assert.rejects(subscriptions().changeSearch('key_a', 's_10', grown), { code: 'subscription.too_large' })
      await assert.rejects(subscriptions().makeSearch(SEARCH), { code: 'subscriptions.too_many', message: /1 MB/ })
      for (const id of ['s_10', 's_11', 's_12']) await subscriptions().endSearch('key_a', id)
      const [first] = await subscriptions().searchesOf('key_a')
      assert.equal(first?.parameters.location, long, 'a list of less than 2 MB is whole')
    })

    test('a reader gets all searches in pages, and then the searches that were created, changed or deleted since', async () => {
      const [one, two, three] = [
        await subscriptions().makeSearch(SEARCH),
        await subscriptions().makeSearch({ ...SEARCH, keyId: 'key_b' }),
        await subscriptions().makeSearch(SEARCH),
      ]
      const held = new Map<string, unknown>()
      let at = FROM_THE_BEGINNING
      const follow = async () => {
        for (;;) {
          const page = (await subscriptions().follow(at, 2)) ?? []
          for (const { searchId, search } of page) {
            if (search === undefined) held.delete(searchId)
            else held.set(searchId, search)
          }
          const last = page.at(-1)
          if (last === undefined) return [...held.values()]
          at = last
        }
      }
      assert.deepEqual(await follow(), [one, two, three])
      const changed = { ...one, label: 'Another' }
      await subscriptions().changeSearch('key_a', one.searchId, changed)
      await subscriptions().markSeen('key_a', three.searchId, 100)
      await subscriptions().endKey('key_b')
      const four = await subscriptions().makeSearch(SEARCH)
      assert.deepEqual(await follow(), [changed, three, four], 'what was seen is no change')
      at = FROM_THE_BEGINNING
      held.clear()
      assert.equal((await follow()).length, 3)
    })

    test('a code is used once, even with concurrent requests, and removed an hour after it expires', async () => {
      const uses = await Promise.all(Array.from({ length: 10 }, () => subscriptions().useCode('a', NOW_MS + 60_000)))
      assert.equal(uses.filter((isFirst) => isFirst).length, 1)
      assert.equal(await subscriptions().useCode('b', NOW_MS + 60_000), true)
      clock.set(NOW_MS + 3_660_000)
      assert.equal(await subscriptions().useCode('a', NOW_MS + 60_000), false, 'the clock of another node may be late')
      clock.set(NOW_MS + 3_660_001)
      assert.equal(await subscriptions().useCode('a', NOW_MS + 60_000), true, 'it was forgotten')
    })

    test('texts may contain any character, and an unknown id finds nothing', async () => {
      const odd = { ...SEARCH, label: 'a\0b\ud800', parameters: { location: 'c\0d' } }
      const made = await subscriptions().makeSearch(odd)
      assert.equal((await subscriptions().search('key_a', made.searchId))?.parameters.location, 'c\0d')
      for (const id of ['s_\0', '\0', 's_\ud800']) {
        assert.equal(await subscriptions().search('key_a', id), undefined)
        assert.equal(await subscriptions().searchOfFeed(id), undefined)
        assert.equal(await subscriptions().webhook('key_a', id), undefined)
      }
      assert.equal(await subscriptions().useCode('a\0', NOW_MS), true)
    })

    test('a revoked key has no stored data', async () => {
      await subscriptions().makeSearch(SEARCH)
      await subscriptions().makeWebhook(HOOK)
      await subscriptions().endKey('key_a')
      assert.deepEqual(await subscriptions().searchesOf('key_a'), [])
      assert.deepEqual(await subscriptions().webhooksOf('key_a'), [])
      assert.deepEqual(await subscriptions().subscribers(), [])
    })

    pokeContract(() => kept, clock)
  })
}
