import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { home } from '../../../test/catalog/contract.ts'
import { trialCards } from '../../../test/catalog/trial.ts'
import { openCatalog, openWriter } from '../../catalog/opening/open.ts'
import type { Catalog } from '../../catalog/ports/catalog.ts'
import { nobody } from '../../catalog/ports/withheld.ts'
import { fixedClock } from '../../kit/base/clock.ts'
import { Fault } from '../../kit/base/failure.ts'
import { silentLog } from '../../kit/base/log.ts'
import { Desk } from './desk.ts'
import type { CatalogPage } from './pages.ts'
import type { Reader } from './reader.ts'

const NOW_MS = Date.parse('2026-11-20T10:30:00Z')
const MINUTE_MS = 60_000

const dataDir = mkdtempSync(join(tmpdir(), 'plat-desk-'))
const writer = openWriter({
  dataDir,
  kind: 'imported',
  replace: false,
  newCatalogId: () => '0'.repeat(16),
  cards: trialCards,
})
writer.put('home', home(1))
writer.commit()
const opened = openCatalog(dataDir, silentLog, trialCards, nobody)
after(() => {
  opened.close()
  rmSync(dataDir, { recursive: true })
})

/** Makes the operators' pages from readings and a catalog that the test controls. */
function staffed() {
  const clock = fixedClock(NOW_MS)
  let version = 1
  const asked: string[] = []
  const outcomes = new Map<string, () => Promise<unknown>>()
  const reader = {
    read: async (kind: string) => {
      asked.push(kind)
      return outcomes.get(kind)?.()
    },
    close: async () => {},
  } as unknown as Pick<Reader, 'read' | 'close'> // `outcomes` decides what `read` returns
  const about = () => ({ ...opened.about(), dataVersion: String(version) })
  const others = { regions: () => opened.regions(), search: opened.search.bind(opened) }
  const catalog: Catalog = Object.assign(Object.create(opened), { about, ...others })
  const desk = new Desk({
    reader,
    counter: reader,
    clock,
    catalog,
    changedMs: () => undefined,
    today: () => ({}) as CatalogPage['today'], // the page contains this value unchanged
    counted: async () => [],
    connections: () => 0,
    connectionsLimit: 1,
    plans: async () => new Map(),
    endSearches: async () => {},
    startedMs: NOW_MS,
    openHere: true,
  })
  outcomes.set('files', async () => [])
  const look = async (): Promise<CatalogPage> => {
    clock.set(clock.now() + 1000)
    return JSON.parse((await desk.page('/operator/catalog', '', { by: 'machine', keyId: null, person: null })) ?? '')
  }
  return {
    desk,
    clock,
    outcomes,
    look,
    change: () => {
      version += 1
    },
    asked: (kind: string) => asked.filter((each) => each === kind).length,
  }
}

test('a failed count is reported and not retried for five minutes', async () => {
  const { look, clock, outcomes, asked } = staffed()
  outcomes.set('tallies', () => Promise.reject(new Fault('server.busy', 'The disk is gone.')))
  for (let looks = 0; looks < 5; looks++) {
    const { isCounting, countFailure } = await look()
    assert.deepEqual([isCounting, countFailure], [false, 'The disk is gone.'])
  }
  assert.equal(asked('tallies'), 1)
  outcomes.set('tallies', async () => [])
  clock.set(clock.now() + 5 * MINUTE_MS)
  assert.equal((await look()).countFailure, null)
  assert.equal(asked('tallies'), 2)
})

test('a catalog that changes often is counted at most every five minutes, and an unchanged catalog once', async () => {
  const { look, clock, outcomes, asked, change } = staffed()
  outcomes.set('tallies', async () => [{ source: 'mls', noun: 'home', records: 1 }])
  for (let looks = 0; looks < 5; looks++) {
    change()
    const { isCounting, sources } = await look()
    assert.deepEqual([isCounting, sources[0]?.nouns[0]?.records], [false, 1])
  }
  assert.equal(asked('tallies'), 1)
  clock.set(clock.now() + 5 * MINUTE_MS)
  for (let looks = 0; looks < 3; looks++) await look()
  assert.equal(asked('tallies'), 2)
  clock.set(clock.now() + 60 * MINUTE_MS)
  await look()
  assert.equal(asked('tallies'), 2)
})

test('requests for a page that is being made wait for the same page, however long that takes', async () => {
  const { desk, clock, outcomes, asked } = staffed()
  const made = Promise.withResolvers<object>()
  outcomes.set('keys', () => made.promise)
  const ask = () => desk.page('/operator/keys', '', { by: 'machine', keyId: null, person: null })
  const pages = [ask()]
  clock.set(NOW_MS + MINUTE_MS)
  pages.push(ask())
  made.resolve({ keys: [], keysBeside: 0 })
  assert.equal(new Set(await Promise.all(pages)).size, 1)
  assert.equal(asked('keys'), 1)
  await ask()
  assert.equal(asked('keys'), 1)
  clock.set(NOW_MS + MINUTE_MS + 500)
  await ask()
  assert.equal(asked('keys'), 2)
})
