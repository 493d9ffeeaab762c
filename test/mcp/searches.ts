import assert from 'node:assert/strict'
import { asMany, ca, dayBefore, exactly, LA, miles, type Question, wordsOf } from './question.ts'
import { rowsOf } from './world.ts'

/** Questions whose answers tell more than homes: `battery` asks for homes by each filter. */
export const SEARCHES: readonly Question[] = [
  {
    asked: 'Which homes are for sale in California?',
    tool: 'search_homes',
    given: { kind: 'for_sale', place: 'California' },
    must: exactly('for_sale', ca),
  },
  {
    asked: 'Anything with at most two bedrooms in California?',
    tool: 'search_homes',
    given: { kind: 'for_sale', place: 'CA', bedrooms_max: 2 },
    must: exactly('for_sale', (home) => ca(home) && (home.bedrooms ?? 9) <= 2),
  },
  {
    asked: 'Studios for sale in the US?',
    tool: 'search_homes',
    given: { kind: 'for_sale', place: 'United States', bedrooms: 0 },
    must: exactly('for_sale', (home) => home.bedrooms === 0),
  },
  {
    asked: 'What came on the market in the last 3 days?',
    tool: 'search_homes',
    given: { kind: 'for_sale', place: 'USA', listed_within_days: 3 },
    must: async (told, world, given) => {
      await exactly('for_sale', (home) => home.daysOnPortal <= 3, false)(told, world, given)
      assert.ok(wordsOf(told, 'listed_within_days').includes(dayBefore(told.data.as_of ?? '', 3)))
    },
  },
  {
    asked: 'And since the first of the month four weeks ago?',
    tool: 'search_homes',
    given: async (world) => {
      const { as_of = '' } = (await world.call('usage', {})).data
      return { kind: 'for_sale', place: 'USA', listed_since: dayBefore(as_of, 28) }
    },
    must: (told, world, given) =>
      exactly('for_sale', ({ daysOnPortal }) => daysOnPortal <= 28, false)(told, world, given),
  },
  {
    asked: 'Sold in the last 90 days?',
    tool: 'search_homes',
    given: { kind: 'sold', place: 'USA', sold_within_days: 90 },
    must: async (told, world) => {
      await asMany({ location: 'USA', listingStatus: 'Sold', soldInLast: '90_days' })(told, world, {})
      assert.ok(wordsOf(told, 'sold_within_days').includes(dayBefore(told.data.as_of ?? '', 90)))
    },
  },
  {
    asked: 'Homes within 30 miles of downtown Los Angeles',
    tool: 'search_homes',
    given: { kind: 'for_sale', near: { latitude: LA[0], longitude: LA[1], radius_miles: 30 } },
    must: async (told, world) => {
      const given = { kind: 'for_sale', near: { latitude: LA[0], longitude: LA[1], radius_miles: 30 } }
      const ids = [...(await world.idsOf(given)), ...(await world.idsOf({ ...given, seller: 'owner_and_other' }))]
      assert.deepEqual(ids.sort(), world.naive('for_sale', (home) => miles(home, LA) <= 30).sort())
      assert.match(wordsOf(told, 'seller'), /agents alone/)
    },
  },
  {
    asked: 'Homes inside this shape that I drew',
    tool: 'search_homes',
    given: {
      kind: 'sold',
      polygon: [
        [33, -119],
        [35, -119],
        [35, -117],
        [33, -117],
      ],
    },
    must: exactly(
      'sold',
      ({ location: { latitude, longitude } }) => latitude > 33 && latitude < 35 && longitude > -119 && longitude < -117,
    ),
  },
  {
    asked: 'Two bedroom apartments to rent in California',
    tool: 'search_homes',
    given: { kind: 'for_rent', place: 'CA', bedrooms: 2, home_types: ['apartment'] },
    must: async (told, world) => {
      const query = {
        location: 'CA',
        listingStatus: 'For_Rent',
        bed_min: '2',
        bed_max: '2',
        homeType: 'Apartments/Condos/Co-ops',
      }
      await asMany(query)(told, world, {})
      assert.deepEqual([told.data.kind, told.data.ambiguous?.[0]?.words], ['for_rent', 'apartment'])
      for (const { beds } of rowsOf(told.data.results)) assert.equal(String(beds), '2')
    },
  },
]
