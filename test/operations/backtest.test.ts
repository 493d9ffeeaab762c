import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Catalog } from '../../src/catalog/ports/catalog.ts'
import type { StoredMarket } from '../../src/catalog/ports/estimator-lookup.ts'
import { Random } from '../../src/kit/algorithms/random.ts'
import { DAY_MS, dayNumber, dayOf } from '../../src/kit/base/clock.ts'
import type { Home } from '../../src/model/home.ts'
import { BacktestTable } from '../../src/worth/estimator/backtest-table.ts'
import { MIN_SALES_SHOWN } from '../../src/worth/valuation/backtest.ts'
import { call } from './call.ts'
import { RICH } from './made-homes.ts'
import { smallCatalog, smallContext } from './small-catalog.ts'

interface Figures {
  readonly sales: number
  readonly firstDay: string
  readonly lastDay: string
  readonly medianErrorPercent: number
  readonly comparablesMedianErrorPercent: number | null
  readonly within10Percent: number
  readonly cod: { readonly value: number | null; readonly isWithin: boolean | null }
  readonly prd: { readonly value: number | null; readonly isWithin: boolean | null }
  readonly coverage: { readonly of80: number; readonly of90: number }
}
interface Regions {
  readonly total: number
  readonly listed: readonly { readonly name: string; readonly figures: Figures }[]
}
interface Backtest {
  readonly figures: Figures | null
  readonly why?: string
  readonly estimators: readonly { readonly market: string; readonly asOf: string; readonly sales: number }[]
  readonly price_fifths: readonly { readonly sales: number; readonly coverage: { readonly of80: number } }[]
  readonly counties: Regions
  readonly zipcodes: Regions
}

interface Sale {
  readonly zipcode: string
  readonly day: number
  readonly price: number
  readonly estimate: number
  readonly half80: number
}

const LAST_DAY = dayNumber(Date.UTC(2015, 4, 27))

const PLACES = [
  { zipcode: '78701', city: 'Austin', state: 'TX', county: 'Travis', countyFips: '48453' },
  { zipcode: '78703', city: 'Austin', state: 'TX', county: 'Travis', countyFips: '48453' },
  { zipcode: '75201', city: 'Dallas', state: 'TX', county: 'Dallas', countyFips: '48113' },
  { zipcode: '98101', city: 'Seattle', state: 'WA', county: 'King', countyFips: '53033' },
] as const

const HOMES = PLACES.map(
  (place, i): Home => ({
    ...RICH,
    zpid: 10 + i,
    address: { streetAddress: `${i} Elm St`, ...place },
  }),
)

/** Number of sales by ZIP code. One ZIP code has too few sales to be shown. */
const COUNTS = { '78701': 90, '78703': MIN_SALES_SHOWN, '75201': MIN_SALES_SHOWN - 1, '98101': 60 }

const random = new Random(3, 'backtest')
const SALES = Object.entries(COUNTS).flatMap(([zipcode, count]) =>
  Array.from({ length: count }, (): Sale => {
    const price = random.whole(50, 2000) * 1000
    const estimate = Math.round(price * (0.8 + 0.4 * random.unit()))
    return { zipcode, day: LAST_DAY - random.whole(0, 180), price, estimate, half80: estimate / 8 }
  }),
)
const inState = (state: string) =>
  SALES.filter(({ zipcode }) => PLACES.some((place) => place.zipcode === zipcode && place.state === state))

const MARKETS: readonly StoredMarket[] = [
  { market: 'TX', kind: 'price', day: LAST_DAY - 400, sales: 500, trained: true },
  { market: 'TX', kind: 'price', day: LAST_DAY, sales: 900, trained: true },
  { market: 'WA', kind: 'price', day: LAST_DAY, sales: 300, trained: false },
  { market: 'US', kind: 'price', day: LAST_DAY - 3, sales: 700, trained: true },
]

async function tableOf(sales: readonly Sale[], catalog: Catalog): Promise<Uint8Array> {
  const placeOf = new Map(
    [...(await catalog.market.placesIn('country/us', 'zipcode'))].map(([place, key]) => [key, place]),
  )
  const floats = (of: (sale: Sale) => number) => Float32Array.from(sales, of)
  return new BacktestTable({
    days: Int32Array.from(sales, ({ day }) => day),
    places: Float64Array.from(sales, ({ zipcode }) => placeOf.get(`zipcode/${zipcode}`) ?? -1),
    lacks: new Uint8Array(sales.length),
    prices: floats(({ price }) => price),
    estimates: floats(({ estimate }) => estimate),
    comparables: floats(({ price, day }) => (day % 5 === 0 ? Number.NaN : 1.08 * price)),
    low80: floats(({ estimate, half80 }) => estimate - half80),
    high80: floats(({ estimate, half80 }) => estimate + half80),
    low90: floats(({ estimate, half80 }) => estimate - 1.5 * half80),
    high90: floats(({ estimate, half80 }) => estimate + 1.5 * half80),
  }).bytes
}

