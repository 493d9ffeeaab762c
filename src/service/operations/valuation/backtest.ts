import { COUNTRY, type StoredMarket, type ValueKind } from '../../../catalog/ports/estimator-lookup.ts'
import { sourceName } from '../../../catalog/ports/source-name.ts'
import { answer } from '../../../kit/answers/answer-head.ts'
import {
  type AnswerOf,
  component,
  day,
  flag,
  listOf,
  made,
  nullable,
  number,
  object,
  objectFrom,
  oneOf as oneOfValue,
  optional as optionalValue,
  text,
  whole,
} from '../../../kit/answers/index.ts'
import { DAY_MS, dayOf } from '../../../kit/base/clock.ts'
import { grouped, rounded } from '../../../kit/base/figures.ts'
import { defaulted, oneOf, optional, unlogged } from '../../../kit/params/index.ts'
import { placeIndexOf } from '../../../places/locate/place-index.ts'
import { COUNTRY_KEY } from '../../../places/regions/region-keys.ts'
import { regionLabel } from '../../../places/regions/region-label.ts'
import { LACKS } from '../../../worth/estimator/lack.ts'
import { MIN_SALES } from '../../../worth/estimator/market-sales.ts'
import { IAAO_BOUNDS, type PriceFifth, type RatioStudy } from '../../../worth/estimator/ratio-study.ts'
import {
  type Accuracy,
  type Backtest,
  type BacktestRegion,
  backtestOf,
  MAX_LISTED,
  MIN_SALES_SHOWN,
  type RegionAccuracies,
} from '../../../worth/valuation/backtest.ts'
import { operation } from '../operation.ts'
import { placeText, REGION_FAILURES, RESOLVED_PLACE, resolveRegion } from '../resolve-region.ts'

const METHOD =
  'Walk-forward test: the newest sales were held back in blocks. Each sale was estimated as of the day before the sale, by an estimator that had learned only from earlier sales. The errors compare these estimates with the prices.'

const WITHIN = 'Percent of estimates that are within'

const KINDS = { Price: 'price', Rent: 'rent' } as const satisfies Record<string, ValueKind>

interface Bounded {
  readonly value: number
  readonly bounds: { readonly low: number; readonly high: number }
}

/**
 * A figure for which the standard sets bounds. The rounded figure is compared with them, so that a displayed 15 is
 * never outside bounds that end at 15.
 */
const MEASURE = component(
  'StandardMeasure',
  objectFrom<Bounded>()({
    value: [
      nullable(number(), 'Null if the sales do not show it.'),
      ({ value }) => (Number.isNaN(value) ? null : value),
    ],
    isWithin: [
      nullable(flag(), 'Whether the figure is within the bounds that the standard sets.'),
      ({ value, bounds: { low, high } }) => (Number.isNaN(value) ? null : value >= low && value <= high),
    ],
  }),
)

const COVERAGE = component(
  'IntervalCoverage',
  objectFrom<Pick<RatioStudy, 'coverage'>>()({
    of80: [number('Percent of prices within the interval that promises 80 %.'), (study) => covered(study, 0.8)],
    of90: [number('Percent of prices within the interval that promises 90 %.'), (study) => covered(study, 0.9)],
  }),
)

function covered({ coverage }: Pick<RatioStudy, 'coverage'>, promised: number): number {
  return percent(coverage.find((each) => each.promised === promised)?.covered ?? 0)
}

const FIGURES = component(
  'BacktestFigures',
  objectFrom<Accuracy>()({
    sales: [whole('Number of sales held back.'), ({ study }) => study.sales],
    firstDay: [day('Day of the first sale held back.'), ({ firstDay }) => dayOf(firstDay * DAY_MS)],
    lastDay: [day('Day of the last sale held back.'), ({ lastDay }) => dayOf(lastDay * DAY_MS)],
    medianErrorPercent: [
      number('Median absolute error as a percentage of the price: half of the estimates are closer.'),
      ({ study }) => percent(study.medianError),
    ],
    comparablesMedianErrorPercent: [
      nullable(
        number(),
        `Median absolute error, in percent, of the values that comparable sales alone suggest; null if fewer than ${MIN_SALES_SHOWN} sales have such a value.`,
      ),
      ({ comparables }) => (comparables.sales < MIN_SALES_SHOWN ? null : percent(comparables.medianError)),
    ],
    signedMedianErrorPercent: [
      number('Above 0 if most estimates are too high.'),
      ({ study }) => percent(study.signedMedianError),
    ],
    within5Percent: [number(`${WITHIN} 5 % of the price.`), ({ study }) => percent(study.within5)],
    within10Percent: [number(`${WITHIN} 10 % of the price.`), ({ study }) => percent(study.within10)],
    within20Percent: [number(`${WITHIN} 20 % of the price.`), ({ study }) => percent(study.within20)],
    cod: made(MEASURE, ({ study }) => ({ value: rounded(study.cod, 2), bounds: { low: 0, high: IAAO_BOUNDS.cod } })),
    prd: made(MEASURE, ({ study }) => ({ value: rounded(study.prd, 3), bounds: IAAO_BOUNDS.prd })),
    prb: made(MEASURE, ({ study }) => ({ value: rounded(study.prb, 3), bounds: IAAO_BOUNDS.prb })),
    coverage: made(COVERAGE, ({ study }) => study),
  }),
)

