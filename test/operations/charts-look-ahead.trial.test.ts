import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { DAY_MS, dayOf, startOfDay } from '../../src/kit/base/clock.ts'
import { HISTORY_EVENTS, type HistoryEvent, type Home, type TaxYear } from '../../src/model/home.ts'
import { inOrder } from '../../src/model/home-history.ts'
import type { MarketSeries } from '../../src/model/market.ts'
import { call } from './call.ts'
import { NOW_MS, RICH } from './made-homes.ts'
import { smallContext } from './small-catalog.ts'

const CHARTS = [
  'zestimate_history',
  'rent_zestimate_history',
  'listing_price',
  'zestimate_percent_change',
  'tax_assessment',
  'tax_paid',
]
const BEGIN_MS = Date.UTC(2014, 0, 1)
const day = fc.integer({ min: BEGIN_MS, max: NOW_MS }).map(dayOf)
const dollars = fc.integer({ min: 1, max: 900_000 })
const price = fc.integer({ min: 900, max: 900_000 })

const sale = fc.record<HistoryEvent>({
  date: day,
  event: fc.constant('Sold'),
  price,
  source: fc.constant('county'),
})
const listed = fc.record<HistoryEvent>({
  date: day,
  event: fc.constantFrom(...HISTORY_EVENTS),
  price,
  source: fc.constant('mls'),
})
const offeredForRent = listed.map((event): HistoryEvent => ({ ...event, rental: true }))
const month = day.map((date) => date.slice(0, 7))
const monthly = fc.uniqueArray(fc.tuple(month, dollars), { selector: ([at]) => at, maxLength: 30 })
const taxYear = fc.record<TaxYear>(
  { year: fc.integer({ min: 2012, max: 2027 }), assessedValue: dollars, taxPaid: dollars },
  { requiredKeys: ['year'] },
)

const anyHome = fc
  .record({
    history: fc.array(fc.oneof(sale, listed, listed, offeredForRent), { minLength: 5, maxLength: 12 }).map(inOrder),
    taxes: fc.uniqueArray(taxYear, { selector: ({ year }) => year, maxLength: 6 }),
    estimates: fc.option(
      fc.record({ value: dollars, rent: dollars, history: monthly, rentHistory: monthly }, { requiredKeys: [] }),
      { freq: 2 },
    ),
  })
  .map(({ history, taxes, estimates }): Home => {
    const { estimate: _, ...home } = RICH
    return { ...home, history, taxes, ...(estimates && { estimate: estimates }) }
  })

const REGIONS = ['zipcode/78703', 'city/tx/austin', 'county/48453', 'state/tx']
const KINDS = ['home_value/all', 'home_value/SINGLE_FAMILY', 'rent/all', 'median_list_price/all'] as const

interface Drawn {
  readonly region: string
  readonly kind: (typeof KINDS)[number]
  readonly firstMonth: number
  readonly values: readonly number[]
}

/** Published series of any length, each starting in any month. */
const anySeries = fc.uniqueArray(
  fc.record<Drawn>({
    region: fc.constantFrom(...REGIONS),
    kind: fc.constantFrom(...KINDS),
    firstMonth: fc.nat(120),
    values: fc.array(dollars, { minLength: 1, maxLength: 150, size: 'max' }),
  }),
  { selector: ({ region, kind }) => `${region} ${kind}`, maxLength: 10 },
)

function madeSeries({ region, kind, firstMonth, values }: Drawn): MarketSeries {
  const [measure, homeType] = kind.split('/') as ['home_value' | 'rent' | 'median_list_price', string]
  const points = values
    .map((value, at) => [dayOf(Date.UTC(2014, firstMonth + at + 1, 1) - DAY_MS), value] as const)
    .filter(([end]) => end <= dayOf(NOW_MS))
  return { seriesId: `${measure}/${region}/${homeType}/all`, source: 'survey', measure, region, points }
}

interface Sales {
  readonly seed: number
  readonly count: number
  readonly fromMs: number
  readonly days: number
}

/** Sales around the home, in one place or two. Some are close enough together for an index. */
const anySales = fc.record<Sales>({
  seed: fc.nat(1000),
  count: fc.constantFrom(0, 600),
  fromMs: fc.integer({ min: BEGIN_MS, max: NOW_MS - 500 * DAY_MS }),
  days: fc.integer({ min: 60, max: 240 }),
})

function madeSales({ seed, count, fromMs, days }: Sales): Home[] {
  return Array.from({ length: count }, (_, at): Home => {
    const random = ((seed + at) * 2_654_435_761) % 2 ** 32
    const closeDate = dayOf(fromMs + (random % days) * DAY_MS)
    const zipcode = random % 3 === 0 ? '78703' : '78704'
    return {
      ...RICH,
      zpid: 5000 + at,
      address: { ...RICH.address, streetAddress: `${at} Elm St`, zipcode },
      facts: { livingArea: 1000 },
      listing: {
        kind: 'sale',
        status: 'Closed',
        listedBy: 'agent',
        closeDate,
        closePrice: 200_000 + (random % 300_000),
      },
      history: [],
    }
  })
}

