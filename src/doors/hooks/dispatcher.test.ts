import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { listed } from '../../../test/catalog/contract.ts'
import { trialCards } from '../../../test/catalog/trial.ts'
import { SearchIndex } from '../../catalog/matching/search-index.ts'
import { openCatalog, openWriter } from '../../catalog/opening/open.ts'
import { openSubscriptions, type SavedSearch } from '../../guard/subscriptions/index.ts'
import { fixedClock, systemClock } from '../../kit/base/clock.ts'
import { Fault } from '../../kit/base/failure.ts'
import { silentLog } from '../../kit/base/log.ts'
import type { Home } from '../../model/home.ts'
import { Dispatcher } from './dispatcher.ts'

const NOW_MS = Date.UTC(2026, 5, 1)

/** Makes a catalog with saved searches, and dispatchers that the test closes at the end. */
async function world(context: TestContext) {
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-dispatcher-'))
  const commit = (homes: readonly Home[]) => {
    const options = { dataDir, kind: 'imported', replace: false, cards: trialCards } as const
    const writer = openWriter({ ...options, newCatalogId: () => '0123456789abcdef' })
    for (const home of homes) writer.put('home', home)
    writer.commit()
  }
  commit([1, 2, 3].map((zpid) => listed(zpid, { status: 'Active', listPrice: 500 })))
  const catalog = openCatalog(dataDir, silentLog, trialCards)
  const clock = fixedClock(NOW_MS)
  const kept = await openSubscriptions({ dataDir, clock, randomness: randomBytes })
  const dispatchers: Dispatcher[] = []
  context.after(async () => {
    for (const dispatcher of dispatchers) await dispatcher.close()
    await kept.close()
    catalog.close()
    rmSync(dataDir, { recursive: true })
  })
  const { subscriptions, pokes } = kept
  const start = () => {
    const parts = { catalog, subscriptions, pokes, index: new SearchIndex(), put, onAdded: () => {}, clock }
    dispatchers.push(new Dispatcher({ ...parts, log: silentLog }))
  }
  const stop = async () => {
    for (const dispatcher of dispatchers.splice(0)) await dispatcher.close()
  }
  /** Resolves when the dispatchers have handled all committed changes. */
  const allTold = async () => {
    const endMs = systemClock.now() + 20_000
    const isTold = async () => {
      await catalog.refresh?.()
      return (await pokes.toldUpTo()) === (await catalog.log.bounds()).upTo
    }
    while (!(await isTold())) {
      assert.ok(systemClock.now() < endMs)
      await pause(10)
    }
  }
  const taken = async () => {
    const due = await pokes.take({ limit: 100, perHost: 100, exceptHosts: [], leaseMs: 1000 })
    for (const each of due) await pokes.delivered(each)
    return due.map(({ poke }) => `${poke.webhookId} ${poke.searchId}`).sort()
  }
  const searchOf = (keyId: string, priceMax: string) =>
    subscriptions.makeSearch({ keyId, label: undefined, path: '/x', parameters: { priceMax }, seenUpTo: 0 })
  const webhookOf = (keyId: string, searchId?: string) =>
    subscriptions.makeWebhook({ keyId, searchId, url: 'https://receiver.example' })
  return { commit, start, stop, allTold, taken, searchOf, webhookOf, clock, subscriptions }
}

/**
 * Adds one of three test searches to the index: homes up to a price, homes `near` the first home, or a broken search
 * (`gone`).
 */
async function put({ searchId, parameters: { priceMax } }: SavedSearch, index: SearchIndex): Promise<void> {
  if (priceMax === 'gone') throw new Fault('place.unknown', 'It is gone.')
  if (priceMax === 'near') {
    const node = { kind: 'circle', ...FIRST, radiusM: 10 } as const
    return index.put(searchId, 'home', { listingClass: 'For_Sale', where: [{ parameter: 'radius', node }] })
  }
  const node = { kind: 'range', column: 'price', min: 0, max: Number(priceMax), orMissing: false } as const
  index.put(searchId, 'home', { listingClass: 'For_Sale', where: [{ parameter: 'price', node }] })
}