function catalogWith(markets: readonly StoredMarket[], sample?: true): Catalog {
  const regions = PLACES.flatMap(({ zipcode, countyFips, county, state }) => [
    { key: `zipcode/${zipcode}`, type: 'zipcode', name: zipcode, state },
    { key: `county/${countyFips}`, type: 'county', name: `${county} County`, state },
    { key: `state/${state.toLowerCase()}`, type: 'state', name: state === 'TX' ? 'Texas' : 'Washington', state },
  ]).map((region, i) => ({ ...BOUNDS, ...region, regionId: i + 1 }) as const)
  const catalog = smallCatalog({ homes: HOMES, ...(sample && { sample }) })
  return {
    ...catalog,
    regions: () => regions as unknown as ReturnType<Catalog['regions']>, // the test has only some types of regions
    estimators: {
      ...catalog.estimators,
      all: async () => markets,
      backtest: async (kind, market) =>
        kind === 'price' ? tableOf(inState(market === 'US' ? 'WA' : market), catalog) : undefined,
    },
  }
}

const BOUNDS = { point: RICH.point, west: -98, south: 30, east: -97, north: 31, homes: 1, listings: 0 }

async function backtest(query: Readonly<Record<string, string>> = {}, catalog = catalogWith(MARKETS)) {
  return (await call('/valuation/backtest', query, { ...smallContext(), catalog })) as Backtest
}

/** Computes the figures of sales in a simple way. */
function plain(sales: readonly Sale[]) {
  const ratios = sales.map(({ price, estimate }) => estimate / price)
  const middle = (values: readonly number[]) => {
    const sorted = values.toSorted((one, other) => one - other)
    const at = (sorted.length - 1) / 2
    return ((sorted[Math.floor(at)] ?? 0) + (sorted[Math.ceil(at)] ?? 0)) / 2
  }
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const share = (holds: (sale: Sale) => boolean) => (100 * sales.filter(holds).length) / sales.length
  const end = (dollars: number) => Math.round(Math.fround(dollars))
  const holds = (price: number, estimate: number, half: number) =>
    price >= end(estimate - half) && price <= end(estimate + half)
  const days = sales.map(({ day }) => day)
  return {
    sales: sales.length,
    firstDay: dayOf(Math.min(...days) * DAY_MS),
    lastDay: dayOf(Math.max(...days) * DAY_MS),
    medianErrorPercent: 100 * middle(ratios.map((ratio) => Math.abs(ratio - 1))),
    within10Percent: share(({ price, estimate }) => Math.abs(estimate - price) <= price / 10),
    cod: (100 * mean(ratios.map((ratio) => Math.abs(ratio - middle(ratios))))) / middle(ratios),
    prd: mean(ratios) / (mean(sales.map((sale) => sale.estimate)) / mean(sales.map((sale) => sale.price))),
    of80: share(({ price, estimate, half80 }) => holds(price, estimate, half80)),
    of90: share(({ price, estimate, half80 }) => holds(price, estimate, 1.5 * half80)),
  }
}

function assertEqual(told: Figures | null | undefined, sales: readonly Sale[]): void {
  const { cod, prd, of80, of90, medianErrorPercent, within10Percent, ...exact } = plain(sales)
  assert.ok(told)
  assert.deepEqual({ sales: told.sales, firstDay: told.firstDay, lastDay: told.lastDay }, exact)
  const pairs = [
    [told.cod.value, cod],
    [told.prd.value, prd],
    [told.coverage.of80, of80],
    [told.coverage.of90, of90],
    [told.medianErrorPercent, medianErrorPercent],
    [told.within10Percent, within10Percent],
  ] as const
  for (const [shown, expected] of pairs)
    assert.ok(shown !== null && Math.abs(shown - expected) < 0.006, `${shown}, not ${expected}`)
  assert.deepEqual([told.cod.isWithin, told.prd.isWithin], [cod <= 15, prd >= 0.98 && prd <= 1.03])
}

