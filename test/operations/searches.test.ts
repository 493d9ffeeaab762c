import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Context } from '../../src/catalog/ports/context.ts'
import { DAY_MS, fixedClock } from '../../src/kit/base/clock.ts'
import { Fault } from '../../src/kit/base/failure.ts'
import type { Home } from '../../src/model/home.ts'
import { EncodedAnswer } from '../../src/service/operations/operation.ts'
import { call, rawCall } from './call.ts'
import { BY_OWNER, COMING_SOON, HOMES, NOW_MS, RENTAL, RICH, SOLD, TOWER, UNITS } from './made-homes.ts'
import { smallContext, WORDS } from './small-catalog.ts'

interface SearchAnswer {
  readonly resultsCount: Readonly<Record<string, number>>
  readonly pagesInfo: Readonly<Record<string, number>>
  readonly locations?: readonly { found: boolean; readonly name: string | null }[]
  readonly searchResults: readonly {
    readonly property: Readonly<Record<string, unknown>>
    readonly resultType: string
  }[]
  readonly explain?: {
    readonly query: Readonly<Record<string, unknown>>
    readonly defaults: readonly string[]
    readonly removed: readonly { readonly parameter: string; readonly rows: number }[]
  }
}
type Given = Readonly<Record<string, string>>

const context = smallContext()
const AROUND = { latitude: '30.29', longitude: '-97.77', radius: '1' }
const FOR_SALE = { location: 'Austin, TX', listingStatus: 'For_Sale' }

async function search(path: string, given: Given, at: Context = context): Promise<SearchAnswer> {
  return (await call(`/search/${path}`, given, at)) as SearchAnswer
}

function zpids({ searchResults }: SearchAnswer): number[] {
  return searchResults.map(({ property }) => Number(property.zpid))
}

/** Makes homes for sale in Austin. The lower the id, the higher the price. */
function many(count: number): Home[] {
  return Array.from({ length: count }, (_, index) => ({
    ...RICH,
    zpid: index + 1,
    listing: { kind: 'sale', status: 'Active', listedBy: 'agent', listPrice: 1_000_000 - index } as const,
  }))
}

test('every search finds a home in its area; locations are listed if one was named', async () => {
  const searches: readonly (readonly [string, Given])[] = [
    ['byaddress', { location: '78703' }],
    ['bypolygon', { polygon: '30 -98,31 -98,31 -97,30 -97' }],
    ['bycoordinates', AROUND],
    ['bymapbounds', { eastLongitude: '-97', northLatitude: '31', southLatitude: '30', westLongitude: '-98' }],
  ]
  for (const [path, area] of searches) {
    const answer = await search(path, { ...area, listingStatus: 'For_Sale' })
    assert.ok(zpids(answer).includes(RICH.zpid), path)
    assert.equal(Object.hasOwn(answer, 'locations'), path === 'byaddress')
  }
})

test('a search by address includes homes sold by owners; the others only with By_Owner_and_Other', async () => {
  assert.ok(zpids(await search('byaddress', FOR_SALE)).includes(BY_OWNER.zpid))
  const around = { ...AROUND, listingStatus: 'For_Sale' }
  assert.ok(!zpids(await search('bycoordinates', around)).includes(BY_OWNER.zpid))
  assert.ok(
    zpids(await search('bycoordinates', { ...around, listingType: 'By_Owner_and_Other' })).includes(BY_OWNER.zpid),
  )
})

test('the units of one building are one result, and also counted as homes', async () => {
  const answer = await search('byaddress', { ...FOR_SALE, listingStatus: 'For_Rent' })
  assert.deepEqual(answer.resultsCount, { totalMatchingCount: 2, ungroupedResultCount: 3, scrapeable_count: 2 })
  const building = answer.searchResults.find(({ resultType }) => resultType === 'propertyGroup')
  assert.equal(building?.property.lotId, TOWER.lotId)
  assert.equal(building?.property.matchingHomeCount, UNITS.filter(({ listing }) => listing).length)
  assert.ok(zpids(answer).includes(RENTAL.zpid))
})

