import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { CardWords } from '../../src/catalog/facts/card-words.ts'
import { datedCard, summaryOf } from '../../src/catalog/ports/cards.ts'
import type { UnitHit } from '../../src/catalog/ports/query.ts'
import { DAY_MS, dayNumber } from '../../src/kit/base/clock.ts'
import type { Home } from '../../src/model/home.ts'
import { shownHome } from '../../src/model/shown-home.ts'
import { cardMaker } from '../../src/service/rendering/card-maker.ts'
import { BUILDING_RESULT } from '../../src/service/rendering/cards/building-card.ts'
import { HOME_RESULT } from '../../src/service/rendering/cards/home-card.ts'
import { anyHome } from '../operations/any-home.ts'
import { problemsOf } from '../operations/declared.ts'
import {
  AGENTS,
  BY_OWNER,
  NOW_MS,
  OFFICES,
  POOR,
  RENTAL,
  RICH,
  SOLD,
  TOWER,
  UNDISCLOSED,
} from '../operations/made-homes.ts'
import { smallContext, WORDS } from '../operations/small-catalog.ts'
import { wholeDocument } from './whole-document.ts'

const maker = cardMaker(WORDS)
const words = new CardWords(WORDS)
const PEOPLE = { agent: AGENTS[0], office: OFFICES[0] }
const TODAY = dayNumber(NOW_MS)

interface Dated {
  readonly daysOnPortal?: number
  readonly openHouseShowingList?: readonly { readonly startTime: number; readonly endTime: number }[]
  readonly listing: {
    readonly daysOnPortal?: number
    readonly listingSubType: Readonly<Record<string, boolean>>
    readonly listingStatus?: string
  }
}
type Property = Dated & Readonly<Record<string, unknown>>

/** Returns a home's search result, as of a day. */
function cardOn(home: Home, today: number): { readonly text: string; readonly property: Property } {
  const text = datedCard(words.put(maker.card(home, PEOPLE)), maker, today)
  return { text, property: (JSON.parse(text) as { property: Property }).property }
}

const ON_MARKET = new Set(['Active', 'ActiveUnderContract', 'ComingSoon', 'Pending'])

/** Returns the expected differences from the declaration for a home off the market, which no search finds. */
function offMarketProblems({ listing }: Home): readonly string[] {
  if (listing === undefined) {
    return ['listing.listingStatus', 'listing.marketingStatus', 'hdpView.listingStatus'].map(
      (key) => `.property.${key}: is missing`,
    )
  }
  if (ON_MARKET.has(listing.status) || listing.status === 'Closed') return []
  const declared = 'active, acceptingBackupOffers, comingSoon, pending, closed'
  return [`.property.listing.marketingStatus: 'offMarket' is not one of ${declared}`]
}

test('the search result of any home matches its declaration, has no null, and is one line', () => {
  fc.assert(
    fc.property(anyHome, (home) => {
      const { text, property } = cardOn(home, TODAY)
      assert.deepEqual(problemsOf(JSON.parse(text), HOME_RESULT), offMarketProblems(home))
      assert.deepEqual(nulls(property), [])
      assert.ok(!/[\n\r]/.test(text))
    }),
    { numRuns: 100 },
  )
})

test('on any day, a search result has the days since the listing, and the open houses that are not over', () => {
  fc.assert(
    fc.property(anyHome, fc.integer({ min: 0, max: 60_000 }), (home, today) => {
      const { listing } = home
      const { property } = cardOn(home, today)
      const days = listing?.onMarketMs === undefined ? undefined : Math.max(0, today - dayNumber(listing.onMarketMs))
      assert.equal(property.daysOnPortal, days)
      assert.equal(property.listing.daysOnPortal, days)
      const announced = listing && ON_MARKET.has(listing.status) ? (listing.openHouses ?? []) : []
      const expected = announced
        .filter(({ endMs }) => endMs >= today * DAY_MS)
        .map(({ startMs, endMs }) => ({ startTime: startMs, endTime: endMs }))
        .sort((one, other) => one.endTime - other.endTime || one.startTime - other.startTime)
      assert.deepEqual(property.openHouseShowingList ?? [], expected)
      assert.equal(property.listing.listingSubType.isOpenHouse, expected.length > 0 ? true : undefined)
    }),
    { numRuns: 150 },
  )
})

test('no search result has spaces between its keys, on any day', () => {
  for (const today of [0, TODAY, TODAY + 1, TODAY + 2, 99_999]) {
    const { text } = cardOn(RICH, today)
    assert.equal(text, JSON.stringify(JSON.parse(text)))
  }
})

test('open houses disappear one by one as their days pass, the flag with the last of them', () => {
  const starts = [0, 1, 2].map((days) => NOW_MS + days * DAY_MS)
  const openHouses = starts.map((startMs) => ({ startMs, endMs: startMs + 7_200_000 })).toReversed()
  const home: Home = {
    ...RENTAL,
    listing: { ...RENTAL.listing, kind: 'lease', status: 'Active', listedBy: 'agent', openHouses },
  }
  const shown = [0, 1, 2, 3].map((days) => {
    const { property } = cardOn(home, TODAY + days)
    return [property.openHouseShowingList?.length, property.listing.listingSubType.isOpenHouse]
  })
  assert.deepEqual(shown, [
    [3, true],
    [2, true],
    [1, true],
    [undefined, undefined],
  ])
})

