import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { currentPath } from '../../src/catalog/embedded/folder.ts'
import { CATALOG_FINGERPRINT, CATALOG_FORMAT } from '../../src/catalog/embedded/format.ts'
import { wholePiece } from '../../src/catalog/embedded/search/pieces.ts'
import { CardWords } from '../../src/catalog/facts/card-words.ts'
import { openCatalog, openWriter } from '../../src/catalog/opening/open.ts'
import { type CardMaker, type Dating, datedCard, summaryOf } from '../../src/catalog/ports/cards.ts'
import { DAY_MS, dayNumber, fixedClock } from '../../src/kit/base/clock.ts'
import { silentLog } from '../../src/kit/base/log.ts'
import type { Home } from '../../src/model/home.ts'
import { loadGazetteer, type ZipPlace } from '../../src/places/regions/gazetteer.ts'
import { collectRegions } from '../../src/places/regions/regions.ts'
import { HEAD_FINGERPRINT, HEAD_VERSION } from '../../src/service/operations/encoded-search.ts'
import { EncodedAnswer } from '../../src/service/operations/operation.ts'
import { CARDS_FINGERPRINT, CARDS_VERSION, cardMaker } from '../../src/service/rendering/card-maker.ts'
import { TREE_INPUTS } from '../../src/worth/estimator/tree-row.ts'
import { checkVersion } from '../guarded-version.ts'
import { rawCall } from '../operations/call.ts'
import { frozenRecords } from './frozen-records.ts'
import { trialCards } from './trial.ts'

const NOW_MS = Date.UTC(2026, 10, 20, 12)
const WORDS = {
  Portal: 'Portal',
  portal: 'portal',
  portalOrigin: 'https://portal.example',
  mediaOrigin: 'https://media.example',
}
const RECORDS = frozenRecords()
const folders: string[] = []
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

test('a change of search results requires a new version number, so that stored results are made again', () => {
  checkVersion(
    {
      name: 'CARDS_VERSION',
      fingerprintName: 'CARDS_FINGERPRINT',
      file: 'src/service/rendering/card-maker.ts',
      version: CARDS_VERSION,
      fingerprint: CARDS_FINGERPRINT,
    },
    cardsOf(cardMaker(WORDS)),
  )
})

test('a change of the start of search answers requires a new version number, so that no client uses an old answer', async () => {
  checkVersion(
    {
      name: 'HEAD_VERSION',
      fingerprintName: 'HEAD_FINGERPRINT',
      file: 'src/service/operations/encoded-search.ts',
      version: HEAD_VERSION,
      fingerprint: HEAD_FINGERPRINT,
    },
    await heads(),
  )
})

test('a change of what a catalog stores or derives requires a new format number, so that no catalog is misread', () => {
  checkVersion(
    {
      name: 'CATALOG_VERSION',
      fingerprintName: 'CATALOG_FINGERPRINT',
      file: 'src/catalog/embedded/format.ts',
      version: CATALOG_FORMAT.version,
      fingerprint: CATALOG_FINGERPRINT,
    },
    catalogContents(),
  )
})

function* cardsOf(cards: CardMaker): Generator<string> {
  const agents = new Map(RECORDS.agent.map((agent) => [agent.agentId, agent]))
  const offices = new Map(RECORDS.office.map((office) => [office.officeId, office]))
  for (const home of [...RECORDS.home, ...homeInEveryZip()]) {
    const agent = agents.get(home.listing?.listAgentId ?? '')
    yield* asDated(cards.card(home, { agent, office: offices.get(agent?.officeId ?? '') }), cards)
  }
  const units = RECORDS.home.map(({ zpid, facts, listing }) => {
    return { zpid, bedrooms: facts.bedroomsTotal, price: listing?.listPrice, room: listing?.lease?.space === 'room' }
  })
  for (const building of RECORDS.building) yield cards.buildingPart(building)
  for (let from = 0; from < units.length; from += 8) yield cards.unitsPart(summaryOf(units.slice(from, from + 8)))
  for (const offer of RECORDS.offer) yield* asDated(cards.offer.card(offer), cards.offer)
  for (const experience of RECORDS.experience) yield* asDated(cards.experience.card(experience), cards.experience)
}

/** Returns a stored search result, and the same result as of a day. */
function asDated(card: string, dating: Dating): string[] {
  return [card, datedCard(new CardWords(WORDS).put(card), dating, dayNumber(NOW_MS))]
}

/** Returns a home in every ZIP code, so that any change of the gazetteer shows. */
function homeInEveryZip(): Home[] {
  const gazetteer = loadGazetteer()
  const places = Array.from({ length: 100_000 }, (_, zip) => gazetteer.zip(String(zip).padStart(5, '0')))
  return places.filter((place) => place !== undefined).map(homeIn)
}

