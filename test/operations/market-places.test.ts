import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Context } from '../../src/catalog/ports/context.ts'
import { Fault } from '../../src/kit/base/failure.ts'
import type { Home } from '../../src/model/home.ts'
import { type MarketMeasure, type MarketSeries, seriesId } from '../../src/model/market.ts'
import { unlistedMetroKey } from '../../src/places/regions/region-keys.ts'
import { anyHome } from './any-home.ts'
import { call } from './call.ts'
import { NOW_MS, RICH } from './made-homes.ts'
import { smallContext } from './small-catalog.ts'

const DAY_MS = 86_400_000

/** Makes a home that was sold some days ago at a price. Its asking price was 480,000. */
function sold(zpid: number, daysAgo: number, paid: number): Home {
  const date = (days: number) => new Date(NOW_MS - days * DAY_MS).toISOString().slice(0, 10)
  const { estimate: _, listing: __, ...home } = RICH
  return {
    ...home,
    zpid,
    homeType: 'SINGLE_FAMILY',
    history: [
      { date: date(daysAgo + 40), event: 'Listed for sale', price: 480_000, source: 'test' },
      { date: date(daysAgo + 30), event: 'Pending sale', source: 'test' },
      { date: date(daysAgo), event: 'Sold', price: paid, source: 'test' },
    ],
  }
}

function series(
  measure: MarketMeasure,
  region: string,
  points: MarketSeries['points'],
  bedrooms?: number,
): MarketSeries {
  return {
    seriesId: seriesId(measure, region, undefined, bedrooms),
    source: 'Index of a test',
    measure,
    region,
    points,
  }
}

const SALES = [470_000, 475_000, 480_000, 490_000, 500_000].map((paid, i) => sold(100 + i, 10 + i, paid))
const AUSTIN = 'city/tx/austin'

type Figures = Readonly<Record<string, number | string | null>>

async function housing(context: Context, query: Record<string, string> = {}) {
  return (await call('/housing_market', { search_query: 'Austin, TX', ...query }, context)) as {
    readonly source: string
    readonly basis: string
    readonly market_overview: Figures
    readonly figure_sources: Readonly<Record<string, Readonly<Record<string, unknown>>>>
    readonly market_analytics: { readonly zhviRange: readonly object[] }
  }
}

/** Makes series about a region. Each has one point, on the same day. */
function publishedIn(
  region: string,
  values: Partial<Record<MarketMeasure, number>>,
  end = '2026-10-31',
): MarketSeries[] {
  return Object.entries(values).map(([measure, value]) => series(measure as MarketMeasure, region, [[end, value]]))
}

const EVERY_MEASURE = {
  home_value: 512_000,
  for_sale_inventory: 300,
  new_listings: 90,
  days_to_pending: 14,
  median_sale_price: 541_000.6,
  median_list_price: 555_000,
  sale_to_list_ratio: 0.97,
  share_over_list: 0.2,
  share_under_list: 0.6,
} as const

test('published series with as much data as the homes provide every figure, and each names its source', async () => {
  const answer = await housing(smallContext({ homes: SALES, series: publishedIn(AUSTIN, EVERY_MEASURE) }))
  assert.equal(answer.basis, 'published')
  assert.equal(answer.market_overview.median_sale_price, 541_001)
  assert.equal(answer.market_overview.market_saletolist_ratio, 0.97)
  assert.equal(answer.market_overview.for_sale_inventory, 300)
  assert.deepEqual([...new Set(Object.values(answer.figure_sources).map(({ basis }) => basis))], ['published'])
  assert.deepEqual(answer.figure_sources.median_sale_price, {
    basis: 'published',
    source: 'Index of a test',
    date: '2026-10-31',
  })
  assert.equal(answer.source, 'Index of a test')
})