const FIRST = { latitude: 30.001, longitude: -97 }

function priced(zpid: number, listPrice: number): Home {
  return listed(zpid, { status: 'Active', listPrice })
}

test('only webhooks of searches that an event affects get a notification', async (context) => {
  const { start, allTold, taken, commit, searchOf, webhookOf } = await world(context)
  const [cheap, dear, gone] = await Promise.all([searchOf('a', '450'), searchOf('a', '5000'), searchOf('a', 'gone')])
  await searchOf('without webhooks', '5000')
  const ofCheap = await webhookOf('a', cheap?.searchId)
  const ofAll = await webhookOf('a')
  start()
  await allTold()
  assert.deepEqual(await taken(), [], 'what was there before is not new')
  commit([priced(1, 400), priced(2, 440)])
  await allTold()
  const pokes = (searchIds: readonly string[]) => searchIds.map((searchId) => `${ofAll.webhookId} ${searchId}`)
  assert.deepEqual(
    await taken(),
    [...pokes([cheap.searchId, dear.searchId]), `${ofCheap.webhookId} ${cheap.searchId}`].sort(),
  )
  commit([priced(3, 600)])
  await allTold()
  assert.deepEqual(await taken(), pokes([dear.searchId]))
  assert.ok(gone)
})

test('an event about a home that is withheld by now causes no notification for a search that was saved later', async (context) => {
  const { start, stop, allTold, taken, commit, searchOf, webhookOf, clock } = await world(context)
  const older = await searchOf('a', 'near')
  const webhook = await webhookOf('a')
  start()
  await allTold()
  await stop()
  const { address, ...home } = listed(1, { status: 'Active', listPrice: 500 })
  commit([{ ...home, address: { ...address, undisclosed: true } }])
  clock.set(systemClock.now() + 60_000)
  const younger = await searchOf('a', 'near')
  start()
  await allTold()
  assert.deepEqual(await taken(), [`${webhook.webhookId} ${older.searchId}`])
  assert.notEqual(younger.searchId, older.searchId)
})

test('searches and webhooks that are created, changed and deleted later are followed', async (context) => {
  const { start, allTold, taken, commit, searchOf, webhookOf, subscriptions, clock } = await world(context)
  start()
  await allTold()
  const search = await searchOf('a', '450')
  const { webhookId } = await webhookOf('a')
  commit([priced(1, 400)])
  await allTold()
  assert.deepEqual(await taken(), [`${webhookId} ${search.searchId}`])
  await subscriptions.changeSearch('a', search.searchId, { ...search, parameters: { priceMax: '100' } })
  commit([priced(1, 390)])
  await allTold()
  assert.deepEqual(await taken(), [])
  clock.set(NOW_MS + 86_400_000)
  commit([priced(1, 90)])
  await allTold()
  assert.deepEqual(await taken(), [`${webhookId} ${search.searchId}`])
  await subscriptions.endSearch('a', search.searchId)
  commit([priced(1, 80)])
  await allTold()
  assert.deepEqual(await taken(), [])
})

test('if two services follow the same log, only one of them dispatches each event', async (context) => {
  const { start, allTold, taken, commit, searchOf, webhookOf } = await world(context)
  const search = await searchOf('a', '5000')
  const { webhookId } = await webhookOf('a')
  start()
  start()
  await allTold()
  for (let price = 1; price <= 5; price++) {
    commit([priced(1, price)])
    await allTold()
    assert.deepEqual(await taken(), [`${webhookId} ${search.searchId}`])
    await pause(60)
    assert.deepEqual(await taken(), [])
  }
})

test('an import with many changes in one search leads to one notification', async (context) => {
  const { start, allTold, taken, commit, searchOf, webhookOf } = await world(context)
  const search = await searchOf('a', '5000')
  const { webhookId } = await webhookOf('a')
  start()
  await allTold()
  commit(Array.from({ length: 1000 }, (_, i) => priced(i + 10, 100 + i)))
  await allTold()
  assert.deepEqual(await taken(), [`${webhookId} ${search.searchId}`])
})
