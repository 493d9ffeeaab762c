import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Door, OperationAnswer } from './door.ts'
import { at, listAt } from './json.ts'
import { RESULT_BYTES_MAX } from './rows.ts'
import { runTool, type Tool } from './tool.ts'
import { TOOLS } from './tools/index.ts'

/** A very long text from a source, with characters of several bytes. */
const LONG = 'Zażółć gęślą jaźń 🏡 "quoted" \n'.repeat(2000)
const NAME = 'Ünïcödé Straße '.repeat(20)
const MANY = Array.from({ length: 240 }, (_, i) => i)

const address = { streetAddress: NAME, city: NAME, state: 'TX', zipcode: '75080' }
const place = { query: 'x', type: 'city', name: NAME, found: true, alternatives: [] }
const urls = { url: `https://media.example/${'x'.repeat(300)}` }

const histogram = { from: MANY.slice(0, 40), results: MANY.slice(1, 41) }

const card = {
  resultType: 'property',
  property: {
    zpid: 1,
    address,
    price: { value: 1, pricePerSquareFoot: 1 },
    propertyType: NAME,
    media: { propertyPhotoLinks: { mediumSizeLink: urls.url } },
    hdpView: { hdpUrl: `/${'x'.repeat(300)}` },
    propertyDisplayRules: { agent: { agentName: NAME }, mls: { brokerName: NAME, mustDisplayBrokerName: true } },
  },
}

const mini = { zpid: 1, address, price: 1, attributionInfo: { brokerName: NAME } }

const saved = { searchId: 's_1', label: LONG, path: '/search/byurl', parameters: { url: LONG }, made: '2026-01-01' }
const owner = { ownerId: 'o', name: NAME, kind: 'company', mailingAddress: NAME, homeCount: 1 }

const fields = MANY.map((i) => ({ field: `resoFacts.${i}`, before: LONG, after: [LONG, { LONG }] }))
const change = {
  zpid: 1,
  address,
  price: 1,
  homeStatus: 'FOR_SALE',
  kinds: ['price'],
  at: '2026-01-01',
  changes: fields,
}

const facts = Object.fromEntries(MANY.map((i) => [`fact${i}`, i % 2 === 0 ? LONG : [LONG, LONG]]))

