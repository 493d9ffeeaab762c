import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gunzipSync, type InflateRaw, inflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { DAY_MS, dayNumber, dayOf } from '../../src/base/clock.ts'
import { silentLog } from '../../src/base/log.ts'
import type { Catalog } from '../../src/catalog/catalog.ts'
import type { CatalogWriter } from '../../src/catalog/catalog-writer.ts'
import { openCatalog, openWriter } from '../../src/catalog/open.ts'
import type { EncodedPage } from '../../src/catalog/query.ts'
import type { Experience } from '../../src/model/experience.ts'
import { cardMaker } from '../../src/rendering/card-maker.ts'
import { Calendar } from '../../src/sample/calendar.ts'
import { makeExperience } from '../../src/sample/experiences.ts'
import { makeSample } from '../../src/sample/sample.ts'
import { home } from '../catalog/contract.ts'
import { WORDS } from '../operations/small-catalog.ts'

const NOW_MS = Date.UTC(2026, 10, 1)
const TODAY = dayNumber(NOW_MS)
const RUNS = 300
const FRAME_BYTES = 18

const dataDir = mkdtempSync(join(tmpdir(), 'plat-gzip-'))
after(() => rmSync(dataDir, { recursive: true }))
let catalog: Catalog
let unpacked: Catalog

before(async () => {
  const cards = cardMaker(WORDS)
  const writer = openWriter({ dataDir, kind: 'sample', replace: false, cards, newCatalogId: () => '0'.repeat(16) })
  putOdd(writer)
  await makeSample(writer, { homes: 1500, seed: 3, nowMs: NOW_MS })
  catalog = openCatalog(dataDir, silentLog, cards)
  unpacked = openCatalog(dataDir, silentLog, cards, undefined, false)
})
after(() => {
  catalog.close()
  unpacked.close()
})

/** Open houses before and after today, texts outside ASCII, and a dated beginning too long for a stored block. */
function putOdd(writer: CatalogWriter): void {
  for (let zpid = 1; zpid <= 60; zpid++) {
    const openHouses = Array.from({ length: zpid % 4 }, (_, i) => {
      const startMs = NOW_MS + (zpid - 30 + i) * DAY_MS
      return { startMs, endMs: startMs + DAY_MS / 12 }
    })
    const listing = { kind: 'sale', status: 'Active', listedBy: 'agent', listPrice: zpid * 1000, openHouses } as const
    const isDated = zpid % 3 > 0
    const made = home(zpid, { listing: isDated ? { ...listing, onMarketMs: NOW_MS - zpid * DAY_MS } : listing })
    writer.put('home', { ...made, address: { ...made.address, streetAddress: `${zpid} Peña ☀ 𝒮t` } })
  }
  for (const [i, slots] of [0, 1, 700, 1500, 3000].entries()) {
    const made = makeExperience(10_000 + i, 0, new Calendar(NOW_MS))
    writer.put('experience', { ...made, title: 'Spacer po Łodzi ☀', slots: slotsOf(slots) })
  }
}

function slotsOf(count: number): Experience['slots'] {
  return Array.from({ length: count }, (_, i) => {
    return { date: dayOf(NOW_MS + (i - 20) * DAY_MS), startTime: '09:30', seatsLeft: 1 + i }
  })
}

/** The page once plain and once as gzip, both between the same texts. */
function checkPage(page: EncodedPage, [before, after]: readonly [string, string]): void {
  const plain = page.json(before, after)
  const packed = page.gzip?.(before, after)
  assert.ok(packed, 'the cards do not stand ready for gzip')
  assert.equal(plain.bytes.length, Buffer.byteLength(before + after) + page.cardBytes)
  assert.ok(gunzipSync(packed.bytes).equals(plain.bytes))
  const inflated = inflateRawSync(packed.bytes.subarray(10), { info: true }) as unknown as {
    readonly engine: InflateRaw
  } // as `info` says
  assert.equal(inflated.engine.bytesWritten + FRAME_BYTES, packed.bytes.length, 'more than one member')
  packed.release()
  plain.release()
}

const CLASSES = [
  ['home', 'For_Sale', 'Newest'],
  ['home', 'For_Sale', 'PriceAscending'],
  ['home', 'For_Rent', 'Newest'],
  ['home', 'Sold', 'Newest'],
  ['offer', 'For_Sale', 'Newest'],
  ['offer', 'For_Rent', 'Newest'],
  ['experience', 'Bookable', 'Steady'],
] as const

const pages = fc.record({
  asked: fc.constantFrom(...CLASSES),
  offset: fc.integer({ min: 0, max: 600 }),
  limit: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 200 })),
  days: fc.oneof(fc.integer({ min: -40, max: 40 }), fc.integer({ min: -2000, max: 40_000 })),
  grouped: fc.boolean(),
  texts: fc.oneof(
    fc.tuple(fc.string({ unit: 'binary' }), fc.string()),
    fc.constantFrom(['', ''] as const, ['{"searchResults":[', ']}'] as const, ['é'.repeat(70_000), ']'] as const),
  ),
})

test('any page as gzip is one member, and inflates to the same bytes as plain', async () => {
  await fc.assert(
    fc.asyncProperty(pages, async ({ asked: [noun, listingClass, order], offset, limit, days, grouped, texts }) => {
      const page = await catalog.search(noun).cards({
        listingClass,
        where: [],
        order,
        offset,
        limit,
        grouped: grouped && listingClass === 'For_Rent' && noun === 'home',
        today: TODAY + days,
      } as never) // each class belongs to its noun
      checkPage(page, texts)
    }),
    { numRuns: RUNS },
  )
})

test('nothing stands ready for gzip where that is not wanted', async () => {
  const query = {
    listingClass: 'Sold',
    where: [],
    order: 'Newest',
    offset: 0,
    limit: 5,
    grouped: false,
    today: TODAY,
  } as const
  assert.equal((await unpacked.search('home').cards(query)).gzip, undefined)
  assert.ok((await catalog.search('home').cards(query)).gzip)
})