test('a search result does not contain an undisclosed street or position', () => {
  const { text, property } = cardOn(shownHome(UNDISCLOSED), TODAY)
  assert.ok(!/Secret|Hideaway/i.test(text))
  assert.notDeepEqual(property.location, UNDISCLOSED.point)
  assert.equal(property.isUnmappable, true)
})

test('a search result shows the kind of the listing', () => {
  const statusOf = (home: Home) => cardOn(home, TODAY).property.listing.listingStatus
  assert.deepEqual([RICH, RENTAL, SOLD, BY_OWNER, POOR].map(statusOf), [
    'forSale',
    'forRent',
    'recentlySold',
    'preForeclosure',
    undefined,
  ])
  assert.deepEqual(cardOn(SOLD, TODAY).property.price, { value: 690_000, pricePerSquareFoot: 383 })
  assert.equal(cardOn(POOR, TODAY).property.price, undefined)
})

test('a search result shows the amount and the date of a price cut', () => {
  assert.deepEqual(cardOn(RICH, TODAY).property.listCardRecommendation, {
    flexFieldRecommendations: [
      { displayString: 'Price cut: $50,000 (11/5)', flexFieldType: 'priceCut', contentType: 'priceCut' },
    ],
  })
})

test('homes of one listing service share its number in search results and documents, and homes without a service have none', async () => {
  const numberOf = async (mlsName: string | undefined) => {
    const listing = { kind: 'sale', status: 'Active', listedBy: 'agent', ...(mlsName && { mlsName }) } as const
    const home = { ...RICH, listing }
    const { propertyDetails } = await wholeDocument(home, smallContext({ homes: [home], bare: true }))
    const { ssid } = cardOn(home, TODAY).property
    assert.equal(propertyDetails.ssid, ssid ?? null)
    return ssid
  }
  const numbers = [await numberOf('Hill Country MLS'), await numberOf('Bay MLS'), await numberOf('Hill Country MLS')]
  assert.equal(numbers[0], numbers[2])
  assert.equal(new Set(numbers).size, 2)
  assert.ok(numbers.every((number) => Number.isInteger(number)))
  assert.equal(await numberOf(undefined), undefined)
})

function cardOf(units: readonly UnitHit[]): string {
  return words.put(maker.buildingPart(TOWER)) + maker.unitsPart(summaryOf(units))
}

test('a building shows its cheapest unit of each size, rooms separately, and counts all matches', () => {
  const card = JSON.parse(
    cardOf([
      { zpid: 3, bedrooms: 1, price: 1600, room: false },
      { zpid: 1, bedrooms: 1, price: 1500, room: false },
      { zpid: 2, bedrooms: 1, price: 700, room: true },
      { zpid: 4, bedrooms: 0, price: 1400, room: false },
      { zpid: 5, bedrooms: undefined, price: 9000, room: false },
    ]),
  ) as { property: Readonly<Record<string, unknown>> }
  assert.deepEqual(problemsOf(card, BUILDING_RESULT), [])
  const { zpid, minPrice, maxPrice, matchingHomeCount, unitsGroup } = card.property
  assert.deepEqual(
    { zpid, minPrice, maxPrice, matchingHomeCount },
    {
      zpid: 3,
      minPrice: 700,
      maxPrice: 9000,
      matchingHomeCount: 5,
    },
  )
  assert.deepEqual(unitsGroup, [
    { bedrooms: 0, minPrice: 1400, isRoomForRent: false },
    { bedrooms: 1, minPrice: 1500, isRoomForRent: false },
    { bedrooms: 1, minPrice: 700, isRoomForRent: true },
  ])
})

test('a building without a known rent has no prices', () => {
  const card = cardOf([{ zpid: 3, bedrooms: 1, price: undefined, room: false }])
  assert.deepEqual(problemsOf(JSON.parse(card), BUILDING_RESULT), [])
  assert.ok(!card.includes('minPrice'))
})

test('services with other words and addresses store the same search results', () => {
  const elsewhere = cardMaker({
    Portal: 'Hearth',
    portal: 'hearth',
    portalOrigin: 'https://h.example',
    mediaOrigin: 'https://m.example',
  })
  assert.equal(elsewhere.fingerprint, maker.fingerprint)
  assert.equal(elsewhere.card(RICH, PEOPLE), maker.card(RICH, PEOPLE))
})

test('another thread makes the same search results from the recipe', async () => {
  const { module, factory, argument } = maker.recipe
  const make = ((await import(module)) as Record<string, typeof cardMaker>)[factory]
  const other = make?.(structuredClone(argument) as typeof WORDS)
  assert.equal(other?.fingerprint, maker.fingerprint)
  assert.equal(other?.card(RICH, PEOPLE), maker.card(RICH, PEOPLE))
})

function nulls(value: unknown, path = ''): string[] {
  if (value === null) return [path]
  if (Array.isArray(value)) return value.flatMap((entry, index) => nulls(entry, `${path}[${index}]`))
  return typeof value === 'object'
    ? Object.entries(value).flatMap(([key, inner]) => nulls(inner, `${path}.${key}`))
    : []
}
