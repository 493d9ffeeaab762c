import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { DAY_MS, dayOf, startOfDay } from '../../src/kit/base/clock.ts'
import { Fault } from '../../src/kit/base/failure.ts'
import type { HistoryEvent, Home } from '../../src/model/home.ts'
import type { MarketMeasure, MarketSeries } from '../../src/model/market.ts'
import { call } from './call.ts'
import { BARE, HOMES, NOW_MS, RICH, UNDISCLOSED } from './made-homes.ts'
import { type Contents, smallContext } from './small-catalog.ts'

const CHARTS = [
  'zestimate_history',
  'rent_zestimate_history',
  'listing_price',
  'zestimate_percent_change',
  'tax_assessment',
  'tax_paid',
] as const
type Chart = (typeof CHARTS)[number]

interface Line {
  readonly name: string
  readonly source: string
  readonly points: readonly { readonly x: number; readonly y: number }[]
}
interface Answer {
  readonly source: string
  readonly RecentFirst: boolean
  readonly Current_Rent_Zestimate?: number
  readonly DataPoints: {
    readonly homeValueChartData: readonly Line[]
    readonly streetAddress: string
    readonly Current_Rent_Zestimate?: number
  }
}

async function charted(which: Chart, home: Home, more: Contents = {}, recentFirst = 'False'): Promise<Answer> {
  const query = { which, recent_first: recentFirst, byzpid: String(home.zpid) }
  const answer = await call('/graph_charts', query, smallContext({ homes: [home], ...more }))
  return answer as Answer // `call` has checked the answer
}

/** Returns the points of the home's line, each as a day and a value. */
async function homePoints(which: Chart, home: Home, more: Contents = {}): Promise<[string, number][]> {
  const [line] = (await charted(which, home, more)).DataPoints.homeValueChartData
  return (line?.points ?? []).map(({ x, y }) => [dayOf(x), y])
}

/** The last days of the months from October 2016 to October 2026. */
const MONTH_ENDS = Array.from({ length: 121 }, (_, at) => dayOf(Date.UTC(2016, 10 + at, 1) - DAY_MS))

function seriesOf(measure: MarketMeasure, region: string, valueAt: (at: number) => number): MarketSeries {
  const points = MONTH_ENDS.map((end, at) => [end, valueAt(at)] as const)
  return { seriesId: `${measure}/${region}/all/all`, source: 'survey', measure, region, points }
}

const { estimate: _, listing: __, ...UNESTIMATED } = RICH
function sold(...sales: readonly (readonly [date: string, price: number])[]): Home {
  const history = sales.map(([date, price]): HistoryEvent => ({ date, event: 'Sold', price, source: 'county' }))
  return { ...UNESTIMATED, history }
}

suite('every chart', () => {
  test('has its declared shape in both orders, one the reverse of the other', async () => {
    const series = (['home_value', 'rent', 'median_list_price'] as const).flatMap((measure) =>
      ['city/tx/austin', 'zipcode/78703'].map((region) => seriesOf(measure, region, (at) => 1000 + at)),
    )
    for (const which of CHARTS) {
      for (const home of HOMES) {
        const oldestFirst = await charted(which, home, { series }, 'False')
        const newestFirst = await charted(which, home, { series }, 'True')
        assert.deepEqual([oldestFirst.RecentFirst, newestFirst.RecentFirst], [false, true])
        const turned = newestFirst.DataPoints.homeValueChartData.map((line) => ({
          ...line,
          points: line.points.toReversed(),
        }))
        assert.deepEqual(oldestFirst.DataPoints.homeValueChartData, turned)
        for (const { points } of turned) {
          assert.ok(points.every(({ x }, at) => x <= NOW_MS && x >= Date.UTC(2016, 10) && x > (points[at - 1]?.x ?? 0)))
        }
      }
    }
  })

  test('of a home without data has one line without points', async () => {
    for (const which of CHARTS) {
      const { DataPoints } = await charted(which, BARE)
      assert.deepEqual(
        DataPoints.homeValueChartData.map(({ name, points }) => [name, points]),
        [['This home', []]],
      )
    }
  })

  test('does not reveal an undisclosed address', async () => {
    assert.equal((await charted('tax_paid', UNDISCLOSED)).DataPoints.streetAddress, '(Undisclosed Address)')
  })

  test('is refused if it is misspelled, with a suggestion, or if the order is missing', async () => {
    const refused = async (query: Readonly<Record<string, string>>) => {
      const fault = await call('/graph_charts', { byzpid: '1001', ...query }, smallContext()).catch((error) => error)
      assert.ok(fault instanceof Fault)
      return fault.message
    }
    assert.match(await refused({ which: 'tax_payed', recent_first: 'True' }), /"tax_payed".*Did you mean tax_paid\?/)
    assert.match(
      await refused({ which: 'tax_paid', recent_first: 'Tru' }),
      /true, false; you sent "Tru"\. Did you mean true\?/,
    )
    assert.match(await refused({ which: 'tax_paid' }), /recent_first is missing/)
    assert.match(await refused({ recent_first: 'True' }), /which is missing/)
  })
})

