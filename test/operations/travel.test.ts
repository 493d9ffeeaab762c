import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Trip } from '../../src/catalog/ports/travel-times.ts'
import { Refusal } from '../../src/kit/params/index.ts'
import { call } from './call.ts'
import { HOMES } from './made-homes.ts'
import { smallContext } from './small-catalog.ts'

type Given = Readonly<Record<string, string>>

const trips: Trip[] = []
const base = smallContext({ homes: HOMES })
/** An engine whose areas are squares: a degree for each minute. */
const context = {
  ...base,
  travelTimes: {
    reach: async (trip: Trip) => {
      trips.push(trip)
      const { latitude: y, longitude: x, minutes } = trip
      if (x === 0) return new Refusal('no road near.')
      const corner = (north: number, east: number) => [y + north * minutes, x + east * minutes] as const
      return [{ points: [corner(-1, -1), corner(-1, 1), corner(1, 1), corner(1, -1)] }]
    },
  },
}
const { latitude: LAT = 0, longitude: LNG = 0 } = HOMES.find(({ point }) => point !== undefined)?.point ?? {}
const OF = `${LAT}, ${LNG}`
const COUNTRY = { eastLongitude: '-66', northLatitude: '50', southLatitude: '24', westLongitude: '-125' }

async function zpids(path: string, given: Given): Promise<readonly unknown[]> {
  const answer = (await call(path, { listingType: 'Any', ...given }, context)) as {
    readonly searchResults: readonly { readonly property?: { readonly zpid: number } }[]
  }
  return answer.searchResults.flatMap(({ property }) => property?.zpid ?? [])
}

test('a search by travel time finds the same homes as a search in the outline of the engine', async () => {
  for (const given of [{}, { listingStatus: 'Sold', soldInLast: '36_months' }, { bed_min: '3' }]) {
    const corner = (north: number, east: number) => `${LAT + 3 * north} ${LNG + 3 * east}`
    const polygon = [corner(-1, -1), corner(-1, 1), corner(1, 1), corner(1, -1)].join(',')
    const inOutline = await zpids('/search/bypolygon', { ...given, polygon })
    const reached = await zpids('/search/bymapbounds', { ...COUNTRY, ...given, within: '3min', of: OF })
    assert.ok(inOutline.length > 0, JSON.stringify(given))
    assert.deepEqual(new Set(reached), new Set(inOutline))
  }
  const mode = { by: 'walk', within: '2 minutes', of: '47.6,-122.3' }
  await zpids('/search/bymapbounds', { ...COUNTRY, ...mode })
  assert.deepEqual(trips.at(-1), { latitude: 47.6, longitude: -122.3, minutes: 2, mode: 'walk' })
})

test('the area counts in facets, plans and changes, too', async () => {
  const trip = { within: '1', of: OF }
  const there = { ...COUNTRY, listingType: 'Any', ...trip }
  const { resultsCount } = (await call('/search/bymapbounds', there, context)) as {
    resultsCount: { totalMatchingCount: number }
  }
  const { facets } = (await call('/search/bymapbounds', { ...there, facets: 'all' }, context)) as {
    facets: { values: { homeType: Given } }
  }
  assert.ok(resultsCount.totalMatchingCount > 0)
  assert.ok(Object.keys(facets.values).length > 10)
  assert.ok(!('by' in facets.values), 'how to travel has no count')
  const before = trips.length
  await call('/search/plan', there, context)
  assert.equal(trips.length, before + 1)
})

test('a trip that cannot be used is refused with the reason', async () => {
  const refused = async (given: Given, detail: RegExp, from: typeof base = context) =>
    assert.rejects(call('/search/bymapbounds', { ...COUNTRY, ...given }, from), { status: 400, message: detail })
  await refused({ within: '20min' }, /of is missing/)
  await refused({ of: '47.6,-122.3' }, /within is missing/)
  await refused({ by: 'car' }, /of is missing/)
  await refused({ within: '200min', of: '47.6,-122.3' }, /must be 1 to 120 minutes, such as 20min/)
  await refused({ within: '20min', of: '-122.3,47.6' }, /must be a latitude and a longitude/)
  await refused({ within: '20min', of: '47.6' }, /must be a latitude and a longitude/)
  await refused({ within: '20min', of: '47.6,0' }, /the routing engine has no area for it: no road near\./)
  await refused({ within: '20min', of: '47.6,-122.3' }, /no routing engine.*PLAT_ROUTING_URL/, base)
})