function homeIn({ zipcode, city, state }: ZipPlace): Home {
  const openHouses = [{ startMs: NOW_MS + DAY_MS, endMs: NOW_MS + DAY_MS * 1.1 }]
  return {
    zpid: Number(zipcode),
    source: 'test',
    sourceKey: zipcode,
    address: { streetAddress: '1 Main St', city, state, zipcode },
    homeType: 'SINGLE_FAMILY',
    facts: {},
    listing: { kind: 'sale', status: 'Active', listedBy: 'agent', openHouses },
    history: [],
    taxes: [],
  }
}

const COUNTRY = { eastLongitude: '-66', northLatitude: '50', southLatitude: '24', westLongitude: '-125' }

/** Calls whose answers have an entity tag that depends on HEAD_VERSION. */
const SEARCHES: readonly (readonly [path: string, parameters: Readonly<Record<string, string>>])[] = [
  ...['For_Sale', 'For_Rent', 'Sold'].map((listingStatus) => {
    return ['/search/bymapbounds', { ...COUNTRY, listingStatus, explain: 'true' }] as const
  }),
  ['/search/bymapbounds', { ...COUNTRY, listingStatus: 'For_Sale', page: '7', bed_min: '2', keywords: 'pool' }],
  ['/search/byaddress', { location: 'Austin, TX; 78704; Nowhere At All, ZZ', listingStatus: 'For_Sale' }],
  ['/search/bypolygon', { polygon: '24 -125,50 -125,50 -66,24 -66', listingStatus: 'For_Rent' }],
  ['/search/bycoordinates', { latitude: '30.27', longitude: '-97.74', radius: '50', listingStatus: 'Sold' }],
  ['/search/bylocation', { location: 'Mokotow, Warszawa; Krakow', floors: '1,2', page: '2' }],
  ['/search/bylocation', { location: 'Krakow', resultCount: '3', page: '2' }],
  ['/search/exp/bydestination', { searchDestinations: 'Rome; Japan', adults: '1', timeOfDay: 'Morning,EVENING' }],
]

async function heads(): Promise<string[]> {
  const cards = cardMaker(WORDS)
  const catalog = openCatalog(createCatalog(cards), silentLog, cards)
  const context = { catalog, clock: fixedClock(NOW_MS), log: silentLog, words: WORDS }
  try {
    return await Promise.all(
      SEARCHES.map(async ([path, parameters]) => {
        const answer = await rawCall(path, parameters, context)
        assert(answer instanceof EncodedAnswer)
        const { searchResults: _, ...head } = JSON.parse(Buffer.from(answer.body.json().bytes).toString())
        return JSON.stringify(head)
      }),
    )
  } finally {
    catalog.close()
  }
}

function createCatalog(cards: CardMaker): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'plat-versions-'))
  folders.push(dataDir)
  const newCatalogId = () => '0123456789abcdef'
  const writer = openWriter({ dataDir, kind: 'sample', replace: false, cards, newCatalogId, clock: fixedClock(NOW_MS) })
  for (const [noun, records] of Object.entries(RECORDS)) {
    for (const record of records) writer.put(noun as keyof typeof RECORDS, record) // each key of RECORDS has records of its type
  }
  writer.attribute('test', 'Told by a test')
  writer.commit()
  return dataDir
}

/**
 * Yields the file's schema, every row of every table, the regions of homes in every ZIP code, and what estimators read.
 */
function* catalogContents(): Generator<string> {
  const path = currentPath(createCatalog(trialCards)) ?? ''
  const database = new DatabaseSync(path, { readOnly: true })
  yield `${CATALOG_FORMAT.applicationId} ${CATALOG_FORMAT.pageBytes}`
  const layout = database.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name').all()
  for (const { type, name, sql } of layout) {
    yield JSON.stringify([type, name, sql])
    if (type === 'table') yield* rowsOf(database, String(name))
  }
  database.close()
  yield JSON.stringify(collectRegions(homeInEveryZip()))
  yield JSON.stringify(TREE_INPUTS)
}

/** Stored search results are compared uncompressed, because another zlib may compress them differently. */
const PIECE = /^search\/\w+\/cards\//

/** Returns the rows, sorted, because their order in a table has no meaning. */
function rowsOf(database: DatabaseSync, table: string): string[] {
  const rows = database.prepare(`SELECT * FROM ${table}`).all()
  return rows
    .map((row) => {
      if (table === 'arrays' && PIECE.test(String(row.name))) {
        return { name: row.name, bytes: wholePiece(row.bytes as Uint8Array) } // the schema makes it a blob
      }
      return row
    })
    .map((row) => JSON.stringify(row, (_key, value) => (value instanceof Uint8Array ? hex(value) : value)))
    .sort()
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