suite('values of a home', () => {
  test('are the loaded estimates, with today’s in the current month', async () => {
    const history = [
      ['2016-10', 1], // more than ten years ago
      ['2016-11', 2],
      ['2026-09', 3],
    ] as const
    const home = { ...sold(['2020-01-31', 500_000]), estimate: { value: 4, history } }
    const { source, DataPoints } = await charted('zestimate_history', home)
    assert.deepEqual(await homePoints('zestimate_history', home), [
      ['2016-11-30', 2],
      ['2026-09-30', 3],
      ['2026-11-20', 4],
    ])
    assert.equal(DataPoints.homeValueChartData[0]?.source, 'estimates (hill-country-mls)')
    assert.match(source, /this home: estimates \(hill-country-mls\)/)
  })

  test('are derived, without estimates, from the last sale and the change of the ZIP code’s values since', async () => {
    const series = [
      seriesOf('home_value', 'zipcode/78703', (at) => 100 + at),
      seriesOf('home_value', 'city/tx/austin', () => 7),
    ]
    const home = sold(['2017-03-31', 300_000], ['2021-06-10', 500_000])
    const points = new Map(await homePoints('zestimate_history', home, { series }))
    const valueOn = (end: string) => 100 + MONTH_ENDS.indexOf(end)
    for (const end of MONTH_ENDS) {
      if (end < '2017-03-31') assert.equal(points.has(end), false, 'nothing is known before the first sale')
      else if (end < '2021-06-10') {
        assert.equal(points.get(end), Math.round((300_000 * valueOn(end)) / valueOn('2017-03-31')), end)
      }
    }
    assert.equal(points.get('2021-06-30'), 500_000, 'the month of a sale has its price')
    const since = 100 + MONTH_ENDS.indexOf('2021-05-31') + 10 / 30
    assert.equal(points.get('2026-10-31'), Math.round((500_000 * valueOn('2026-10-31')) / since))
    assert.ok(points.has('2026-11-20'), 'the values of last month hold for this one')
    const [line] = (await charted('zestimate_history', home, { series })).DataPoints.homeValueChartData
    const expected = 'derived from its sales (hill-country-mls), updated with the home values of its ZIP code (survey)'
    assert.equal(line?.source, expected)
  })

  test('are left out if there is no recent data on how values have changed', async () => {
    const ended = seriesOf('home_value', 'zipcode/78703', () => 100)
    const series = [{ ...ended, points: ended.points.filter(([end]) => end < '2019-01-01') }]
    const months = (await homePoints('zestimate_history', sold(['2018-11-05', 1e6]), { series })).map(([day]) => day)
    assert.deepEqual(months, ['2018-11-30', '2018-12-31', '2019-01-31', '2019-02-28', '2019-03-31', '2019-04-30'])
    assert.deepEqual(await homePoints('zestimate_history', sold(['2018-11-05', 1e6])), [['2018-11-30', 1e6]])
  })

  test('are not derived from a transfer for a nominal price', async () => {
    assert.deepEqual(await homePoints('zestimate_history', sold(['2018-11-05', 10])), [])
  })

  test('are shown as the percent change from the first month, line by line', async () => {
    const series = [seriesOf('home_value', 'city/tx/austin', (at) => 200 + 2 * at)]
    const home = {
      ...UNESTIMATED,
      history: [],
      estimate: {
        history: [
          ['2020-01', 80],
          ['2020-03', 100],
        ] as const,
      },
    }
    const { DataPoints } = await charted('zestimate_percent_change', home, { series })
    const [own, city] = DataPoints.homeValueChartData
    assert.deepEqual(
      own?.points.map(({ x, y }) => [dayOf(x), y]),
      [
        ['2020-01-31', 0],
        ['2020-03-31', 25],
      ],
    )
    assert.equal(city?.name, 'Austin')
    assert.deepEqual([city?.points[0]?.y, city?.points.at(-1)?.y], [0, 117.82]) // the value rises from 202 to 440
  })
})