test('if the homes have more data than the published series, every figure is computed', async () => {
  const published = publishedIn(AUSTIN, { home_value: 900_000, median_list_price: 990_000, for_sale_inventory: 300 })
  const answer = await housing(smallContext({ homes: SALES, series: published }))
  assert.equal(answer.basis, 'computed')
  assert.ok(Object.values(answer.figure_sources).every(({ basis }) => basis !== 'published'))
  assert.equal(answer.market_overview.typical_home_values, 480_000)
  assert.equal(answer.market_overview.for_sale_inventory, 0)
  assert.equal(answer.market_overview.median_sale_price, 480_000)
  assert.equal(answer.market_overview.market_saletolist_ratio, 1)
  assert.equal(answer.market_overview.percent_ofsales_over_list_price, 0.4)
  assert.equal(answer.market_overview.percent_ofsales_under_list_price, 0.4)
  assert.equal(answer.market_overview.median_days_to_pending, 10)
  assert.deepEqual(answer.figure_sources.median_days_to_pending, {
    basis: 'computed',
    source: 'Plat, computed from the homes of this catalog',
    date: '2026-11-20',
    from: '2026-08-23',
    homes: 5,
  })
  assert.equal(answer.source, 'Plat, computed from the homes of this catalog')
})

test('a few homes without figures do not hide the published ones of their place', async () => {
  const context = smallContext({ homes: SALES.slice(0, 4), series: publishedIn(AUSTIN, { home_value: 512_000 }) })
  const { basis, market_overview, figure_sources } = await housing(context)
  assert.equal(basis, 'published')
  assert.equal(market_overview.typical_home_values, 512_000)
  assert.equal(figure_sources.new_listings?.basis, 'none')
  assert.match(String(figure_sources.new_listings?.why), /no published series of this figure/)
})

test('series that ended long ago neither replace the homes nor appear beside newer series', async () => {
  const old = publishedIn(AUSTIN, EVERY_MEASURE, '2018-05-31')
  assert.equal((await housing(smallContext({ homes: SALES, series: old }))).basis, 'computed')
  const alone = await housing(smallContext({ homes: [], series: old }))
  assert.equal(alone.market_overview.typical_home_values, 512_000)
  const newer = publishedIn(AUSTIN, { home_value: 600_000 })
  const { market_overview, figure_sources } = await housing(smallContext({ homes: [], series: [...old, ...newer] }))
  assert.equal(market_overview.typical_home_values, 600_000)
  assert.equal(market_overview.median_days_to_pending, null)
  assert.equal(figure_sources.median_days_to_pending?.why, 'its published series ended on 2018-05-31')
})

test('old sales do not replace newer series', async () => {
  const old = SALES.map((_, i) => sold(100 + i, 3650 + i, 200_000))
  const published = publishedIn(AUSTIN, { home_value: 512_000 }, '2023-04-30')
  const { basis, market_overview } = await housing(smallContext({ homes: old, series: published }))
  assert.deepEqual([basis, market_overview.typical_home_values], ['published', 512_000])
})

test('a lenient caller gets 0 for each unknown figure, and Neutral as the temperature', async () => {
  const [homes, query] = [SALES.slice(0, 4), { search_query: 'Austin, TX', exclude_rentalMarketTrends: 'false' }]
  const lenient = (await call('/housing_market', query, smallContext({ homes }), 'lenient')) as {
    readonly market_overview: Figures
    readonly rental_market_trends: {
      readonly summary: Figures
      readonly marketTemperature: Figures
      readonly rentCompare: Figures
    }
  }
  const { market_overview: overview, rental_market_trends: trends } = lenient
  assert.deepEqual([overview.median_sale_price, overview['market saletolist ratio']], [0, 0])
  assert.deepEqual([trends.summary.medianRent, trends.rentCompare.medianRent], [0, 0])
  assert.deepEqual(trends.marketTemperature, { temperature: 'Neutral' })
  const rents = (await call('/rental_market', query, smallContext({ homes }), 'lenient')) as typeof lenient
  assert.deepEqual(rents.rental_market_trends, trends)
})

test('if home values are unknown, sale prices replace them, and the source says so', async () => {
  const { market_overview, figure_sources } = await housing(smallContext({ homes: SALES }))
  assert.equal(market_overview.typical_home_values, 480_000)
  assert.equal(figure_sources.typical_home_values?.figure, 'median_sale_price')
})

test('a series of all homes is not used for one type of home', async () => {
  const context = smallContext({ homes: SALES, series: publishedIn(AUSTIN, EVERY_MEASURE) })
  const { market_overview } = await housing(context, { home_type: 'Single_Family' })
  assert.equal(market_overview.median_sale_price, 480_000)
})