test('pages of 200 have up to 1,000 results, each once and in order; later pages are empty, with the same totals', async () => {
  const at = smallContext({ homes: many(1203) })
  const seen: number[] = []
  for (const page of ['1', '2', '3', '4', '5', '6', '9007199254740991']) {
    const answer = await search('byaddress', { ...FOR_SALE, sortOrder: 'Price_High_to_Low', page }, at)
    assert.deepEqual(answer.resultsCount, {
      totalMatchingCount: 1203,
      ungroupedResultCount: 1203,
      scrapeable_count: 1000,
    })
    assert.deepEqual(answer.pagesInfo, { totalPages: 5, currentPage: Number(page), resultsPerPage: 200 })
    seen.push(...zpids(answer))
  }
  assert.deepEqual(
    seen,
    Array.from({ length: 1000 }, (_, index) => index + 1),
  )
})

test('pages of another size reach the same results, and none is larger than 200', async () => {
  const at = smallContext({ homes: many(1203) })
  const pageOf = (pageSize: string, page: number) =>
    search('byaddress', { ...FOR_SALE, sortOrder: 'Price_High_to_Low', pageSize, page: String(page) }, at)
  const seen: number[] = []
  for (let page = 1; page <= 8; page++) {
    const answer = await pageOf('150', page)
    assert.deepEqual(answer.pagesInfo, { totalPages: 7, currentPage: page, resultsPerPage: 150 })
    assert.equal(answer.resultsCount.scrapeable_count, 1000)
    seen.push(...zpids(answer))
  }
  assert.deepEqual(
    seen,
    Array.from({ length: 1000 }, (_, index) => index + 1),
  )
  assert.equal((await pageOf('500', 1)).searchResults.length, 200)
  assert.equal((await pageOf('500', 1)).pagesInfo.resultsPerPage, 200)
  await assert.rejects(pageOf('0', 1), /pageSize/)
})

test('the list is empty if nothing is found', async () => {
  const { resultsCount, pagesInfo, searchResults } = await search('bycoordinates', {
    ...AROUND,
    latitude: '-80',
    listingStatus: 'Sold',
  })
  assert.deepEqual(resultsCount, { totalMatchingCount: 0, ungroupedResultCount: 0, scrapeable_count: 0 })
  assert.equal(pagesInfo.totalPages, 0)
  assert.deepEqual(searchResults, [])
})

test('several locations are one search without duplicate rows, and each says how it was understood', async () => {
  const answer = await search('byaddress', { ...FOR_SALE, location: 'Austin, TX; 78703;Nowhere, TX;' })
  assert.deepEqual(new Set(zpids(answer)), new Set(zpids(await search('byaddress', FOR_SALE))))
  assert.equal(new Set(zpids(answer)).size, zpids(answer).length)
  assert.deepEqual(
    answer.locations?.map(({ found }) => found),
    [true, true, false],
  )
  assert.deepEqual(zpids(await search('byaddress', { ...FOR_SALE, location: 'Nowhere, TX' })), [])
})

test('places joined by and are separate locations', async () => {
  const joined = await search('byaddress', { ...FOR_SALE, location: 'Rollingwood and Clarksville, TX' })
  assert.deepEqual(
    joined.locations?.map(({ found, name }) => [found, name]),
    [
      [true, 'Rollingwood, TX'],
      [true, 'Clarksville, Austin, TX'],
    ],
  )
  const apart = await search('byaddress', { ...FOR_SALE, location: 'Rollingwood, TX; Clarksville, TX' })
  assert.deepEqual(joined.searchResults, apart.searchResults)
})

test('a location may be an address', async () => {
  const answer = await search('byaddress', { ...FOR_SALE, location: '1204 N Lamar Blvd, Austin, TX 78703' })
  assert.deepEqual(zpids(answer), [RICH.zpid])
})

test('a box that crosses the date line contains both sides of it', async () => {
  const islands = [179.5, -179.5, 0].map(
    (longitude, index): Home => ({ ...RICH, zpid: index + 1, point: { latitude: 52, longitude } }),
  )
  const box = {
    southLatitude: '51',
    northLatitude: '53',
    westLongitude: '179',
    eastLongitude: '-179',
    listingStatus: 'For_Sale',
  }
  assert.deepEqual(zpids(await search('bymapbounds', box, smallContext({ homes: islands }))), [1, 2])
})