/** The longest possible answer of each operation. */
const BODIES: Readonly<Record<string, object>> = {
  '/autocomplete': {
    results: MANY.slice(0, 10).map((i) => ({ display: NAME, metaData: { zpid: i, regionType: NAME } })),
  },
  '/search/byaddress': {
    locations: [place],
    resultsCount: { totalMatchingCount: 9999 },
    searchResults: MANY.map(() => card),
    warnings: [],
  },
  '/search/facets': {
    locations: [place],
    resultsCount: { totalMatchingCount: 9999 },
    facets: {
      values: { homeType: { Houses: 99_999, Townhomes: 99_999, 'Apartments/Condos/Co-ops': 99_999 } },
      places: Object.fromEntries(
        ['city', 'zipcode'].map((type) => [type, { places: MANY.map((results) => ({ place: NAME, results })) }]),
      ),
      numbers: Object.fromEntries(
        MANY.slice(0, 12).map((i) => [i === 0 ? 'price' : `pricePerSquareFoot${i}`, { unit: NAME, histogram }]),
      ),
      groups: Object.fromEntries(
        ['priceByZipcode', 'pricePerSquareFootByZipcode', 'priceByMonth'].map((name) => [
          name,
          { groups: MANY.slice(0, 100).map((count) => ({ group: NAME, count, mean: 999_999.99, median: 999_999 })) },
        ]),
      ),
    },
  },
  '/search/byaiprompt': { locations: [place], applied: [], searchResults: MANY.map(() => card) },
  '/pro/byzpid': {
    portalURL: urls.url,
    propertyDetails: {
      zpid: 1,
      ...address,
      description: LONG,
      resoFacts: { ...facts, heating: MANY.map(() => LONG), appliances: MANY.map(() => LONG) },
      priceHistory: MANY.map(() => ({ date: '2026-01-01', event: NAME, price: 1, source: NAME })),
      taxHistory: MANY.map((i) => ({ time: i * 1e9, taxPaid: 1, value: 2 })),
      recordedEvents: MANY.map(() => ({
        date: '2026-01-01',
        type: 'MortgageRelease',
        description: NAME,
        amount: 123_456.78,
        parties: [NAME, NAME],
        documentNumber: NAME,
      })),
      schools: MANY.map(() => ({ name: NAME, level: NAME, grades: NAME })),
      originalPhotos: MANY.map(() => ({ caption: LONG, mixedSources: { jpeg: [urls] } })),
      attributionInfo: { agentName: NAME, brokerName: NAME, mlsName: NAME, mlsDisclaimer: LONG },
    },
  },
  '/climate': Object.fromEntries(
    ['flood', 'fire', 'heat', 'wind', 'air', 'overall'].map((peril) => [
      `${peril}Sources`,
      Object.fromEntries(
        MANY.slice(0, 20).map((i) => [i, { name: NAME, score: 1, rating: NAME, scale: { min: 0, max: 1 } }]),
      ),
    ]),
  ),
  '/walk_transit_bike': { walk_transit_bike: {} },
  '/similar': { similar_properties: { propertyDetails: MANY.map(() => mini) } },
  '/graph_charts': {
    DataPoints: {
      homeValueChartData: ['This home', NAME, `${NAME}2`].map((name) => ({
        name,
        points: MANY.slice(0, 120).map((i) => ({ x: i * 2.6e9, y: 123_456 })),
      })),
    },
  },
  '/comparable_homes': {
    comparable_homes: MANY.map(() => ({ property: mini, comparison: { soldDate: '2026-01-01' } })),
    valuation: { values: [{ source: NAME, value: 1 }], disagreements: [LONG, LONG] },
  },
  '/housing_market': {
    location: place,
    market_overview: { description: NAME, sold: 1 },
    figure_sources: { sold: { basis: 'computed', why: NAME } },
    market_analytics: {
      zhviRange: MANY.map(() => ({ timePeriodEnd: '2026-01-01', dataValue: 1 })),
      neighborhoods_zhvi: MANY.map(() => ({ name: NAME, value: 1 })),
    },
  },
  '/rental_market': {
    location: place,
    rental_market_trends: {
      rentHistogram: { priceAndCount: MANY.map((i) => ({ price: i, count: i })) },
      medianRentPriceOverTime: { currentYear: MANY.slice(0, 24).map(() => ({ month: 'Jan', price: 1, year: '2026' })) },
      zipcodesInCity: MANY.map((i) => ({ name: String(i), rents: { availableRentals: i, medianRent: 2000 } })),
      nearbyAreaTrends: MANY.slice(0, 10).map(() => ({ areaName: NAME, medianRent: 1 })),
    },
  },
  '/agent/search': {
    location: place,
    resultsCount: { totalMatchingCount: 99 },
    agents: MANY.slice(0, 15).map(() => ({
      name: NAME,
      username: NAME,
      businessName: NAME,
      location: NAME,
      profileData: [],
    })),
  },
  '/agent/details': {
    agent_details: {
      about: { description: LONG },
      displayUser: { name: NAME, encodedZuid: 'a' },
      serviceAreas: MANY.map(() => ({ text: NAME })),
      reviewsData: { reviews: MANY.map(() => ({ reviewComment: LONG, workDescription: NAME })) },
    },
  },
  '/agent/sold_properties': {
    pastSalesCount: 99,
    pastSales: MANY.slice(0, 15).map(() => ({ zpid: 1, street_address: NAME, city_state_zipcode: NAME })),
  },
  '/owner/search': { ownerCount: 999, owners: MANY.slice(0, 25).map(() => owner) },
  '/owner/portfolio': {
    owner,
    homeCount: 999,
    homes: MANY.slice(0, 25).map(() => ({ home: mini, owners: LONG, mailingAddress: LONG, source: NAME, date: null })),
    places: MANY.slice(0, 50).map(() => ({ name: NAME, homes: 1 })),
    sameMailingAddress: MANY.slice(0, 100).map(() => owner),
  },
  '/search/bylocation': {
    locations: [place],
    total: 999,
    searchResults: MANY.slice(0, 50).map(() => ({
      id: 1,
      title: LONG,
      location: { street: NAME, city: NAME },
      agency: { name: NAME },
      url: urls.url,
      description: LONG,
    })),
  },
  '/search/exp/bydestination': {
    locations: [place],
    total: 999,
    searchResults: MANY.slice(0, 50).map(() => ({
      experienceId: 'e',
      title: LONG,
      location: { city: NAME, country: NAME },
      hostLanguages: MANY.slice(0, 30).map(() => 'Norwegian'),
      url: urls.url,
    })),
  },
  '/searches': { searches: MANY.map(() => saved) },
  '/searches/s_1': { search: saved, notes: MANY.map(() => LONG) },
  '/searches/s_1/changes': {
    entered: MANY.slice(0, 20).map(() => change),
    left: MANY.slice(0, 20).map(() => change),
    changed: MANY.slice(0, 10).map(() => ({ how: 'priceDown', change })),
    next: 'abcdef.1',
    more: true,
  },
  '/changes': { events: MANY.slice(0, 50).map(() => change), next: 'abcdef.1', more: true },
  '/usage': {
    plan: { name: NAME, areas: ['A'] },
    usage: MANY.map((i) => ({ day: '2026-01-01', operation: '/search/exp/bydestination', calls: i, credits: i })),
  },
}

