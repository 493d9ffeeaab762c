import { median } from '../../kit/algorithms/median.ts'
import { type AnswerOf, day, number, object, optional, whole } from '../../kit/answers/index.ts'
import { DAY_MS, monthOfDay, startOfDay } from '../../kit/base/clock.ts'
import { growth, rounded } from '../../kit/base/figures.ts'
import type { MarketSeries } from '../../model/market.ts'
import type { MarketFacts } from '../../model/market-facts.ts'
import type { Basis } from './basis.ts'
import { type EstimatedValue, estimatedValue, valueByMonth } from './estimated-value.ts'
import { dayText, type Figure, type FigureSource, MIN_HOMES, type Setting, unknownFigure } from './figure.ts'
import { type HomeKind, typeBits } from './home-kinds.ts'
import { computedFigure, observeBy, observeRecent } from './observed-values.ts'
import {
  currentOf,
  lastDayOf,
  monthOf,
  NOT_PUBLISHED,
  publishedFigure,
  publishedFigureOf,
  publishedSeries,
  type SeriesByMeasure,
} from './published.ts'
import { type MonthValue, type RegionValue, regionValue } from './region-value.ts'
import { type SaleFigures, salePrice } from './sale-figures.ts'

export const VALUE_POINT = object({
  timePeriodEnd: day(),
  dataValue: number('Dollars.'),
  homes: optional(whole('The number of values or sales behind the value; absent for published values.')),
})

/** One point of a history: the value on the last day of a period. */
export type ValuePoint = AnswerOf<typeof VALUE_POINT>

/** The value of a typical home, now and in the past. */
export interface HomeValues {
  readonly typical: Figure
  /** Newest first. */
  readonly points: readonly ValuePoint[]
  readonly source: FigureSource
  /** Undefined if the change is unknown. */
  readonly yearly: YearlyChange | undefined
}

/**
 * The change over the past year, as a fraction. `homes` is the smaller count of the two months; undefined if the change
 * was published.
 */
export interface YearlyChange {
  readonly fraction: number
  readonly homes: number | undefined
}

/** Length of a computed history in months. Published histories are not shortened. */
const MONTHS = 120

export interface FactReaders {
  readonly sales: () => Promise<readonly MarketFacts['sales'][]>
  readonly values: () => Promise<readonly MarketFacts['values'][]>
}

/** If home values are unknown, one of these series is used instead. */
const SUBSTITUTES = ['median_sale_price', 'median_list_price'] as const

/** Returns the published home values, or else the published sale prices, or else the published asking prices. */
export function publishedValues(series: SeriesByMeasure, setting: Setting): HomeValues {
  const current = currentOf(series)
  const index = current.get('home_value')
  if (index) {
    const typical = publishedFigure(index, 0, setting)
    return withGrowth(typical, pointsOf(index), typical.source)
  }
  const unknown = publishedFigureOf('home_value', series, 0, setting)
  for (const figure of SUBSTITUTES) {
    const prices = current.get(figure)
    if (prices === undefined) continue
    const typical = substitute(publishedFigure(prices, 0, setting), figure)
    return withGrowth(typical, pointsOf(prices), typical.source)
  }
  return { typical: unknown, points: [], source: unknown.source, yearly: undefined }
}

/**
 * Returns the first of these that is known: estimates that the homes' sources give, Plat's estimates, sale prices by
 * month, asking prices.
 */
export async function computedValues(
  region: string,
  facts: { readonly sales: readonly MarketFacts['sales'][]; readonly values: readonly MarketFacts['values'][] },
  kind: HomeKind,
  { median_sale_price, median_list_price }: SaleFigures,
  setting: Setting,
): Promise<HomeValues> {
  const regional = await regionValue(facts.values, typeBits(kind))
  if (regional) return withHistory(valuedByPublishers(regional, setting), regional.months())
  const estimated = await estimatedValue(region, kind, setting)
  const history = estimated && (await valueByMonth(estimated, region, setting.catalog))
  if (estimated && history?.size) return withHistory(valuedByPlat(estimated, setting), history)
  const points = await monthlySalePrices(facts.sales, typeBits(kind), setting.today)
  const prices =
    median_sale_price.value === undefined
      ? substitute(median_list_price, 'median_list_price')
      : substitute(median_sale_price, 'median_sale_price')
  const typical = estimated ? valuedByPlat(estimated, setting) : prices
  return withGrowth(typical, points, sourceOfSales(points, setting))
}

/** Adds today's typical value to a history of estimates, as its newest point. */
function withHistory(typical: Figure, months: ReadonlyMap<number, MonthValue>): HomeValues {
  const { date, homes = 0 } = typical.source // estimates have a count of homes
  const now = { timePeriodEnd: date, dataValue: typical.value ?? 0, homes } // estimates have a value
  return withGrowth(typical, [now, ...monthlyPoints(months, startOfDay(date) / DAY_MS)], typical.source)
}