test('the service’s word for the portal appears in names, values, answers and explanations', async () => {
  const at = smallContext({}, { ...WORDS, Portal: 'Hearth', portal: 'hearth' })
  const answer = await search('byaddress', { ...FOR_SALE, daysOnHearth: '7_days', explain: '1' }, at)
  assert.deepEqual(answer.explain?.removed.at(-1), { parameter: 'daysOnHearth', rows: 3 })
  assert.equal(answer.explain?.query.daysOnHearth, '7_days')
  const rentals = await search(
    'byaddress',
    { ...FOR_SALE, listingStatus: 'For_Rent', otherAmenities: 'Accepts Hearth Applications', explain: 'true' },
    at,
  )
  assert.equal(rentals.explain?.query.otherAmenities, 'Accepts Hearth Applications')
  assert.deepEqual(rentals.explain?.removed.at(-1), { parameter: 'otherAmenities', rows: 3 })
  const [row] = (await search('byaddress', FOR_SALE, at)).searchResults
  assert.ok('hearthOwnedProperty' in (row?.property ?? {}) && !JSON.stringify(row).includes('Portal'))
})

test('an explanation gives the query with its defaults, and the number of homes that each condition removes', async () => {
  const { explain, resultsCount } = await search('bycoordinates', {
    ...AROUND,
    listingStatus: 'For_Sale',
    listPriceRange: 'min: 400000',
    homeType: 'Houses, Townhomes',
    explain: 'true',
  })
  const { query, defaults, removed } = explain ?? { query: {}, defaults: [], removed: [] }
  assert.equal(query.listPriceRange, 'min:400000')
  assert.equal(query.homeType, 'Houses,Townhomes')
  assert.equal(query.sortOrder, 'Homes_for_you')
  assert.equal(query.listingType, 'By_Agent')
  assert.equal(query.radius, 1)
  assert.ok(!('soldInLast' in query) && !('space' in query))
  assert.deepEqual(
    defaults.filter((name) => ['sortOrder', 'page', 'listingType', 'listPriceRange', 'soldInLast'].includes(name)),
    ['sortOrder', 'page', 'listingType'],
  )
  const forSale = HOMES.filter(({ listing }) => listing?.kind === 'sale' && listing.status !== 'Closed').length
  assert.equal(forSale - removed.reduce((sum, { rows }) => sum + rows, 0), resultsCount.totalMatchingCount)
  assert.deepEqual(removed[0], { parameter: 'radius', rows: 1 })
})

test('the fingerprint of an answer depends on the day and the words, not on the time of day', async () => {
  const followed = async (at: Context) => {
    const answer = await rawCall('/search/byaddress', FOR_SALE, at)
    assert.ok(answer instanceof EncodedAnswer)
    return answer.fingerprint
  }
  const tomorrow = { ...context, clock: fixedClock(NOW_MS + DAY_MS) }
  const later = { ...context, clock: fixedClock(NOW_MS + 1000) }
  const otherWords = smallContext({}, { ...WORDS, Portal: 'Hearth' })
  const otherPictures = smallContext({}, { ...WORDS, mediaOrigin: 'https://m.example' })
  const [now, ...others] = await Promise.all([context, tomorrow, otherWords, otherPictures].map(followed))
  assert.equal(await followed(later), now)
  assert.equal(new Set([now, ...others]).size, 4)
})

test('the days in an answer advance at midnight', async () => {
  const daysOn = async (at: Context) =>
    (await search('byaddress', FOR_SALE, at)).searchResults.find(({ property }) => property.zpid === RICH.zpid)
      ?.property.daysOnPortal
  assert.equal(await daysOn(context), 30)
  assert.equal(await daysOn({ ...context, clock: fixedClock(NOW_MS + DAY_MS / 2) }), 31)
})

test('a listing number finds its home as a flat row, whatever the letter case', async () => {
  const answer = (await call('/search/bymls', { mlsid: 'hc1001' }, context)) as {
    readonly searchResult: Readonly<Record<string, unknown>>
  }
  const { searchResult } = answer
  assert.equal(searchResult.zpid, RICH.zpid)
  assert.equal(searchResult.latitude, RICH.point?.latitude)
  assert.equal(searchResult.daysOnPortal, 30)
})

test('if several homes share a listing number, the one on the market is used, otherwise the newest listing, ties by zpid', async () => {
  const numbered = (home: Home, zpid: number, onMarketMs?: number): Home => ({
    ...home,
    zpid,
    listing: {
      kind: 'sale',
      status: 'Active',
      listedBy: 'agent',
      ...home.listing,
      mlsId: 'X1',
      ...(onMarketMs && { onMarketMs }),
    },
  })
  const firstOf = async (...homes: Home[]) => {
    const at = smallContext({ homes })
    const { searchResult } = (await call('/search/bymls', { mlsid: 'X1' }, at)) as { searchResult: { zpid: number } }
    return searchResult.zpid
  }
  const old = NOW_MS - 900 * DAY_MS
  assert.equal(await firstOf(numbered(SOLD, 1, NOW_MS), numbered(RICH, 2, old)), 2)
  assert.equal(await firstOf(numbered(RENTAL, 1, old), numbered(RICH, 2, NOW_MS)), 2)
  assert.equal(await firstOf(numbered(RENTAL, 1, NOW_MS), numbered(RICH, 2, old)), 1)
  assert.equal(await firstOf(numbered(RICH, 7, old), numbered(RICH, 5, old)), 5)
  assert.equal(await firstOf(numbered(COMING_SOON, 3)), 3)
})