test('figures of the whole catalog, of its counties and ZIP codes are those of their held-back sales', async () => {
  const { figures, counties, zipcodes, price_fifths, estimators } = await backtest()
  assertEqual(figures, SALES)
  assert.equal(figures?.comparablesMedianErrorPercent, 8, 'of the sales that have comparables')
  assert.deepEqual(
    counties.listed.map(({ name, figures: { sales } }) => [name, sales]),
    [
      ['Travis County, TX', 120],
      ['King County, WA', 60],
    ],
  )
  assert.equal(counties.total, 2)
  assert.deepEqual(
    zipcodes.listed.map(({ name }) => name),
    ['78701', '98101', '78703'],
  )
  assert.equal(zipcodes.total, 3)
  for (const { name, figures: told } of zipcodes.listed)
    assertEqual(
      told,
      SALES.filter(({ zipcode }) => zipcode === name),
    )
  assert.equal(
    price_fifths.reduce((sum, fifth) => sum + fifth.sales, 0),
    SALES.length,
  )
  assert.ok(price_fifths.every(({ sales }) => sales >= MIN_SALES_SHOWN))
  assert.deepEqual(
    estimators.map(({ market, asOf, sales }) => [market, asOf, sales]),
    [
      ['TX', '2015-05-27', 900],
      ['US', '2015-05-24', 700],
    ],
  )
})

test('a place has the figures of its own sales', async () => {
  const texas = await backtest({ search_query: 'Texas' })
  assertEqual(texas.figures, inState('TX'))
  assert.deepEqual(
    texas.estimators.map(({ market }) => market),
    ['TX'],
  )
  const seattle = await backtest({ search_query: 'King County, WA' })
  assertEqual(seattle.figures, inState('WA'))
  assert.deepEqual(
    seattle.estimators.map(({ market }) => market),
    ['US'],
  )
})

test('figures of few sales are withheld, because they would reveal the price and the estimate of single homes', async () => {
  const { figures, price_fifths, zipcodes, why } = await backtest({ search_query: '75201' })
  assert.deepEqual([figures, price_fifths, zipcodes.total], [null, [], 0])
  assert.match(why ?? '', /^Only 29 of the held-back sales are in 75201: figures need 30 /)
  const { figures: enough, price_fifths: parts } = await backtest({ search_query: '78703' })
  assert.deepEqual([enough?.sales, parts], [MIN_SALES_SHOWN, []])
})

test('if nothing is estimated, the answer says why', async () => {
  const untrained = MARKETS.filter(({ market }) => market !== 'TX').map((market) => ({ ...market, trained: false }))
  const few = await backtest({ search_query: '98101' }, catalogWith(untrained))
  assert.equal(few.figures, null)
  assert.match(few.why ?? '', /need 400 sales .* there are only 300 in WA, 700 in all states that have too few/)
  const ofOneDay = catalogWith(untrained.map((market) => ({ ...market, sales: 600 })))
  assert.match((await backtest({ search_query: '98101' }, ofOneDay)).why ?? '', /the sales are from too few days/)
  assert.match((await backtest({}, catalogWith([]))).why ?? '', /no sale with a price/)
  assert.match((await backtest({}, catalogWith([], true))).why ?? '', /sample catalog/)
  const rents = await backtest({ kind: 'Rent' })
  assert.deepEqual([rents.figures, rents.zipcodes], [null, { total: 0, listed: [] }])
  assert.match(rents.why ?? '', /in this catalog: no asking rent with a price/)
})

test('a place without held-back sales says so', async () => {
  const only = catalogWith(MARKETS.filter(({ market }) => market === 'TX'))
  const without = { ...only, estimators: { ...only.estimators, backtest: async () => tableOf([], only) } }
  const { figures, why } = await backtest({ search_query: 'Texas' }, without)
  assert.equal(figures, null)
  assert.match(why ?? '', /^Only 0 of the held-back sales are in Texas: .* before 2015-05-27\.$/)
})

test('figures are judged as shown: 15.003, shown as 15, is within bounds that end at 15, and so are prices', async () => {
  const sales = Array.from({ length: 60 }, (_, i): Sale => {
    const distance = i < 2 ? 0 : (i % 2 === 0 ? 1 : -1) * 0.15003 * (60 / 58)
    const [price, estimate] = [1_000_000, Math.round(1_000_000 * (1 + distance))]
    return { zipcode: '98101', day: LAST_DAY, price, estimate, half80: Math.abs(estimate - price) - 0.4 }
  })
  const catalog = catalogWith(MARKETS.slice(-1))
  const estimators = { ...catalog.estimators, backtest: async () => tableOf(sales, catalog) }
  const { figures } = await backtest({}, { ...catalog, estimators })
  assert.deepEqual([figures?.cod, figures?.coverage.of80], [{ value: 15, isWithin: true }, 100])
})