test('a figure of fewer than five homes is null, and its source says why', async () => {
  const { market_overview, figure_sources, market_analytics } = await housing(
    smallContext({ homes: SALES.slice(0, 4) }),
  )
  assert.equal(market_overview.median_sale_price, null)
  assert.equal(market_overview.typical_home_values, null)
  assert.deepEqual(figure_sources.median_sale_price, {
    basis: 'none',
    source: 'Plat, computed from the homes of this catalog',
    date: '2026-11-20',
    why: 'fewer than 5 sales with their prices are known',
  })
  assert.match(String(market_overview.description), /^Too little is known/)
  assert.deepEqual(market_analytics.zhviRange, [])
})

test('the description gives the last year’s change of a published index', async () => {
  const index = [
    series('home_value', AUSTIN, [
      ['2025-10-31', 500_000],
      ['2026-10-31', 510_500],
    ]),
  ]
  const { market_overview, market_analytics } = await housing(
    smallContext({ homes: [], series: [...index, ...publishedIn(AUSTIN, { days_to_pending: 10 })] }),
  )
  assert.equal(
    market_overview.description,
    'The typical home value in Austin, TX is $510,500, up 2.1% over the past year; homes go to pending in around 10 days (as of 2026-10-31).',
  )
  assert.deepEqual(market_analytics.zhviRange, [
    { timePeriodEnd: '2026-10-31', dataValue: 510_500 },
    { timePeriodEnd: '2025-10-31', dataValue: 500_000 },
  ])
})

test('the description does not combine a value with the change of another figure or time', async () => {
  const once = [1, 2, 3, 4, 5].flatMap((i) => [sold(200 + i, 1100, 300_000), sold(300 + i, 1465, 200_000)])
  const onSale = [1, 2, 3, 4, 5].map((i): Home => {
    const { estimate: _, ...home } = RICH
    const listing = {
      kind: 'sale',
      status: 'Active',
      listedBy: 'agent',
      listPrice: 480_000,
      onMarketMs: NOW_MS,
    } as const
    return { ...home, zpid: 400 + i, history: [], listing }
  })
  // There is only one recent sale, and too few in the year before. Asking prices therefore replace values.
  const { market_overview, market_analytics, figure_sources } = await housing(
    smallContext({ homes: [...once, ...onSale, sold(500, 5, 900_000)] }),
  )
  assert.equal(figure_sources.typical_home_values?.figure, 'median_list_price')
  assert.equal(market_analytics.zhviRange.length, 2)
  assert.match(String(market_overview.description), /is \$480,000[^%]*$/)
})