test('a number finds its home with any agent and of any kind, unless a kind is requested', async () => {
  const kinds = [
    { listedBy: 'owner' },
    { listedBy: 'agent', conditions: ['Foreclosed'] },
    { listedBy: 'agent', conditions: ['PreForeclosure'] },
    { listedBy: 'agent', conditions: ['Auction'] },
    { listedBy: 'owner', kind: 'lease' },
    { listedBy: 'owner', status: 'Closed', closeDate: '2026-10-01' },
  ] as const
  const notByAgent = kinds.slice(0, 3)
  for (const kind of kinds) {
    const listing = { kind: 'sale', status: 'Active', mlsId: 'K1', ...kind } as const
    const at = smallContext({ homes: [{ ...RICH, listing }] })
    const isShown = async (asked: Readonly<Record<string, string>>) => {
      const answer = await call('/search/bymls', { mlsid: 'K1', ...asked }, at).catch((fault) => fault)
      return !(answer instanceof Fault)
    }
    for (const asked of [{}, { listingType: 'Any' }, { listingStatus: 'Any', listingType: 'Any' }]) {
      assert.equal(await isShown(asked), true, JSON.stringify({ listing, asked }))
    }
    const isByAgent = !notByAgent.some((one) => one === kind)
    assert.equal(await isShown({ listingType: 'By_Agent' }), isByAgent, JSON.stringify(listing))
  }
})

test('a listing number shared by very many homes is refused, with their number', async () => {
  const listing = { kind: 'sale', status: 'Active', listedBy: 'agent', mlsId: 'NONE' } as const
  const homes = (count: number) => Array.from({ length: count }, (_, i): Home => ({ ...RICH, zpid: i + 1, listing }))
  await call('/search/bymls', { mlsid: 'none' }, smallContext({ homes: homes(1000) }))
  await assert.rejects(call('/search/bymls', { mlsid: 'none' }, smallContext({ homes: homes(1001) })), {
    code: 'search.too_costly',
    message: 'Cannot look up mlsid "none": 1001 homes have it, and at most 1000 may.',
  })
})

test('a listing number that no home has, or that does not match, is a 404 with the container that clients read', async () => {
  for (const given of [
    { mlsid: 'nobody' },
    { mlsid: 'HC1001', listingStatus: 'Sold' },
    { mlsid: 'HC1001', homeType: 'Lots-Land' },
    { mlsid: 'HC1001', homeType: 'Apartments/Condos/Co-ops' },
    { mlsid: 'HC1001', listingType: 'By_Owner_and_Other' },
    { mlsid: 'HC1001', listingTypeOptions: 'Auctions' },
  ]) {
    await assert.rejects(call('/search/bymls', given, context), (fault) => {
      assert.ok(fault instanceof Fault && fault.status === 404, JSON.stringify(given))
      assert.deepEqual(fault.extras.container, { searchResult: {} })
      return fault.message.startsWith('404: ')
    })
  }
  await call('/search/bymls', { mlsid: 'HC1001', listingStatus: 'For_Sale', homeType: 'Houses,Townhomes' }, context)
})

test('a sold home with an unknown price is found, but not by a range of prices', async () => {
  const { closePrice: _, ...listing } = { kind: 'sale', status: 'Closed', listedBy: 'agent', ...SOLD.listing } as const
  const at = smallContext({ homes: [{ ...SOLD, listing }] })
  const zpidsFor = async (asked: Readonly<Record<string, string>>) =>
    zpids(await search('byaddress', { location: 'Austin, TX', listingStatus: 'Sold', ...asked }, at))
  assert.equal(listing.listPrice, 700_000)
  assert.deepEqual(await zpidsFor({}), [SOLD.zpid])
  assert.deepEqual(await zpidsFor({ listPriceRange: 'min:1' }), [])
})