function sourceOfSales([newest]: readonly ValuePoint[], setting: Setting): FigureSource {
  if (newest === undefined) return unknownFigure(setting, `no month has ${MIN_HOMES} sales with their prices`).source
  return { basis: 'computed', source: setting.names.computed, date: newest.timePeriodEnd, figure: 'median_sale_price' }
}

function substitute({ value, source }: Figure, figure: string): Figure {
  return value === undefined
    ? { value, source: { ...source, why: `fewer than ${MIN_HOMES} values, sales or asking prices are known` } }
    : { value, source: { ...source, figure } }
}

/**
 * Number of homes to estimate in each of many places. Their median is within about five percent of the median of all
 * homes.
 */
const ESTIMATED_OF_EACH = 60

/** Returns only today's value, for lists of places. The caller chooses the basis. */
export async function typicalValue(
  basis: Basis,
  region: string,
  kind: HomeKind,
  facts: FactReaders,
  setting: Setting,
): Promise<Figure> {
  if (basis === 'published') {
    const series = await publishedSeries('home_value', region, kind, setting)
    return series ? publishedFigure(series, 0, setting) : unknownFigure(setting, NOT_PUBLISHED)
  }
  const regional = await regionValue(await facts.values(), typeBits(kind))
  if (regional) return valuedByPublishers(regional, setting)
  const estimated = await estimatedValue(region, kind, setting, ESTIMATED_OF_EACH)
  if (estimated) return valuedByPlat(estimated, setting)
  const observed = await observeRecent(await facts.sales(), salePrice(typeBits(kind)), setting.today)
  return computedFigure(observed, median, 0, setting, `fewer than ${MIN_HOMES} values or sales are known`)
}

function valuedByPublishers({ now, homes }: RegionValue, { names, today }: Setting): Figure {
  const source = { basis: 'computed', source: names.computed, date: dayText(today), homes, kind: 'published' } as const
  return { value: rounded(now, 0), source }
}

function valuedByPlat({ now, homes, day: newest }: EstimatedValue, { names }: Setting): Figure {
  const source = { basis: 'computed', source: names.computed, date: dayText(newest), homes, kind: 'estimated' } as const
  return { value: rounded(now, 0), source }
}

function pointsOf({ points }: MarketSeries): readonly ValuePoint[] {
  return points.map(([timePeriodEnd, value]) => ({ timePeriodEnd, dataValue: rounded(value, 0) })).toReversed()
}

/** Median sale prices by month. Leaves out months with too few sales. */
async function monthlySalePrices(sales: readonly MarketFacts['sales'][], types: number, today: number) {
  const byMonth = await observeBy(sales, salePrice(types), monthOfDay)
  const enough = [...byMonth].filter(([, prices]) => prices.length >= MIN_HOMES)
  return monthlyPoints(
    new Map(enough.map(([month, prices]) => [month, { value: median(prices), homes: prices.length }])),
    today,
  )
}

/** Returns the points of the last `MONTHS` months that have ended, newest first. */
function monthlyPoints(byMonth: ReadonlyMap<number, MonthValue>, today: number): readonly ValuePoint[] {
  const thisMonth = monthOfDay(today)
  return [...byMonth]
    .filter(([month]) => month < thisMonth && month >= thisMonth - MONTHS)
    .sort(([one], [other]) => other - one)
    .map(([month, { value, homes }]) => ({
      timePeriodEnd: dayText(lastDayOf(month)),
      dataValue: rounded(value, 0),
      homes,
    }))
}

/** Growth is reported only if the newest point is at most this many months older than the typical value. */
const MONTHS_BEHIND = 3

/**
 * Adds the change of the newest point over a year. Adds none if the points are a different figure than the typical
 * value, or too old.
 */
function withGrowth(typical: Figure, points: readonly ValuePoint[], source: FigureSource): HomeValues {
  const [newest] = points
  const unchanged = { typical, points, source, yearly: undefined }
  if (newest === undefined || typical.source.figure !== source.figure) return unchanged
  const month = monthOf(newest.timePeriodEnd)
  if (month < monthOf(typical.source.date) - MONTHS_BEHIND) return unchanged
  const before = points.find(({ timePeriodEnd }) => monthOf(timePeriodEnd) === month - 12)
  if (!before?.dataValue) return unchanged
  const counts = [newest.homes, before.homes].filter((homes) => homes !== undefined)
  const homes = counts.length === 0 ? undefined : Math.min(...counts)
  return { ...unchanged, yearly: { fraction: growth(before.dataValue, newest.dataValue), homes } }
}