test('a change of sale prices states its number of homes, and is absent if either month has fewer than fifteen', async () => {
  const described = async (now: number, before: number) => {
    const of = (count: number, daysAgo: number, price: number) =>
      Array.from({ length: count }, (_, i) => sold(10 * daysAgo + i, daysAgo, price))
    const homes = [...of(now, 36, 220_000), ...of(before, 401, 200_000)]
    return String((await housing(smallContext({ homes }))).market_overview.description)
  }
  assert.match(await described(20, 15), /is \$220,000, up 10% over the past year \(from 15 values or sales\)/)
  assert.match(
    await described(9, 30),
    /is \$220,000 \(over the past year too few \(9 values or sales\) for a trend: each of its two months needs at least 15/,
  )
})

test('a published rent by bedrooms is used only for that number of bedrooms', async () => {
  const context = smallContext({
    series: [
      series(
        'rent',
        AUSTIN,
        [
          ['2026-09-30', 2100],
          ['2026-10-31', 2150],
        ],
        2,
      ),
    ],
  })
  const rents = async (bedrooom_type: string) => {
    const answer = await call('/rental_market', { search_query: 'Austin, TX', bedrooom_type }, context)
    return (answer as { rental_market_trends: { summary: { medianRent: number; monthlyChange: number } } })
      .rental_market_trends.summary
  }
  assert.equal((await rents('2_Bedroom')).medianRent, 2150)
  assert.equal((await rents('2_Bedroom')).monthlyChange, 50)
  assert.notEqual((await rents('3_Bedroom')).medianRent, 2150)
})

/** A metro that is not in the current list. Its series are stored under its name. */
const UNLISTED = 'Fort Polk South metro, LA'

test('a place without homes is answered from its published series, but never chosen among several of one name', async () => {
  const index = (region: string) => series('home_value', region, [['2026-10-31', 400_000]])
  const regions = [
    'city/il/springfield',
    'city/oh/springfield',
    'zipcode/80202',
    'metro/19740',
    unlistedMetroKey('Fort Polk South', 'LA'),
    'state/co',
    'city/co/denver',
  ]
  const context = smallContext({ series: regions.map(index) })
  for (const search_query of [
    'Denver',
    'denver, co',
    'Colorado',
    '80202',
    'Denver metro',
    'Springfield, OH',
    UNLISTED,
  ]) {
    const { market_overview, figure_sources } = await housing(context, { search_query })
    assert.equal(market_overview.typical_home_values, 400_000, search_query)
    assert.equal(market_overview.for_sale_inventory, null)
    assert.equal(figure_sources.typical_home_values?.basis, 'published')
  }
  await call('/rental_market', { search_query: 'Denver' }, context)
  const fault = await faultOf('/housing_market', { search_query: 'springfield' }, context)
  assert.equal(fault.code, 'place.ambiguous')
  assert.deepEqual(fault.extras.candidates, [{ name: 'Springfield, IL' }, { name: 'Springfield, OH' }])
  assert.equal((await faultOf('/housing_market', { search_query: 'Springfield, MA' }, context)).code, 'place.unknown')
})

test('a metro with only series is found by its common name, and offered if one of its cities is requested', async () => {
  const index = (region: string) => series('home_value', region, [['2026-10-31', 400_000]])
  const context = smallContext({ series: ['19100', '33460', '35620', '31080'].map((code) => index(`metro/${code}`)) })
  const located = async (search_query: string) => {
    const { location } = (await call('/housing_market', { search_query }, context)) as { location: { name: string } }
    return location.name
  }
  const dallas = 'Dallas-Fort Worth-Arlington metro'
  for (const text of ['Dallas metro', 'Dallas-Fort Worth', 'Dallas-Fort Worth, TX', 'Dallas-Ft. Worth area', 'DFW'])
    assert.equal(await located(text), dallas, text)
  for (const text of ['Twin Cities', 'Minneapolis-St. Paul', 'Minneapolis-Saint Paul metro'])
    assert.equal(await located(text), 'Minneapolis-St. Paul-Bloomington metro', text)
  assert.equal(await located('NYC metro'), 'New York-Newark-Jersey City metro')
  assert.equal(await located('LA metro area'), 'Los Angeles-Long Beach-Anaheim metro')
  for (const search_query of ['Dallas', 'Dallas, TX']) {
    const fault = await faultOf('/housing_market', { search_query }, context)
    assert.equal(fault.code, 'place.unknown')
    assert.deepEqual(fault.extras.candidates, [{ name: dallas }])
  }
  assert.equal((await faultOf('/housing_market', { search_query: 'Fort Worth-Dallas' }, context)).status, 404)
})

async function faultOf(path: string, query: Record<string, string>, context = smallContext()): Promise<Fault> {
  try {
    await call(path, query, context)
  } catch (error) {
    assert.ok(error instanceof Fault, String(error))
    return error
  }
  throw new Error('it was answered')
}

test('a misspelled place is a 404 that offers near matches and has the container that clients read', async () => {
  const fault = await faultOf('/housing_market', { search_query: 'Autsin, TX' })
  assert.equal(fault.status, 404)
  assert.equal(fault.code, 'place.unknown')
  assert.match(fault.message, /^404: .*"Autsin, TX"\. The nearest is Austin, TX\.$/)
  assert.equal(fault.extras.nearest, 'Austin, TX')
  assert.deepEqual(fault.extras.candidates?.[0], { name: 'Austin, TX' })
  assert.deepEqual(fault.extras.container, { market_overview: {}, market_analytics: {} })
})

test('unknown places, addresses and nonsense are 404s with the container that clients of rents read', async () => {
  for (const search_query of [
    'Nowhere, ZZ',
    '99999',
    ';;',
    '1204 N Lamar Blvd, Austin, TX 78703',
    '\u0000',
    '☃'.repeat(100),
  ]) {
    const fault = await faultOf('/rental_market', { search_query })
    assert.equal(fault.code, 'place.unknown', search_query)
    assert.match(fault.message, /^404: /)
    assert.deepEqual(fault.extras.container, { rental_market_trends: {} })
  }
  const address = await faultOf('/rental_market', { search_query: '1204 N Lamar Blvd, Austin, TX 78703' })
  assert.match(address.message, /is the address of a home: send /)
})

test('parameters with fixed values refuse others, and contradicting spellings of one parameter are refused', async () => {
  const refusals = [
    ['/housing_market', { search_query: 'Austin', home_type: 'all_hoses' }, 'home_type'],
    [
      '/housing_market',
      { search_query: 'Austin', exclude_rentalMarketTrends: 'perhaps' },
      'exclude_rentalMarketTrends',
    ],
    ['/housing_market', {}, 'search_query'],
    ['/rental_market', { search_query: 'Austin', bedrooom_type: '5_Bedroom' }, 'bedrooom_type'],
    ['/rental_market', { search_query: 'Austin', bedrooom_type: 'Studio', bedroom_type: '1_Bedroom' }, 'bedroom_type'],
    ['/rental_market', { search_query: 'x'.repeat(201) }, 'search_query'],
  ] as const
  for (const [path, query, parameter] of refusals) {
    const fault = await faultOf(path, query)
    assert.equal(fault.status, 400)
    assert.deepEqual(
      fault.extras.errors?.map((error) => error.parameter),
      [parameter],
    )
  }
})

test('with any homes, answers match their declarations, with everything requested', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyHome, { minLength: 1, maxLength: 12 }), async (homes) => {
      const inAustin = homes.map((home, i) => ({ ...home, zpid: 1000 + i, address: RICH.address }))
      const context = smallContext({ homes: inAustin })
      const query = { search_query: 'Austin, TX' }
      const sales = (await call('/housing_market', { ...query, ...EVERYTHING }, context)) as Sales
      assert.ok(sales.rental_market_trends && sales.market_analytics.neighborhoods_zhvi)
      assert.ok(await call('/rental_market', query, context))
    }),
    { numRuns: 40 },
  )
})