const FIFTH = component(
  'PriceFifth',
  objectFrom<PriceFifth>()({
    sales: [whole(), ({ sales }) => sales],
    lowestPrice: [whole('Dollars.'), ({ lowestPrice }) => Math.round(lowestPrice)],
    highestPrice: [whole('Dollars.'), ({ highestPrice }) => Math.round(highestPrice)],
    medianErrorPercent: [number(), ({ medianError }) => percent(medianError)],
    coverage: made(COVERAGE, (fifth) => fifth),
  }),
)

const REGIONS = component(
  'BacktestRegions',
  object({
    total: whole(`Number of places with at least ${MIN_SALES_SHOWN} held-back sales.`),
    listed: listOf(
      object({ name: text('Name of the place, as requests accept it.'), figures: FIGURES }),
      `The places with the most sales first, at most ${MAX_LISTED}. Any other place can be requested by itself.`,
    ),
  }),
)

const STANDARD = component(
  'RatioStandard',
  objectFrom<typeof IAAO_BOUNDS>()({
    name: [text(), () => 'IAAO Standard on Ratio Studies (2013)'],
    codAtMost: [number('Coefficient of dispersion, in percent, of older or mixed homes.'), ({ cod }) => cod],
    codAtMostOfAlikeHomes: [
      number('Coefficient of dispersion, in percent, of new or similar homes.'),
      ({ codOfAlike }) => codOfAlike,
    ],
    prdFrom: [
      number('Price-related differential. Above the bounds, expensive homes are estimated too low.'),
      ({ prd }) => prd.low,
    ],
    prdTo: [number(), ({ prd }) => prd.high],
    prbFrom: [
      number('Coefficient of price-related bias: change of the ratio if the value doubles.'),
      ({ prb }) => prb.low,
    ],
    prbTo: [number(), ({ prb }) => prb.high],
  }),
)