test('rents are derived from the last asking rent if no estimates are loaded, and today’s estimate is given too', async () => {
  const history: HistoryEvent[] = [
    { date: '2025-08-31', event: 'Listed for rent', price: 2000, rental: true, source: 'mls' },
  ]
  const home: Home = { ...UNESTIMATED, history, estimate: { rent: 2500 } }
  const series = [seriesOf('rent', 'city/tx/austin', (at) => 1000 + 10 * at)]
  const answer = await charted('rent_zestimate_history', home, { series })
  assert.equal(answer.Current_Rent_Zestimate, 2500)
  assert.equal(answer.DataPoints.Current_Rent_Zestimate, 2500)
  const points = new Map(await homePoints('rent_zestimate_history', home, { series }))
  const at = (end: string) => 1000 + 10 * MONTH_ENDS.indexOf(end)
  assert.equal(points.get('2026-08-31'), Math.round((2000 * at('2026-08-31')) / at('2025-08-31')))
  assert.equal(points.get('2026-11-20'), 2500)
  const unknown = await charted('tax_paid', BARE)
  for (const where of [unknown, unknown.DataPoints]) assert.equal(Object.hasOwn(where, 'Current_Rent_Zestimate'), false)
})

test('asking prices cover the months in which the home was for sale, each with the last price asked', async () => {
  const event = (date: string, name: HistoryEvent['event'], price?: number, rental?: true): HistoryEvent => ({
    date,
    event: name,
    source: 'mls',
    ...(price !== undefined && { price }),
    ...(rental && { rental }),
  })
  const history = [
    event('2018-01-10', 'Listed for sale', 500),
    event('2018-02-10', 'Price change', 480),
    event('2018-02-20', 'Price change', 470),
    event('2018-04-02', 'Sold', 465),
    event('2019-05-01', 'Listed for rent', 3, true),
    event('2020-06-30', 'Listed for sale', 600),
    event('2020-07-01', 'Listing removed'),
  ]
  assert.deepEqual(await homePoints('listing_price', { ...UNESTIMATED, history }), [
    ['2018-01-31', 500],
    ['2018-02-28', 470],
    ['2018-03-31', 470],
    ['2018-04-30', 470],
    ['2020-06-30', 600],
    ['2020-07-31', 600],
  ])
  const now = await homePoints('listing_price', RICH)
  assert.deepEqual(now, [
    ['2019-05-31', 600_000],
    ['2019-06-30', 600_000],
    ['2026-10-31', 1_000_000],
    ['2026-11-20', 950_000],
  ])
})

test('taxes have one point per year, for the years for which they are known', async () => {
  const taxes = [
    { year: 2015, assessedValue: 1, taxPaid: 1 },
    { year: 2019, assessedValue: 700_000 },
    { year: 2024, assessedValue: 770_000, taxPaid: 14_700 },
    { year: 2027, assessedValue: 9, taxPaid: 9 },
  ]
  const points = (which: Chart) => homePoints(which, { ...RICH, taxes })
  assert.deepEqual(await points('tax_assessment'), [
    ['2019-07-01', 700_000],
    ['2024-07-01', 770_000],
  ])
  assert.deepEqual(await points('tax_paid'), [['2024-07-01', 14_700]])
})

test('the lines of the city and the ZIP code use the published series, otherwise the catalog’s sales, and say which', async () => {
  const sales = Array.from({ length: 3200 }, (_, at): Home => {
    const closeDate = dayOf(startOfDay('2024-01-03') + Math.floor(at / 32) * 7 * DAY_MS)
    const closePrice = 300_000 * 1.002 ** Math.floor(at / 32) + (at % 32)
    return {
      ...UNESTIMATED,
      zpid: 5000 + at,
      address: { ...RICH.address, streetAddress: `${at} Elm St` },
      facts: { livingArea: 1000 },
      listing: { kind: 'sale', status: 'Closed', listedBy: 'agent', closeDate, closePrice },
      history: [{ date: closeDate, event: 'Sold', price: closePrice, source: 'county' }],
    }
  })
  const series = [seriesOf('home_value', 'city/tx/austin', () => 123)]
  const { DataPoints } = await charted('zestimate_history', RICH, { homes: [RICH, ...sales], series })
  const [, city, zip] = DataPoints.homeValueChartData
  assert.deepEqual([city?.name, city?.source, city?.points.at(-1)?.y], ['Austin', 'survey', 123])
  assert.deepEqual([zip?.name, zip?.source], ['78703', 'sales in this catalog'])
  const [first, last] = [zip?.points[0], zip?.points.at(-1)]
  assert.ok(dayOf(first?.x ?? 0) >= '2024-01-31' && dayOf(last?.x ?? 0) === '2025-11-30', 'the months with sales')
  assert.ok(Math.abs((last?.y ?? 0) / (first?.y ?? 1) - 1.002 ** 88) < 0.05, `${first?.y} to ${last?.y}`)
})
