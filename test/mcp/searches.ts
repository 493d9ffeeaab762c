import assert from 'node:assert/strict'
import { asMany, ca, dayBefore, exactly, LA, miles, type Question, wordsOf } from './question.ts'
import { rowsOf } from './world.ts'

/** Questions that a search answers. */
export const SEARCHES: readonly Question[] = [
  {
    asked: 'Which homes are for sale in California?',
    tool: 'search_homes',
    given: { kind: 'for_sale', place: 'California' },
    must: exactly('for_sale', ca),
  },
  {
    asked: 'Show me 3 bedroom homes in California.',
    tool: 'search_homes',
    given: { kind: 'for_sale', place: 'CA', bedrooms: 3 },
    must: exactly('for_sale', (home) => ca(home) && home.bedrooms === 3),
  },
  {
    asked: 'I need at least 4 bedrooms, anywhere in the country.',
    tool: 'search_homes',
    given: { kind: 'for_sale', place: 'USA', bedrooms_min: 4 },
    must: exactly('for_sale', (home) => (home.bedrooms ?? -1) >= 4),
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
    asked: 'Houses under $500,000',
    tool: 'search_homes',
    given: { kind: 'for_sale', place: 'USA', home_types: ['house'], price_max: 500_000 },
    must: exactly('for_sale', (home) => home.propertyType === 'singleFamily' && (home.price?.value ?? 1e12) <= 500_000),
  },
  {
    asked: 'Condos or townhouses between 200 and 400 thousand dollars',
    tool: 'search_homes',
    given: {
      kind: 'for_sale',
      place: 'USA',
      home_types: ['condo', 'townhouse'],
      price_min: 200_000,
      price_max: 400_000,
    },
    must: exactly(
      'for_sale',
      ({ propertyType, price }) =>
        /^(condo|townhome)$/.test(propertyType) && (price?.value ?? 0) >= 200_000 && (price?.value ?? 0) <= 400_000,
    ),
  },
  {
    asked: 'At least two and a half baths and 2,000 square feet',
    tool: 'search_homes',
    given: { kind: 'for_sale', place: 'USA', bathrooms_min: 2.5, sqft_min: 2000 },
    must: exactly('for_sale', (home) => (home.bathrooms ?? 0) >= 2.5 && (home.livingArea ?? 0) >= 2000),
  },
  {
    asked: 'Older homes, from before 1960',
    tool: 'search_homes',
    given: { kind: 'for_sale', place: 'USA', year_built_max: 1959 },
    must: exactly('for_sale', (home) => (home.yearBuilt ?? 9999) <= 1959),
  },
  {
    asked: 'What sold in California for more than half a million?',
    tool: 'search_homes',
    given: { kind: 'sold', place: 'CA', price_min: 500_000 },
    must: exactly('sold', (home) => ca(home) && (home.price?.value ?? 0) >= 500_000),
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
    asked: 'A lot of at least half an acre',
    tool: 'search_homes',
    given: { kind: 'for_sale', place: 'USA', lot_sqft_min: 21_780 },
    must: exactly(
      'for_sale',
      ({ lotSizeWithUnit: lot }) => (lot?.lotSize ?? 0) * (lot?.lotSizeUnit === 'acres' ? 43_560 : 1) >= 21_780,
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
  {
    asked: 'A house with a garage and air conditioning',
    tool: 'search_homes',
    given: { kind: 'for_sale', place: 'USA', must_have: ['garage', 'air_conditioning'] },
    must: asMany({ location: 'USA', listingStatus: 'For_Sale', haveGarage: 'true', otherAmenities: 'Must have A/C' }),
  },
  {
    asked: 'Dues of no more than $200 a month',
    tool: 'search_homes',
    given: { kind: 'sold', place: 'USA', hoa_max: 200 },
    must: asMany({ location: 'USA', listingStatus: 'Sold', maxHOA: '200_dollars_month', incIncompleteHOA: 'false' }),
  },
  {
    asked: 'The five cheapest homes in California',
    tool: 'search_homes',
    given: { kind: 'for_sale', place: 'CA', sort: 'price_low', limit: 5 },
    must: ({ data }, world) => {
      const prices = world.homes.for_sale.filter(ca).map(({ price }) => price?.value ?? Number.POSITIVE_INFINITY)
      assert.deepEqual(
        rowsOf(data.results).map(({ price }) => price),
        prices.sort((x, y) => x - y).slice(0, 5),
      )
    },
  },
  {
    asked: 'Five more, please',
    tool: 'search_homes',
    given: async (world) => {
      const given = { kind: 'for_sale', place: 'CA', sort: 'price_low', limit: 5 }
      return { ...given, cursor: (await world.call('search_homes', given)).data.more }
    },
    must: ({ data }, world) => {
      const prices = world.homes.for_sale.filter(ca).map(({ price }) => price?.value ?? Number.POSITIVE_INFINITY)
      assert.deepEqual(
        rowsOf(data.results).map(({ price }) => price),
        prices.sort((x, y) => x - y).slice(5, 10),
      )
    },
  },
]
