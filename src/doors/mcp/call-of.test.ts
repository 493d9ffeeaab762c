import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Given } from './arguments.ts'
import { toolCallOf } from './call-of.ts'
import { queryOf } from './constraints.ts'
import { homeDialect } from './dialects.ts'
import { KINDS, type Kind } from './kinds.ts'
import { read } from './read.ts'
import { TOOLS } from './tools/index.ts'

const TODAY = '2026-06-15'

const FILTERED: readonly (readonly [Kind, Readonly<Record<string, unknown>>])[] = [
  ['for_sale', { bedrooms: 3, price_min: 100_000, price_max: 500_000, home_types: ['house', 'condo'] }],
  ['for_sale', { bedrooms: 0, bathrooms_min: 1.5, must_have: ['garage', 'air_conditioning', 'open_house'] }],
  ['for_sale', { bedrooms_min: 2, bedrooms_max: 4, listed_within_days: 3, also_status: ['coming_soon', 'pending'] }],
  [
    'for_sale',
    { payment_max: 3000, down_payment: 50_000, listing_kinds: ['by_owner', 'foreclosure'], keywords: 'oak floor' },
  ],
  [
    'for_rent',
    {
      bedrooms_min: 2,
      space: 'entire_place',
      pets: ['cats', 'large_dogs'],
      home_types: ['townhouse'],
      views: ['water'],
    },
  ],
  ['sold', { sqft_min: 1000, lot_sqft_max: 9000, year_built_min: 1990, sold_within_days: 90, must_have: ['basement'] }],
]

test('the call of a tool for a search is the one that makes this search', () => {
  for (const [kind, given] of FILTERED) {
    const query = queryOf(homeDialect.constraints(new Given(given), { kind, today: TODAY, portal: 'Portal' }))
    const call = toolCallOf('/search/byaddress', {
      location: 'Austin, TX',
      listingStatus: KINDS[kind],
      ...query,
      page: '2',
    })
    assert.deepEqual(call, { name: 'search_homes', arguments: { kind, place: 'Austin, TX', ...given }, untold: [] })
  }
})

test('each tool takes what it is said to be called with', () => {
  for (const [path, parameters] of [
    ['/pro/byzpid', { zpid: '7' }],
    ['/climate', { byaddress: '1 Main St' }],
    ['/graph_charts', { byzpid: '7', which: 'zestimate_history', recent_first: 'true' }],
    ['/comparable_homes', { byzpid: '7' }],
    ['/housing_market', { search_query: 'TX', home_type: 'Condo' }],
    ['/rental_market', { search_query: 'TX', bedrooom_type: '2_Bedroom', home_type: 'Houses' }],
    ['/agent/search', { location: 'TX', agentName: 'ann' }],
    ['/search/bycoordinates', { latitude: '47.6', longitude: '-122.3', radius: '5', listingStatus: 'Sold' }],
    ['/search/bypolygon', { polygon: '1 2,3 4,5 6', listingStatus: 'For_Rent' }],
    [
      '/search/bylocation',
      { location: 'Polska', searchType: 'For_Rent', propertyType: 'Apartment', roomsRange: 'min:2, max:3' },
    ],
    ['/search/exp/byDestination', { searchDestinations: 'Paris', checkIn: TODAY, checkOut: TODAY, adults: '2' }],
    ['/search/byaiprompt', { ai_search_prompt: 'homes in TX' }],
    ['/autocomplete', { query: 'Aus' }],
    ['/usage', {}],
  ] as const) {
    const call = toolCallOf(path, parameters)
    const tool = TOOLS.find(({ name }) => name === call?.name)
    assert.ok(call !== undefined && tool !== undefined, path)
    assert.deepEqual(call.untold, [], path)
    assert.doesNotThrow(() => read(tool.input, call.arguments, '2026-06-15'), path)
  }
})

test('map bounds are a polygon of their four corners', () => {
  const bounds = { westLongitude: '-98', southLatitude: '30', eastLongitude: '-97', northLatitude: '31' }
  const call = toolCallOf('/search/bymapbounds', { ...bounds, listingStatus: 'Sold' })
  const polygon = [
    [30, -98],
    [30, -97],
    [31, -97],
    [31, -98],
  ]
  assert.deepEqual(call, { name: 'search_homes', arguments: { kind: 'sold', polygon }, untold: [] })
})

test('what a tool cannot carry is named, and an operation without a tool has none', () => {
  const parameters = { location: 'TX', listingStatus: 'Sold', soldInLast: '6_months', part: 'zip:75080', facets: 'all' }
  assert.deepEqual(toolCallOf('/search/byaddress', parameters)?.untold, ['soldInLast', 'part'])
  assert.equal(toolCallOf('/skip/byaddress', { street: 'x' }), undefined)
})

/** Parameters as people spell them, and those for which the tool has no word. */
const SPELLED: readonly (readonly [
  path: string,
  parameters: Readonly<Record<string, string>>,
  untold: readonly string[],
])[] = [
  [
    '/search/bylocation',
    { location: 'Polska', heating: 'gas,boiler room,', floors: 'ground', market: 'secondary' },
    [],
  ],
  ['/search/bylocation', { location: 'Polska', propertyType: 'any', ownerType: 'any', sortOrder: 'newest' }, []],
  ['/search/bylocation', { location: 'Polska', hasPhotos: '1', hasVideo: 'YES', openDay: 'no' }, []],
  [
    '/search/bylocation',
    { location: 'Polska', roomsRange: 'min:2.5', yearBuiltRange: 'max:1' },
    ['roomsRange', 'yearBuiltRange'],
  ],
  [
    '/search/bylocation',
    { location: 'Polska', heating: 'lava', extras: ',', priceRange: 'min:1,000' },
    ['heating', 'extras', 'priceRange'],
  ],
  [
    '/search/bylocation',
    { location: 'Polska', daysSinceCreated: '99999', market: 'black' },
    ['daysSinceCreated', 'market'],
  ],
  [
    '/search/exp/bydestination',
    { searchDestinations: 'Italy', experienceType: 'FOOD and drink', timeOfDay: 'Morning' },
    [],
  ],
  [
    '/search/exp/bydestination',
    { searchDestinations: 'Italy', adults: '2.5', minDuration: '20000' },
    ['adults', 'minDuration'],
  ],
  [
    '/search/byaddress',
    { location: 'TX', listingStatus: 'for rent', homeType: 'houses', haveGarage: '1', bed_min: 'studio' },
    [],
  ],
  ['/search/byaddress', { location: 'TX', listingStatus: 'sold', listPriceRange: 'MIN:1', soldInLast: '30 days' }, []],
  ['/agent/search', { location: 'TX', languages: 'Spanish', specialties: 'cooking' }, ['specialties']],
]

test('values in any spelling are told as the tool takes them, and what it would refuse is named', () => {
  for (const [path, parameters, untold] of SPELLED) {
    const call = toolCallOf(path, parameters)
    const tool = TOOLS.find(({ name }) => name === call?.name)
    assert.ok(call !== undefined && tool !== undefined, path)
    const given = JSON.stringify(parameters)
    assert.deepEqual(call.untold, untold, given)
    assert.doesNotThrow(() => read(tool.input, call.arguments, '2026-06-15'), given)
  }
  const [[path, parameters] = ['', {}]] = SPELLED
  assert.deepEqual(toolCallOf(path, parameters)?.arguments, {
    kind: 'for_sale',
    place: 'Polska',
    heating: ['Gas', 'Boiler_Room'],
    floors: ['Ground'],
    market: 'Secondary',
  })
})
