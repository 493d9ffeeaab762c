import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { home } from '../../../../test/catalog/contract.ts'
import { makeEndingCards } from '../../../../test/catalog/ending-cards.ts'
import { trialCards } from '../../../../test/catalog/trial.ts'
import { needs } from '../../../../test/needs.ts'
import { silentLog } from '../../../kit/base/log.ts'
import type { Experience } from '../../../model/experience.ts'
import type { Offer } from '../../../model/offer.ts'
import { openCatalog, openWriter } from '../../opening/open.ts'
import type { Catalog } from '../../ports/catalog.ts'
import type { CatalogWriter } from '../../ports/catalog-writer.ts'
import type { NounSearch } from '../../ports/noun-search.ts'
import type { Query } from '../../ports/query.ts'
import { currentPath } from '../folder.ts'
import { setMeta } from '../meta.ts'
import { RecordWriter } from '../records.ts'
import { readSegments } from '../segments.ts'
import { Deriver } from './deriver.ts'
import { livePart, SEGMENT_POLICY } from './segment-policy.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'plat-derived-'))
after(() => rmSync(dataDir, { recursive: true }))

const point = { latitude: 50, longitude: 20 }

function offer(offerId: number, change: Partial<Offer> = {}): Offer {
  return {
    offerId,
    source: 'test',
    sourceKey: String(offerId),
    title: 'Dom',
    propertyType: 'House',
    searchType: 'For_Sale',
    market: 'Secondary',
    ownerType: 'Private',
    price: 1000 - offerId,
    area: 10,
    extras: [],
    media: [],
    createdMs: 0,
    modifiedMs: 0,
    city: 'Kraków',
    county: 'Kraków',
    province: 'małopolskie',
    point,
    description: '',
    ...change,
  }
}

function experience(experienceId: string): Experience {
  return {
    experienceId,
    source: 'test',
    title: 'Walk',
    byline: '',
    experienceType: 'Sports',
    travelerTypes: [],
    pricePerGuest: 1,
    currency: 'EUR',
    durationMinutes: 60,
    reviewCount: 0,
    timesOfDay: [],
    hostLanguages: ['French'],
    accessibilityFeatures: [],
    maxGuests: 1,
    host: { id: 'h', name: 'Ada', isSuperhost: false },
    city: 'Paris',
    country: 'France',
    point,
    slots: [],
  }
}

let made = 0

function change(write: (writer: CatalogWriter) => void, replace = false): Catalog {
  const newCatalogId = () => (++made).toString(16).padStart(16, '0')
  const writer = openWriter({ dataDir, kind: 'imported', replace, cards: trialCards, newCatalogId })
  write(writer)
  writer.commit()
  return openCatalog(dataDir, silentLog, trialCards)
}

const SALES = {
  listingClass: 'For_Sale',
  where: [],
  order: 'PriceAscending',
  offset: 0,
  limit: 10,
  grouped: false,
  today: 1,
} satisfies Query<'offer'> & Query

async function keysOf(offers: NounSearch<'offer'>): Promise<readonly number[]> {
  return (await offers.page(SALES)).keys
}

/** Marks every stored search index. Storing an index again removes its mark. */
function mark(): void {
  const database = new DatabaseSync(currentPath(dataDir) ?? '')
  for (const { name, value } of database.prepare("SELECT name, value FROM meta WHERE name LIKE 'search/%'").all()) {
    setMeta(database, String(name), JSON.stringify({ ...JSON.parse(String(value)), mark: 1 }))
  }
  database.close()
}

/** Returns the names of the search indexes that were stored again after `mark`. */
function storedAgain(): string[] {
  const database = new DatabaseSync(currentPath(dataDir) ?? '')
  const rows = database
    .prepare("SELECT name FROM meta WHERE name LIKE 'search/%' AND json_extract(value, '$.mark') IS NULL ORDER BY name")
    .all()
  database.close()
  return rows.map(({ name }) => String(name).replace(/_\d+$/, ''))
}

test('offers and experiences are found, with their places, as soon as they are committed', async () => {
  const empty = change((writer) => writer.put('home', home(1)))
  assert.deepEqual(await empty.search('offer').page(SALES), { total: 0, left: 0, keys: [] })
  assert.deepEqual(empty.search('experience').places(), [])
  empty.close()
  const catalog = change((writer) => {
    for (const id of [1, 2, 3]) writer.put('offer', offer(id))
    writer.put('experience', experience('walk'))
  })
  assert.deepEqual(await keysOf(catalog.search('offer')), [3, 2, 1])
  assert.deepEqual(
    catalog
      .search('experience')
      .places()
      .map(({ key, count }) => [key, count]),
    [
      ['city/france/paris', 1],
      ['country/france', 1],
    ],
  )
  catalog.close()
})