const door: Door = {
  run: async (path): Promise<OperationAnswer> => ({
    status: 200,
    body: BODIES[path],
    credits: 1,
    left: 9,
    retryAfterS: undefined,
  }),
  failed: () => {},
  today: () => '2026-06-15',
  isSample: true,
  words: { Portal: 'Portal', portal: 'portal', portalOrigin: 'https://portal.example' },
  areas: ['A', 'B', 'C'],
  opensPeople: true,
}

/** The calls of each tool with the longest answers. */
const GIVEN: Readonly<Record<string, readonly object[]>> = {
  find_place: [{ query: 'x' }],
  search_homes: [
    { kind: 'sold', place: 'x', limit: 50, detail: 'full' },
    { kind: 'for_sale', place: 'x'.repeat(900), limit: 50, must_have: ['pool', 'waterfront'] },
  ],
  summarize: [{ homes: { kind: 'sold', place: 'x' } }],
  home_details: [
    {
      id: '1',
      detail: 'full',
      include: [
        'price_history',
        'tax_history',
        'recorded_events',
        'schools',
        'photos',
        'climate',
        'scores',
        'value_history',
        'similar',
      ],
    },
    { id: '1' },
  ],
  comparables_and_value: [{ id: '1', limit: 15 }],
  monthly_cost: [{ id: '1', rate: 5, price: 1 }],
  market: [{ place: 'x', detail: 'full' }],
  rents: [{ place: 'x', by_zipcode: true }],
  agents: [{ place: 'x' }, { agent: 'a' }, { agent: 'a', list: 'sold' }],
  owners: [{ name: 'x' }, { owner: 'o' }],
  offers_abroad: [{ kind: 'for_sale', place: 'x', limit: 50, detail: 'full' }],
  experiences: [{ place: 'x', limit: 20 }],
  saved_search: [{ action: 'list' }, { action: 'change', id: 's_1', homes: { kind: 'sold', place: 'x' } }],
  whats_new: [
    { id: 's_1', limit: 50, seen: true },
    { homes: { kind: 'sold', place: 'x' }, since: 'now', limit: 50 },
  ],
  usage: [{}],
  search: [{ query: 'homes in x' }],
  fetch: [{ id: 'home:1' }],
}

function toolNamed(name: string): Tool {
  const tool = TOOLS.find((each) => each.name === name)
  if (tool === undefined) throw new Error(`there is no tool ${name}`)
  return tool
}

test('the longest answer of every tool is under 25,000 tokens in both forms together, and not empty', async () => {
  assert.deepEqual(
    Object.keys(GIVEN),
    TOOLS.map(({ name }) => name),
  )
  for (const [name, calls] of Object.entries(GIVEN)) {
    for (const args of calls) {
      const result = await runTool(toolNamed(name), args, door)
      assert.ok(!result.isError, `${name} ${result.content[0]?.text}`)
      assert.ok(Buffer.byteLength(JSON.stringify(result)) <= RESULT_BYTES_MAX, name)
    }
  }
})

test('each list that the tool or the limit shortened is named in both forms with shown and total', async () => {
  for (const args of GIVEN.home_details ?? []) {
    const { content, structuredContent = {} } = await runTool(toolNamed('home_details'), args, door)
    const cut = (structuredContent.cut ?? []) as { list: string; shown: number; total: number }[] // the answer's schema declares this type
    assert.ok(cut.some(({ list, total }) => list === 'price_history' && total === MANY.length))
    for (const { list, shown, total } of cut) {
      const value = at(structuredContent, ...list.split('.'))
      assert.equal((Array.isArray(value) ? value : listAt(value, 'rows')).length, shown, list)
      assert.ok(content[0]?.text.includes(`list: ${list}; shown: ${shown}; total: ${total}`))
    }
  }
})

