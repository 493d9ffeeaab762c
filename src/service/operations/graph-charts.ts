import { type Catalog, figuresOf } from '../../catalog/ports/catalog.ts'
import { sourceName } from '../../catalog/ports/source-name.ts'
import { answer } from '../../kit/answers/answer-head.ts'
import {
  component,
  flag as flagValue,
  listOf,
  number,
  object,
  oneOf as oneOfValue,
  optional,
} from '../../kit/answers/index.ts'
import { dayNumber } from '../../kit/base/clock.ts'
import { rounded } from '../../kit/base/figures.ts'
import { flag, oneOf, required } from '../../kit/params/index.ts'
import type { Home } from '../../model/home.ts'
import { regionKeysOf } from '../../places/regions/region-keys.ts'
import { shownValue } from '../../worth/valuation/estimate.ts'
import { askingPriceLine } from '../rendering/charts/asking-prices.ts'
import { CHART_LINE, type ChartLine, type ChartMonth, chartMonths } from '../rendering/charts/chart-months.ts'
import { homeLine } from '../rendering/charts/home-line.ts'
import { type ChartMeasure, regionPoints } from '../rendering/charts/region-line.ts'
import { taxLine } from '../rendering/charts/tax-line.ts'
import { ADDRESS } from '../rendering/shown-address.ts'
import { anyOf, HOME_FAILURES, HOME_IDENTIFIERS, identifyHome } from './identify.ts'
import { operation } from './operation.ts'

export const CHARTS = [
  'zestimate_history',
  'rent_zestimate_history',
  'listing_price',
  'zestimate_percent_change',
  'tax_assessment',
  'tax_paid',
] as const
type Chart = (typeof CHARTS)[number]

/** Clients read this key both in the points of a chart and beside them. */
const CURRENT_RENT = { Current_Rent_Zestimate: optional(number('Estimated monthly rent in dollars.')) }

const PARAMETERS = {
  which: required(oneOf(CHARTS), 'What to chart.'),
  recent_first: required(flag, 'True puts the newest point first, false the oldest.'),
  ...HOME_IDENTIFIERS,
}

export const graphCharts = operation({
  path: '/graph_charts',
  summary: 'Ten years of data for a property, its city and its ZIP code, as the points of a chart.',
  group: 'Graphs and charts',
  parameters: PARAMETERS,
  rules: anyOf(HOME_IDENTIFIERS, 'property'),
  failures: HOME_FAILURES,
  answer: component(
    'Chart',
    answer({
      GraphType: oneOfValue(CHARTS),
      RecentFirst: flagValue('The newest point comes first.'),
      DataPoints: object({
        homeValueChartData: listOf(CHART_LINE, 'The line of the home, then the lines of its city and its ZIP code.'),
        ...ADDRESS.fields,
        ...CURRENT_RENT,
      }),
      ...CURRENT_RENT,
    }),
  ),
  run: async ({ which, recent_first: recentFirst, ...identifiers }, { catalog, clock }) => {
    const home = await identifyHome(identifiers, catalog, { DataPoints: { homeValueChartData: [] } })
    const figures = figuresOf(catalog)
    const lines = await linesOf(which, home, chartMonths(clock.now()), figures)
    const rent = await shownValue('rent', home, dayNumber(clock.now()), figures)
    const currentRent = rent === undefined ? {} : { Current_Rent_Zestimate: rent.amount }
    return {
      message: '200: Success',
      source: `${sourceName(catalog.about(), home)}; this home: ${lines[0]?.source}`,
      GraphType: which,
      RecentFirst: recentFirst,
      DataPoints: {
        homeValueChartData: recentFirst ? lines.map(newestFirst) : lines,
        ...ADDRESS.of(home),
        ...currentRent,
      },
      ...currentRent,
    }
  },
})

function newestFirst(line: ChartLine): ChartLine {
  return { ...line, points: line.points.toReversed() }
}

/**
 * Returns the line of the home, which is empty if nothing is known. Then follow the lines of its city and ZIP code, if
 * they have data.
 */
async function linesOf(
  which: Chart,
  home: Home,
  months: readonly ChartMonth[],
  catalog: Catalog,
): Promise<readonly ChartLine[]> {
  const around = (measure: ChartMeasure) => regionLines(measure, home, months, catalog)
  switch (which) {
    case 'zestimate_history':
      return [await homeLine('price', home, months, catalog), ...(await around('home_value'))]
    case 'zestimate_percent_change':
      return [await homeLine('price', home, months, catalog), ...(await around('home_value'))].map(percentChange)
    case 'rent_zestimate_history':
      return [await homeLine('rent', home, months, catalog), ...(await around('rent'))]
    case 'listing_price':
      return [askingPriceLine(home, months), ...(await around('median_list_price'))]
    case 'tax_assessment':
      return [taxLine(home, 'assessedValue', months)]
    case 'tax_paid':
      return [taxLine(home, 'taxPaid', months)]
  }
}

async function regionLines(
  measure: ChartMeasure,
  { address }: Home,
  months: readonly ChartMonth[],
  catalog: Catalog,
): Promise<readonly ChartLine[]> {
  const { city, zipcode } = regionKeysOf(address)
  const named = [
    { name: address.city, region: city },
    { name: address.zipcode, region: zipcode },
  ]
  const lines = await Promise.all(
    named.map(async ({ name, region }) =>
      region === undefined ? [] : [{ name, ...(await regionPoints(measure, region, months, catalog)) }],
    ),
  )
  return lines.flat().filter(({ points }) => points.length > 0)
}

/** Converts each point of a line to its change since the first month shown, in percent with two decimals. */
function percentChange(line: ChartLine): ChartLine {
  const first = line.points[0]?.y ?? 0
  const points = first > 0 ? line.points.map(({ x, y }) => ({ x, y: rounded((100 * (y - first)) / first, 2) })) : []
  return { ...line, points }
}
