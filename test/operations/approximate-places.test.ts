import assert from 'node:assert/strict'
import { test } from 'node:test'
import { datedCard } from '../../src/catalog/ports/cards.ts'
import type { Home } from '../../src/model/home.ts'
import type { Offer } from '../../src/model/offer.ts'
import { EXPERIENCE_CARDS } from '../../src/service/rendering/cards/experience-card.ts'
import { OFFER_CARDS } from '../../src/service/rendering/cards/offer-card.ts'
import { call } from './call.ts'
import { HOMES, RICH } from './made-homes.ts'
import { EXPERIENCES, OFFERS } from './made-portals.ts'
import { smallContext } from './small-catalog.ts'

const EXACT: Home = { ...RICH, zpid: 4001, sourceKey: 'HC-4001' }
const SOLD_BY_ANN: Partial<Home> = {
  listing: {
    kind: 'sale',
    status: 'Closed',
    closeDate: '2026-09-01',
    closePrice: 690_000,
    listedBy: 'agent',
    listAgentId: 'agent-ann',
  },
  history: [{ date: '2026-09-01', event: 'Sold', price: 690_000, source: 'x' }],
}
const UNDISCLOSED: Home = { ...EXACT, address: { ...EXACT.address, undisclosed: true } }
const { point: _point, ...UNPLACED } = EXACT

const ROWS = [
  ['/search/byurl', { url: 'https://portal.example/homes/Austin,-TX_rb/', page: '1' }],
  ['/autocomplete', { query: EXACT.address.streetAddress }],
] as const

/** Finds objects with coordinates of the home. For each, yields whether it is marked as approximate. */
function* placesIn(value: unknown): Generator<boolean> {
  if (typeof value !== 'object' || value === null) return
  const { zpid, latitude, lat, hasBadGeocode } = value as Readonly<Record<string, unknown>> // any JSON object may have these keys
  if (zpid === EXACT.zpid && (latitude ?? lat) !== undefined) yield hasBadGeocode === true
  for (const part of Object.values(value)) yield* placesIn(part)
}

async function marksOf(home: Home): Promise<Readonly<Record<string, readonly boolean[]>>> {
  const context = smallContext({ homes: [...HOMES, home] })
  const marked = await Promise.all(
    ROWS.map(async ([path, query]) => [path, [...new Set(placesIn(await call(path, query, context)))]] as const),
  )
  return Object.fromEntries(marked.filter(([, marks]) => marks.length > 0))
}

test('every row that shows a home at the center of a region says so, and no other does', async () => {
  const everywhere = (mark: boolean) => Object.fromEntries(ROWS.map(([path]) => [path, [mark]]))
  assert.deepEqual(await marksOf(EXACT), everywhere(false))
  assert.deepEqual(await marksOf(UNPLACED), everywhere(true))
  // the address of this home is not in completion
  assert.deepEqual(await marksOf(UNDISCLOSED), { '/search/byurl': [true] })
})

test('a sale shown at the center of a region says so', async () => {
  const sold = async (home: Home) => {
    const context = smallContext({ homes: [...HOMES, { ...home, ...SOLD_BY_ANN }] })
    return [...placesIn(await call('/agent/sold_properties', { encodedZuid: 'agent-ann' }, context))]
  }
  assert.deepEqual([await sold(EXACT), await sold(UNPLACED), await sold(UNDISCLOSED)], [[false], [true], [true]])
})

function placeOf(offer: Partial<Offer>) {
  const [known] = OFFERS
  assert(known)
  const { point: _of, ...unplaced } = known
  const { location } = JSON.parse(OFFER_CARDS.card({ ...unplaced, ...offer }))
  return [location.latitude, location.longitude, location.hasBadGeocode]
}

test('an offer without coordinates is shown at the center of its city, marked, unless the city is ambiguous', () => {
  assert.deepEqual(placeOf({ city: 'Kraków', county: 'Kraków' }), [50.06, 19.94, true])
  assert.deepEqual(placeOf({ city: 'Radom', county: 'powiat obornicki' }), [null, null, undefined])
  assert.deepEqual(placeOf({ city: 'Zgierz', county: 'powiat zgierski' }), [null, null, undefined])
  const point = { latitude: 50.01, longitude: 20.02 }
  assert.deepEqual(placeOf({ city: 'Kraków', county: 'Kraków', point }), [50.01, 20.02, undefined])
})

test('an experience without coordinates is shown at the center of its city if no other place has that name', () => {
  const [known] = EXPERIENCES
  assert(known)
  const { point: _of, ...unplaced } = known
  const placesOf = (city: string, country: string) => {
    const { location } = JSON.parse(
      datedCard(EXPERIENCE_CARDS.card({ ...unplaced, city, country }), EXPERIENCE_CARDS, 0),
    )
    return [Math.round(location.latitude), Math.round(location.longitude), location.hasBadGeocode]
  }
  assert.deepEqual(placesOf('Seattle', 'United States'), [48, -122, true])
  assert.deepEqual(placesOf('Warszawa', 'Poland'), [52, 21, true])
  for (const [city, country] of [
    ['Portland', 'United States'],
    ['Nowhere', 'USA'],
    ['Seattle', 'France'],
    ['Paris', 'France'],
  ] as const)
    assert.deepEqual(placesOf(city, country), [0, 0, undefined], `${city}, ${country}`)
})