/** A day shortly before an event, and before today, because facts without a date are as of today. */
const anyEnd = fc.record({ happening: fc.nat(), daysBefore: fc.integer({ min: 1, max: 45 }) })

function endOf({ happening, daysBefore }: { happening: number; daysBefore: number }, dates: readonly string[]): string {
  const date = dates[happening % dates.length] ?? dayOf(NOW_MS)
  return dayOf(startOfDay(date) - daysBefore * DAY_MS)
}

/**
 * Removes from a home what was unknown at the end of a day. Also removes the listing and today's estimate, which are as
 * of today.
 */
function homeBy(end: string, { listing: _listing, estimate, ...home }: Home): Home {
  const lastDayOf = (at: string) => dayOf(Date.UTC(Number(at.slice(0, 4)), Number(at.slice(5)), 1) - DAY_MS)
  const until = (pairs: readonly (readonly [string, number])[] = []) => pairs.filter(([at]) => lastDayOf(at) <= end)
  return {
    ...home,
    history: home.history.filter(({ date }) => date <= end),
    taxes: home.taxes.filter(({ year }) => `${year}-07-01` <= end),
    ...(estimate && { estimate: { history: until(estimate.history), rentHistory: until(estimate.rentHistory) } }),
  }
}

interface Answer {
  readonly DataPoints: {
    readonly homeValueChartData: readonly {
      readonly name: string
      readonly points: readonly { readonly x: number }[]
    }[]
  }
}

/** Returns all points up to a day, by the name of their line. */
async function pointsUpTo(end: string, which: string, homes: readonly Home[], series: readonly MarketSeries[]) {
  const query = { which, recent_first: 'False', byzpid: String(RICH.zpid) }
  // another test checks the answer's shape
  const { DataPoints } = (await call('/graph_charts', query, smallContext({ homes, series }))) as Answer
  const lines = DataPoints.homeValueChartData.map(
    ({ name, points }) => [name, points.filter(({ x }) => dayOf(x) <= end)] as const,
  )
  return Object.fromEntries(lines.filter(([, points]) => points.length > 0))
}

test('nothing that happens after a day changes any point up to that day, in any chart', async () => {
  let compared = 0
  await fc.assert(
    fc.asyncProperty(anyHome, anySeries, anySales, anyEnd, async (home, made, madeOf, madeEnd) => {
      const series = made.map(madeSeries)
      const sales = madeSales(madeOf)
      const end = endOf(madeEnd, [
        ...home.history.map(({ date }) => date),
        ...series.flatMap(({ points }) => points.slice(0, 3).map(([at]) => at)),
        ...sales.slice(0, 5).map(({ listing }) => listing?.closeDate ?? ''),
      ])
      const knownSeries = series
        .map((each) => ({ ...each, points: each.points.filter(([at]) => at <= end) }))
        .filter(({ points }) => points.length > 0)
      const knownSales = sales.filter(({ listing }) => (listing?.closeDate ?? '') <= end)
      for (const which of CHARTS) {
        const whole = await pointsUpTo(end, which, [home, ...sales], series)
        assert.deepEqual(await pointsUpTo(end, which, [homeBy(end, home), ...knownSales], knownSeries), whole, which)
        compared += Object.keys(whole).length
      }
    }),
    { numRuns: 80, endOnFailure: true }, // finding a shorter example would take minutes
  )
  assert.ok(compared > 100, `${compared} lines were compared`)
})

test('a region’s line computed from sales does not change when a published series starts later', async () => {
  const sold = madeSales({ seed: 7, count: 600, fromMs: Date.UTC(2019, 0, 1), days: 90 })
  const published = madeSeries({ region: 'city/tx/austin', kind: 'home_value/all', firstMonth: 110, values: [1, 2, 3] })
  const linesWith = async (series: readonly MarketSeries[]) => {
    const context = smallContext({ homes: [RICH, ...sold], series })
    const asked = { byzpid: String(RICH.zpid), which: 'zestimate_history', recent_first: 'False' }
    const { DataPoints } = (await call('/graph_charts', asked, context)) as {
      DataPoints: { homeValueChartData: readonly { name: string; source: string; points: readonly object[] }[] }
    }
    return DataPoints.homeValueChartData.filter(({ name }) => name === 'Austin')
  }
  const [before] = await linesWith([])
  assert.ok((before?.points.length ?? 0) > 1)
  assert.deepEqual(await linesWith([published]), [before])
})