test('an offer put again replaces the previous offer; an offer without a listing is not found until it has one again', async () => {
  const cheaper = change((writer) => writer.put('offer', offer(1, { price: 5 })))
  assert.deepEqual(await keysOf(cheaper.search('offer')), [1, 3, 2])
  cheaper.close()
  const gone = change((writer) => writer.put('offer', offer(1, { goneSince: '2026-01-01' })))
  assert.deepEqual(await keysOf(gone.search('offer')), [3, 2])
  assert.equal((await gone.records.get('offer', 1))?.goneSince, '2026-01-01')
  gone.close()
  const back = change((writer) => writer.put('offer', offer(1)))
  assert.deepEqual(await keysOf(back.search('offer')), [3, 2, 1])
  back.close()
})

test('the stored search index of a record type does not change if no record of the type was put', () => {
  mark()
  change((writer) => writer.put('offer', offer(4))).close()
  assert.deepEqual(storedAgain(), ['search/offer'])
  mark()
  change((writer) => writer.put('home', home(2))).close()
  assert.deepEqual(storedAgain(), ['search/home'])
  mark()
  change((writer) => {
    writer.put('experience', experience('run'))
    writer.put('school', {
      schoolId: 's',
      name: 's',
      level: 'High',
      grades: '9',
      type: 'Public',
      point,
      city: 'A',
      state: 'TX',
    })
  }).close()
  assert.deepEqual(storedAgain(), ['search/experience'])
})

test('a commit without a searchable change stores no segment again', () => {
  const homes = Array.from({ length: 10 }, (_, i) => home(i + 1))
  change((writer) => {
    for (const each of homes) writer.put('home', each)
  }, true).close()
  const moved = home(1, { sourceKey: 'moved' })
  change((writer) => writer.put('home', moved)).close()
  mark()
  change((writer) => {
    writer.put('home', moved)
    writer.put('agent', { agentId: 'ann', username: 'ann', name: 'Ann' })
  }).close()
  assert.deepEqual(storedAgain(), [])
})

test('a change finds the rows of consecutive ids, which are stored compressed', async () => {
  const many = Array.from({ length: 3000 }, (_, i) => 1000 + i)
  change((writer) => {
    for (const id of many) writer.put('offer', offer(id, { price: 10_000 + id }))
  }).close()
  change((writer) => writer.put('offer', offer(7))).close() // stored in a segment of its own
  const changed = change((writer) => writer.put('offer', offer(2000, { price: 1 })))
  const { total, keys } = await changed.search('offer').page(SALES)
  assert.equal(keys[0], 2000)
  assert.equal(total, (await changed.search('offer').page({ ...SALES, limit: 4000 })).keys.length)
  changed.close()
})

test('changes become segments up to a fifth of the base; beyond that, everything is derived again', () => {
  const put = (from: number, count: number, price: number, replace = false) => {
    const ids = Array.from({ length: count }, (_, i) => from + i)
    change((writer) => {
      for (const id of ids) writer.put('offer', offer(id, { price }))
    }, replace).close()
    return offersBySegment()
  }
  assert.deepEqual(put(1, 100, 1, true), ['100 of 100'])
  assert.deepEqual(put(1, 12, 2), ['88 of 100', '12 of 12'])
  assert.deepEqual(put(13, 8, 2), ['80 of 100', '20 of 20'])
  assert.deepEqual(put(1, 20, 3), ['80 of 100', '20 of 20'])
  assert.deepEqual(put(21, 1, 3), ['100 of 100'])
  assert.deepEqual(put(1, 40, 4), ['100 of 100'])
  const remove = (from: number, count: number) => {
    change((writer) => {
      for (let id = from; id < from + count; id++) writer.remove('offer', id)
    }).close()
    return offersBySegment()
  }
  assert.deepEqual(remove(1, 20), ['80 of 100'])
  assert.deepEqual(remove(21, 1), ['79 of 100'])
  assert.deepEqual(remove(22, 1), ['78 of 78'])
})

/** Returns the number of live rows of each segment. */
function offersBySegment(): string[] {
  const database = new DatabaseSync(currentPath(dataDir) ?? '')
  const { segments } = readSegments(database, 'offer')
  database.close()
  return segments.map((segment) => `${livePart(segment).live} of ${livePart(segment).all}`)
}