test('rows that do not fit into an answer are the first rows of the next answer', async () => {
  const args = { kind: 'sold', place: 'x', limit: 50, detail: 'full' }
  const { structuredContent } = await runTool(toolNamed('search_homes'), args, door)
  const { results, more } = structuredContent as { results: { rows: unknown[] }; more: string }
  assert.ok(results.rows.length > 0 && results.rows.length < 50)
  assert.equal(Number.parseInt(more, 10), results.rows.length)
  const next = await runTool(toolNamed('search_homes'), { ...args, cursor: more }, door)
  assert.ok(!next.isError)
  const other = await runTool(toolNamed('search_homes'), { ...args, place: 'y', cursor: more }, door)
  assert.match(other.content[0]?.text ?? '', /Cannot use "cursor": all other arguments must be the same/)
})

test('a filter that the search does not confirm is reported as dropped, never as applied', async () => {
  const confirmed = { listingStatus: 'For_Sale', location: 'x', bed_min: '3', bed_max: 'No_Max' }
  const body = { ...BODIES['/search/byaddress'], explain: { query: confirmed } }
  const deaf: Door = { ...door, run: async () => ({ status: 200, body, credits: 1, left: 9, retryAfterS: undefined }) }
  const { structuredContent } = await runTool(
    toolNamed('search_homes'),
    { kind: 'for_sale', place: 'x', bedrooms: 3 },
    deaf,
  )
  const { applied, dropped } = structuredContent as Record<string, { argument?: string; words: string }[]>
  assert.deepEqual(
    applied?.map(({ argument }) => argument),
    ['kind', 'place'],
  )
  assert.deepEqual(
    dropped?.map(({ words }) => words),
    ['bedrooms: exactly 3 bedrooms'],
  )
})

test('an error with sentences of any length is under 25,000 tokens, and reports the credits spent', async () => {
  const body = { code: 'place.unknown', detail: '\u0001'.repeat(100_000), candidates: MANY.map(() => ({ name: LONG })) }
  const wordy: Door = { ...door, run: async () => ({ ...(await door.run('/usage', {})), status: 404, body }) }
  const result = await runTool(toolNamed('market'), { place: 'x' }, wordy)
  assert.equal(result.isError, true)
  assert.ok(Buffer.byteLength(JSON.stringify(result)) <= RESULT_BYTES_MAX)
  assert.match(result.content[0]?.text ?? '', /\nCredits spent: 1, left: 9$/)
})

test('a fault is logged in full for the operator, and reported to the caller without details', async () => {
  const faults: unknown[] = []
  const cause = new TypeError('the secret cause')
  const broken: Door = { ...door, run: () => Promise.reject(cause), failed: (error) => faults.push(error) }
  const result = await runTool(toolNamed('usage'), {}, broken)
  assert.deepEqual([result.isError, faults], [true, [cause]])
  assert.ok(!JSON.stringify(result).includes('secret'))
})

test('deeply nested arguments are refused like other invalid arguments', async () => {
  const deep: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)
  const result = await runTool(toolNamed('search_homes'), { kind: deep, place: deep, near: { latitude: deep } }, door)
  assert.match(result.content[0]?.text ?? '', /kind must be one of for_sale, .*; you sent a list/)
})

test('changes that do not fit into an answer are neither skipped nor marked as seen', async () => {
  const sent: string[] = []
  const noted: Door = {
    ...door,
    run: (path, query, body) => {
      if (body !== undefined) sent.push(`${body.method} ${path}`)
      return door.run(path, query)
    },
  }
  const { structuredContent } = await runTool(toolNamed('whats_new'), { id: 's_1', limit: 50, seen: true }, noted)
  const { changes, next, more, note } = structuredContent as {
    changes: { rows: unknown[] }
    next: null
    more: boolean
    note: string
  }
  assert.ok(changes.rows.length < 50)
  assert.deepEqual([next, more, sent], [null, true, []])
  assert.equal(note, `Not all changes fit into one answer: call again with limit ${changes.rows.length}.`)
})
