import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Context } from '../../src/catalog/ports/context.ts'
import { DAY_MS, dayNumber } from '../../src/kit/base/clock.ts'
import { call } from './call.ts'
import { BARE, BY_OWNER, COMING_SOON, NOW_MS, POOR, RENTAL, RICH, SOLD, UNDISCLOSED } from './made-homes.ts'
import { smallContext, WORDS } from './small-catalog.ts'

/** Values of the full document, as deep as these tests read. Other tests check their types. */
type Loose = { readonly [key: string]: Loose } & { readonly length: number } & Iterable<Loose>

async function details(zpid: number, context = smallContext()): Promise<Loose> {
  return ((await call('/pro/byzpid', { zpid: String(zpid) }, context)) as Loose).propertyDetails as Loose
}

/** Compares the values of the given keys with the expected values. */
function assertHas(found: Loose | undefined, expected: Readonly<Record<string, unknown>>): void {
  const kept = Object.fromEntries(Object.keys(expected).map((key) => [key, found?.[key]]))
  assert.deepEqual(kept, expected)
}

test('a home for sale shows its price, its listing date, and its monthly cost', async () => {
  assertHas(await details(RICH.zpid), {
    price: 950_000,
    priceChange: -50_000,
    priceChangeDate: Date.UTC(2026, 10, 5),
    priceChangeDateString: '2026-11-05',
    lastSoldPrice: 630_000,
    lastSoldDate: '2019-06-14',
    dateSoldString: '2019-06-14',
    dateSold: Date.UTC(2019, 5, 14),
    cumulativeDaysOnMarket: 42,
    fireplaces: 1,
    fencing: 'Wood, Privacy',
    datePostedString: '2026-10-21',
    zestimate: 940_000,
    rentZestimate: 4300,
    zestimateLowPercent: '5',
    zestimateHighPercent: '6',
    propertyTaxRate: 1.91,
    annualHomeownersInsurance: 3948,
    monthlyHoaFee: 385,
    taxAssessedValue: 770_000,
    affordabilityEstimate: { totalMonthlyCost: 7635 },
    daysOnPortal: 30,
    timeOnPortal: '30 days',
    homeStatus: 'FOR_SALE',
    lotAreaValue: 1.5,
    lotAreaUnits: 'Acres',
    lotSize: 65_340,
    photoCount: 2,
    brokerageName: 'Hill Country Homes',
  })
})

test('unknown facts of a sale from county records are null, 0 or absent, never invented', async () => {
  const poor = await details(POOR.zpid)
  assertHas(poor, {
    streetAddress: '',
    price: null,
    zestimate: null,
    lastSoldPrice: 360_000,
    cumulativeDaysOnMarket: null,
    fireplaces: null,
    fencing: null,
    datePostedString: null,
    propertyTaxRate: 0,
    monthlyHoaFee: null,
    taxAssessedValue: null,
    affordabilityEstimate: null,
    bedrooms: null,
    livingArea: null,
    homeStatus: 'OTHER',
    daysOnPortal: 0,
    timeOnPortal: '0 days',
    pageViewCount: 0,
    description: '',
    originalPhotos: [],
    hiResImageLink: 'https://media.example/media/none.svg',
    homeInsights: [],
    listedBy: [],
    county: 'Travis County',
    countyFIPS: '48453',
    timeZone: 'America/Chicago',
  })
  for (const key of ['yearBuilt', 'rentZestimate']) assert.equal(Object.hasOwn(poor, key), false, key)
})

test('a home with an unknown position is shown at 0, 0 with a bad geocode, and has no neighbors', async () => {
  assertHas(await details(BARE.zpid), {
    latitude: 0,
    longitude: 0,
    hasBadGeocode: true,
    parentRegion: null,
    schools: [],
    nearbyHomes: [],
    collections: { modules: [] },
    nearbyCities: [],
  })
})

test('a rental costs its rent, and no cost of buying is calculated from it', async () => {
  assertHas(await details(RENTAL.zpid), {
    homeStatus: 'FOR_RENT',
    price: 2400,
    affordabilityEstimate: null,
    annualHomeownersInsurance: 1680,
    isIncomeRestricted: true,
    isNonOwnerOccupied: true,
    isRecentStatusChange: true,
    photoCount: 3,
    hiResImageLink: 'https://media.example/media/home/1004/1-1536.svg',
    neighborhoodMapThumb: [{ url: 'https://media.example/media/map/1004.svg' }],
    timeOnPortal: '1 day',
  })
})

test('captions of drawn pictures name their content', async () => {
  const { originalPhotos = [] } = await details(RENTAL.zpid)
  const captions = Array.from(originalPhotos as Iterable<Loose>, ({ caption }) => caption)
  assert.deepEqual(captions, ['Front of the townhouse', 'Living room', 'Kitchen'])
})

