import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { homes } from '../../../test/catalog/changing-records.ts'
import { differences } from '../../../test/catalog/differences.ts'
import { NaiveLog } from '../../../test/catalog/naive-log.ts'
import { isSameRecord } from '../../catalog/facts/change-kinds.ts'
import type { LoggedChange } from '../../catalog/ports/change-log.ts'
import type { Home } from '../../model/home.ts'
import { EXAMINED_MAX, matchingChanges } from './pages.ts'

const NOW_MS = Date.UTC(2026, 4, 1)
const MINUTE_MS = 60_000

type State = ReadonlyMap<number, Home>

function stateOf(records: readonly Home[]): State {
  return new Map(records.map((home) => [home.zpid, home]))
}

/** Asserts that two states are equal, apart from the timestamps that sources update in every file. */
function assertSame(one: State, other: State): void {
  assert.deepEqual(new Set(one.keys()), new Set(other.keys()))
  for (const [zpid, home] of one) assert.ok(isSameRecord(home, other.get(zpid) ?? {}))
}

const states = fc.array(fc.array(homes, { maxLength: 12 }), { minLength: 2, maxLength: 6 })

test('pages of differences, of any length, lead from one state to any later state', async () => {
  const property = fc.asyncProperty(states, fc.integer({ min: 1, max: 5 }), async ([first = [], ...later], limit) => {
    const log = new NaiveLog({ home: first }, NOW_MS)
    const ends = later.map((home, at) => {
      log.commit({ home }, NOW_MS + (at + 1) * MINUTE_MS)
      return stateOf(home)
    })
    const upTo = (await log.bounds()).upTo
    const state = new Map(stateOf(first))
    let { after } = await log.bounds()
    for (let isLast = false; !isLast; ) {
      const page = await differences(log, 'home', { after, upTo }, limit)
      for (const { id, before, after: is } of page.differences) {
        assert.equal(before === undefined, !state.has(id))
        if (before !== undefined) assert.ok(isSameRecord(before, state.get(id) ?? {}))
        if (is === undefined) state.delete(id)
        else state.set(id, is)
      }
      assert.ok(page.next > after || page.isLast)
      after = page.next
      isLast = page.isLast
    }
    assert.equal(after, upTo)
    assertSame(state, ends.at(-1) ?? new Map())
  })
  await fc.assert(property, { seed: 7, numRuns: 300 })
})

function logOf(commits: number): NaiveLog {
  const log = new NaiveLog({ home: [homeAt(0)] }, NOW_MS)
  for (let at = 1; at <= commits; at++) log.commit({ home: [homeAt(at)] }, NOW_MS + at * MINUTE_MS)
  return log
}

function homeAt(price: number): Home {
  const address = { streetAddress: '1 Main St', city: 'Austin', state: 'TX', zipcode: '78704' }
  const listing = { kind: 'sale', status: 'Active', listedBy: 'agent', listPrice: price } as const
  return {
    zpid: 1,
    source: 'test',
    sourceKey: '1',
    address,
    homeType: 'CONDO',
    facts: {},
    history: [],
    taxes: [],
    listing,
  }
}

test('a record that changed back is not a difference, and each of its changes is an event', async () => {
  const log = new NaiveLog({ home: [homeAt(1)] }, NOW_MS)
  log.commit({ home: [homeAt(2)] }, NOW_MS + 1)
  log.commit({ home: [homeAt(1)] }, NOW_MS + 2)
  const bounds = await log.bounds()
  assert.deepEqual((await differences(log, 'home', bounds, 10)).differences, [])
  assert.equal((await matchingChanges(log, bounds, { nouns: ['home'] }, 10)).events.length, 2)
})

test('a filter that no event passes gets empty pages, each after a bounded number of events, and the last page says so', async () => {
  const log = logOf(EXAMINED_MAX + 500)
  const bounds = await log.bounds()
  let examined = 0
  const none = async (events: readonly LoggedChange<'home'>[]) => {
    examined += events.length
    return []
  }
  const first = await matchingChanges(log, bounds, { nouns: ['home'], select: none }, 10)
  assert.deepEqual([first.events.length, first.isLast, examined], [0, false, EXAMINED_MAX])
  const second = await matchingChanges(log, { ...bounds, after: first.next }, { nouns: ['home'], select: none }, 10)
  assert.deepEqual([second.events.length, second.isLast, second.next], [0, true, bounds.upTo])
})

test('pages of any length contain each event once, in order', async () => {
  const log = logOf(30)
  const bounds = await log.bounds()
  const all = (await matchingChanges(log, bounds, { nouns: ['home'] }, 1000)).events
  assert.equal(all.length, 30)
  for (const limit of [1, 7, 30]) {
    const read: LoggedChange<'home'>[] = []
    for (let { after } = bounds, isLast = false; !isLast; ) {
      const page = await matchingChanges(log, { ...bounds, after }, { nouns: ['home'] }, limit)
      read.push(...page.events)
      after = page.next
      isLast = page.isLast
    }
    assert.deepEqual(read, all)
    const newestFirst: LoggedChange<'home'>[] = []
    for (let { upTo } = bounds, isLast = false; !isLast; ) {
      const page = await matchingChanges(log, { ...bounds, upTo }, { nouns: ['home'] }, limit, 'last')
      newestFirst.push(...page.events)
      upTo = page.next - 1
      isLast = page.isLast
    }
    assert.deepEqual(newestFirst, all.toReversed())
  }
})