export const valuationBacktest = operation({
  path: '/valuation/backtest',
  group: 'Market analytics',
  summary:
    'How accurate the estimates of this service are on its own data: errors and intervals on sales that were held back, by county and ZIP code.',
  parameters: {
    search_query: unlogged(
      optional(placeText, 'City, state or ZIP code, neighborhood, county or metro; by default, the whole catalog.'),
    ),
    kind: defaulted(
      oneOf(Object.keys(KINDS) as (keyof typeof KINDS)[]),
      'Price',
      'What is estimated: the price of a sale, or the monthly rent. For rents, all numbers of sales are numbers of asking rents.',
    ),
  },
  failures: REGION_FAILURES,
  answer: component(
    'ValuationBacktest',
    answer({
      location: optionalValue(RESOLVED_PLACE),
      kind: text(),
      method: text('How the figures are computed.'),
      standard: STANDARD,
      estimators: listOf(
        object({
          market: text('Two letters of a state, or US for all states with too few sales of their own.'),
          asOf: day('Day of the newest sale that the estimator learned from.'),
          sales: whole('Number of sales that the estimator learned from.'),
        }),
        'The estimators of the place. After the test, each was trained on all of its sales.',
      ),
      figures: nullable(FIGURES, `Null if fewer than ${MIN_SALES_SHOWN} sales of the place were held back.`),
      why: optionalValue(text('Why there are no figures.')),
      price_fifths: listOf(
        FIFTH,
        `The sales in five parts, lowest prices first. There are fewer parts if prices repeat, and none if a part had fewer than ${MIN_SALES_SHOWN} sales.`,
      ),
      by_lack: listOf(
        object({ lack: oneOfValue(LACKS, 'The missing facts.'), figures: FIGURES }),
        `How accurate estimates are if less is known about a home: tested on the newest sales with some facts hidden, or on sales without these facts. Cases with fewer than ${MIN_SALES_SHOWN} sales are left out.`,
      ),
      typical_value: nullable(
        object({
          months: whole(`Number of months with at least ${MIN_SALES_SHOWN} held-back sales.`),
          medianErrorPercent: number(),
        }),
        'How far the typical value of the place, computed from sales before a month, was from the median price in that month. Null for rents, if too few sales are known, and for states and the country.',
      ),
      counties: REGIONS,
      zipcodes: REGIONS,
    }),
  ),
  run: async ({ search_query, kind }, { catalog }) => {
    const resolved =
      search_query === undefined ? undefined : await resolveRegion(search_query, catalog, { figures: {} })
    const region: BacktestRegion = resolved?.region ?? { key: COUNTRY_KEY, type: 'country', state: '' }
    const backtest = await backtestOf(KINDS[kind], region, catalog)
    const { markets, accuracy, chart, counties, zipcodes } = backtest
    const named = (regions: RegionAccuracies) => shownRegions(regions, catalog.regions())
    return {
      message: '200: Success',
      source: sourceName(catalog.about()),
      ...(resolved && { location: resolved.location }),
      kind,
      method: METHOD,
      standard: STANDARD.of(IAAO_BOUNDS),
      estimators: markets.map(({ market, day: last, sales }) => ({ market, asOf: dayOf(last * DAY_MS), sales })),
      figures: accuracy === undefined ? null : FIGURES.of(accuracy),
      ...(accuracy === undefined && {
        why: whyNone(backtest, kind, resolved?.location.name ?? 'this catalog', catalog.about().sample),
      }),
      price_fifths: accuracy === undefined ? [] : shownFifths(accuracy.study.fifths),
      by_lack: backtest.byLack.map((each) => ({ lack: each.lack, figures: FIGURES.of(each) })),
      typical_value: chart ? { months: chart.months, medianErrorPercent: percent(chart.medianError) } : null,
      counties: named(counties),
      zipcodes: named(zipcodes),
    }
  },
})

function shownFifths(fifths: readonly PriceFifth[]): AnswerOf<typeof FIFTH>[] {
  return fifths.every(({ sales }) => sales >= MIN_SALES_SHOWN) ? fifths.map((fifth) => FIFTH.of(fifth)) : []
}

function percent(share: number): number {
  return rounded(100 * share, 2)
}

function shownRegions(
  { total, listed }: RegionAccuracies,
  known: Parameters<typeof placeIndexOf>[0],
): AnswerOf<typeof REGIONS> {
  const index = placeIndexOf(known)
  return {
    total,
    listed: listed.flatMap((each) => {
      const region = index.at(each.key)
      return region === undefined ? [] : [{ name: regionLabel(region), figures: FIGURES.of(each) }]
    }),
  }
}

function whyNone(
  { markets, untrained, held }: Backtest,
  kind: keyof typeof KINDS,
  place: string,
  isSample: boolean,
): string {
  const [one, many] = kind === 'Rent' ? ['asking rent', 'asking rents'] : ['sale', 'sales']
  if (isSample) return 'Nothing is estimated in a sample catalog: its sales are invented.'
  if (markets.length > 0)
    return `Only ${held} of the held-back ${many} are in ${place}: figures need ${MIN_SALES_SHOWN} in the last months before ${dayOf(newestDay(markets) * DAY_MS)}.`
  if (untrained.length === 0)
    return `Nothing is estimated in ${place}: no ${one} with a price, a day, a place and a size is known.`
  if (untrained.every(({ sales }) => sales >= MIN_SALES))
    return `Nothing is estimated in ${place}: the ${many} are from too few days to hold some back for a test.`
  const counts = untrained.map(({ market, sales }) => `${grouped(sales)} in ${marketName(market)}`).join(', ')
  return `Nothing is estimated in ${place}: estimates need ${MIN_SALES} ${many} with a price, a day, a place and a size, but there are only ${counts}.`
}

function newestDay(markets: readonly StoredMarket[]): number {
  return Math.max(...markets.map(({ day: last }) => last))
}

function marketName(market: string): string {
  return market === COUNTRY ? 'all states that have too few' : market
}