test('coming-soon, owner-listed and sold homes say so', async () => {
  const soon = await details(COMING_SOON.zpid)
  assertHas(soon, { homeStatus: 'COMING_SOON', comingSoonOnMarketDate: Date.UTC(2026, 11, 5), bedrooms: 0 })
  assert.equal(soon.listingSubType?.isComingSoon, true)
  const owner = await details(BY_OWNER.zpid)
  assertHas(owner, { timeOnPortal: '706 days', listingTypeDimension: 'For Sale by Owner', newConstructionType: null })
  assertHas(owner.listingSubType, { isFSBO: true, isFSBA: false })
  assertHas(owner.foreclosureTypes, { isPreforeclosure: true, isAnyForeclosure: true, isBankOwned: false })
  assertHas(owner.attributionInfo, { agentName: 'Otto Owner', agentPhoneNumber: '(512) 555-0106', brokerName: null })
  assertHas(await details(SOLD.zpid), { homeStatus: 'RECENTLY_SOLD', price: 690_000, lastSoldPrice: 690_000 })
})

test('the attribution has the listing’s agents with their office and licenses', async () => {
  const { attributionInfo } = await details(RICH.zpid)
  assertHas(attributionInfo, {
    agentName: 'Ann Agent',
    brokerName: 'Hill Country Homes',
    coAgentName: 'Bob Agent',
    mlsId: 'HC1001',
    trueStatus: 'Active',
    lastUpdated: '2026-11-19 12:00:00',
    listingOffices: [{ associatedOfficeType: 'listOffice', officeName: 'Hill Country Homes' }],
  })
  assert.equal(attributionInfo?.listingAgents?.length, 2)
})

test('neighbors are the nearest other homes; schools give their distance and whether they are assigned', async () => {
  const rich = await details(RICH.zpid)
  const zpids = [...(rich.nearbyHomes ?? [])].map(({ zpid }) => Number(zpid))
  assert.deepEqual(zpids.slice(0, 2), [POOR.zpid, RENTAL.zpid])
  assert.equal(zpids.includes(RICH.zpid), false)
  const [first, second] = rich.schools ?? []
  assertHas(first, { name: 'Mathews Elementary', distance: 0.1, assigned: true, rating: 8 })
  assertHas(second, { name: 'Other Middle', assigned: false, rating: null })
  assert.deepEqual([...(rich.nearbyCities ?? [])], [{ name: 'Rollingwood', regionUrl: { path: '/rollingwood-tx/' } }])
})

test('an undisclosed home is shown at the center of its ZIP code', async () => {
  const hidden = await details(UNDISCLOSED.zpid)
  assertHas(hidden, { isUndisclosedAddress: true, hasBadGeocode: true, streetAddress: '(Undisclosed Address)' })
  assert.notEqual(hidden.latitude, UNDISCLOSED.point?.latitude)
})

test('the word for the portal appears in every key that contains it', async () => {
  const context = smallContext({}, { ...WORDS, Portal: 'Hearth', portal: 'hearth' })
  const answer = (await call('/pro/byzpid', { zpid: String(RICH.zpid) }, context)) as Loose
  assert.equal(answer.hearthURL, 'https://portal.example/homedetails/1204-N-Lamar-Blvd-Austin-TX-78703/1001_zpid/')
  for (const key of ['daysOnHearth', 'timeOnHearth', 'isHearthOwned', 'mortgageHHLRates']) {
    assert.ok(Object.hasOwn(answer.propertyDetails ?? {}, key), key)
  }
  const trimmed = await call('/byzpid', { zpid: String(RICH.zpid) }, context)
  for (const key of ['daysOnHearth', 'PropertyHearthURL']) assert.ok(Object.hasOwn(trimmed, key), key)
})

async function sourceShown(context: Context): Promise<string> {
  const answer = (await call('/pro/byzpid', { zpid: String(RICH.zpid) }, context)) as { readonly source: string }
  return answer.source
}

test('a sample catalog says that its data is invented; another names the record’s source', async () => {
  assert.match(await sourceShown(smallContext({ sample: true })), /invented/)
  assert.equal(await sourceShown(smallContext()), 'hill-country-mls')
})

test('an open house is shown until the end of its day, and then left out', async () => {
  const midnight = dayNumber(NOW_MS) * DAY_MS
  const openHouses = [-1, 1].map((ms) => ({ startMs: midnight + ms, endMs: midnight + ms }))
  const listing = { ...RICH.listing, kind: 'sale', status: 'Active', listedBy: 'agent', openHouses } as const
  assertHas(await details(RICH.zpid, smallContext({ homes: [{ ...RICH, listing }] })), {
    openHouseSchedule: [{ startTime: '2026-11-20T00:00:00.001Z', endTime: '2026-11-20T00:00:00.001Z' }],
  })
  assertHas(await details(RICH.zpid), {
    openHouseSchedule: [{ startTime: '2026-11-21T12:00:00.000Z', endTime: '2026-11-21T14:00:00.000Z' }],
  })
})