test('records replaced or removed while a new catalog is written are corrected, and nothing else is derived again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plat-joined-'))
  const made: number[] = []
  const listing = { kind: 'sale', status: 'Active', listedBy: 'owner' } as const
  const card: typeof trialCards.card = (record, people) => {
    made.push(record.zpid)
    return trialCards.card(record, people)
  }
  const cards = { ...trialCards, card }
  const writer = openWriter({
    dataDir: folder,
    kind: 'imported',
    replace: false,
    cards,
    newCatalogId: () => 'a'.repeat(16),
  })
  const ids = Array.from({ length: 20 }, (_, i) => i + 1)
  for (const zpid of ids) writer.put('home', home(zpid, { listing: { ...listing, listPrice: zpid * 1000 } }))
  writer.put('home', home(7, { listing: { ...listing, listPrice: 1 } }))
  writer.remove('home', 9)
  writer.remove('home', 4)
  writer.put('home', home(4, { listing: { ...listing, listPrice: 99_000 } }))
  writer.put('home', home(5, { listing: { ...listing, listPrice: 5000 } })) // the price before the change
  writer.commit()
  assert.deepEqual(made, [...ids, 4, 7])
  const catalog = openCatalog(folder, silentLog, trialCards)
  const { hits } = await catalog.search('home').page({ ...SALES, where: [], order: 'PriceAscending', limit: 30 })
  const zpids = hits.map((hit) => (hit.kind === 'home' ? hit.zpid : undefined))
  assert.deepEqual(zpids, [7, 1, 2, 3, 5, 6, 8, ...ids.slice(9), 4])
  catalog.close()
  rmSync(folder, { recursive: true })
})

test('the signature of a text stays the same after every import, and differs from those of other texts', () => {
  const before = change((writer) => writer.put('offer', offer(5)))
  const seals = [before.seal('a'), before.seal('b')]
  before.close()
  const later = change((writer) => writer.put('offer', offer(6)))
  assert.deepEqual([later.seal('a'), later.seal('b')], seals)
  assert.notEqual(seals[0], seals[1])
  assert.match(seals[0] ?? '', /^[\w-]{22}$/)
  later.close()
})

test('if the deriving thread ends early, the import fails with a reason and leaves no catalog', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plat-ended-'))
  const newCatalogId = () => 'e'.repeat(16)
  const cards = makeEndingCards()
  const writer = openWriter({ dataDir: folder, kind: 'imported', replace: false, cards, newCatalogId })
  const listing = { kind: 'sale', status: 'Active', listedBy: 'owner' } as const
  for (let zpid = 1; zpid <= ENOUGH_FOR_A_THREAD; zpid++) writer.put('home', home(zpid, { listing }))
  assert.throws(() => writer.commit(), /the thread of derivation-thread.ts has ended with code 7/)
  writer.rollback()
  assert.equal(currentPath(folder), undefined)
  rmSync(folder, { recursive: true })
})

test('a change that finds damage does not leave a deriving thread running', needs('Linux'), async () => {
  const threadsBefore = await steadyThreads()
  change((writer) => writer.put('home', home(1))).close()
  const path = currentPath(dataDir) ?? ''
  const database = new DatabaseSync(path)
  database.exec("BEGIN IMMEDIATE; INSERT INTO agent (id, record, sum) VALUES ('damaged', '{}', 0)")
  const policy = { ...SEGMENT_POLICY, shareMax: ENOUGH_FOR_A_THREAD }
  const deriver = new Deriver({ noun: 'home', database, path, fresh: false, cards: trialCards, policy })
  const records = new RecordWriter(database, 'home')
  for (let zpid = 10_001; zpid <= 10_000 + ENOUGH_FOR_A_THREAD; zpid++) {
    const isLast = zpid === 10_000 + ENOUGH_FOR_A_THREAD
    const json = JSON.stringify({ ...home(zpid), ...(isLast && { listing: { listAgentId: 'damaged' } }) })
    deriver.put('home', zpid, json, records.put(zpid, json))
  }
  assert.throws(() => deriver.end(() => {}), /checksum/)
  assert.ok(threads() > threadsBefore)
  deriver.stop()
  database.exec('ROLLBACK')
  database.close()
  for (let look = 0; look < 500 && threads() > threadsBefore; look++) await wait(20)
  assert.equal(threads(), threadsBefore)
})

/** Waits until the number of threads stays the same: threads of earlier tests may still be ending. */
async function steadyThreads(): Promise<number> {
  const before = threads()
  await wait(200)
  return threads() === before ? before : steadyThreads()
}

function threads(): number {
  return readdirSync('/proc/self/task').length
}

const ENOUGH_FOR_A_THREAD = 4100