interface Sales {
  readonly rental_market_trends?: object
  readonly market_analytics: { readonly neighborhoods_zhvi?: readonly object[] }
}

const EVERYTHING = { exclude_rentalMarketTrends: 'false', exclude_neighborhoods_zhvi: 'false' }

test('current mortgage rates are strings by product, with the payment for the loan that the docs state', async () => {
  const rates = (await call('/current_mortgage_rates', {}, smallContext())) as Record<string, Record<string, string>>
  assert.deepEqual(Object.keys(rates), ['15_Year_Fixed_Conforming', '30_Year_Fixed_Conforming', '5_1_ARM_Conforming'])
  for (const rate of Object.values(rates)) {
    assert.deepEqual(Object.keys(rate), [
      'rate',
      'productType',
      'datePriced',
      'apr',
      'pointsPaid',
      'monthlyPayment',
      'pointsPaidDollar',
      'miUpfrontPercent',
      'miUpfrontDollar',
      'miMonthlyPremiumPercent',
      'miMonthlyPremiumDollar',
      'rateSource',
    ])
    assert.ok(Object.values(rate).every((value) => typeof value === 'string'))
  }
  assert.equal(rates['30_Year_Fixed_Conforming']?.rate, '6')
  assert.equal(rates['30_Year_Fixed_Conforming']?.monthlyPayment, '1799') // 300,000 at 6 % over 360 months: 1,798.65
  assert.equal(rates['15_Year_Fixed_Conforming']?.monthlyPayment, '2451') // at 5.5 % over 180 months: 2,451.25
})

test('the map is empty if there are no rates', async () => {
  assert.deepEqual(await call('/current_mortgage_rates', {}, smallContext({ bare: true })), {})
})
