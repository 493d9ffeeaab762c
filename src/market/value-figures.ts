import { type AnswerOf, day, number, object } from '../answers/index.ts'
import { monthOfDay } from '../base/clock.ts'
import { growth, rounded } from '../base/figures.ts'
import { median } from '../base/median.ts'
import type { MarketSeries } from '../model/market.ts'
import type { MarketFacts } from '../model/market-facts.ts'
import { dayText, type Figure, type FigureSource, LEAST_HOMES, type Setting, unknownFigure } from './figure.ts'
import { type HomeKind, typeBits } from './home-kinds.ts'
import { computedFigure, observeBy, observeLately } from './observed.ts'
import { lastDayOf, monthOf, publishedFigure, publishedSeries } from './published.ts'
import { regionWorth } from './region-worth.ts'
import { type SaleFigures, salePaid } from './sale-figures.ts'

export const VALUE_POINT = object({ timePeriodEnd: day(), dataValue: number('Dollars.') })

/** One point of a course over time: what stood on the last day of a period. */
export type ValuePoint = AnswerOf<typeof VALUE_POINT>

/** What a typical home is worth, and was worth. */
export interface HomeValues {
  readonly typical: Figure
  /** Newest first. */
  readonly points: readonly ValuePoint[]
  /** Where the points come from. */
  readonly told: FigureSource
  /** Change within the past year as a fraction; undefined when it is not known. */
  readonly yearly: number | undefined
}

/** Computed courses reach back so many months; published ones as far as they were published. */
const MONTHS = 120

export interface FactReaders {
  readonly sales: () => Promise<readonly MarketFacts['sales'][]>
  readonly values: () => Promise<readonly MarketFacts['values'][]>
}

/**
 * The published index of the region; else what the estimates of its homes come to; else what its homes were sold for,
 * month by month; else what is asked for them.
 */
export async function homeValues(
  region: string,
  kind: HomeKind,
  facts: FactReaders,
  { median_sale_price, median_list_price }: SaleFigures,
  setting: Setting,
): Promise<HomeValues> {
  const series = await publishedSeries('home_value', region, kind, setting)
  if (series) {
    const typical = publishedFigure(series, 0, setting)
    return withGrowth(typical, pointsOf(series), typical.told)
  }
  const worth = await regionWorth(await facts.values(), typeBits(kind))
  if (worth) {
    const typical = computedNow(worth.now, worth.homes, setting)
    const today = { timePeriodEnd: dayText(setting.today), dataValue: rounded(worth.now, 0) }
    return withGrowth(typical, [today, ...monthlyPoints(worth.months, setting.today)], typical.told)
  }
  const points = await soldFor(await facts.sales(), typeBits(kind), setting.today)
  const typical =
    median_sale_price.value === undefined
      ? standingIn(median_list_price, 'median_list_price')
      : standingIn(median_sale_price, 'median_sale_price')
  return withGrowth(typical, points, toldOfSales(points, setting))
}

function toldOfSales([newest]: readonly ValuePoint[], setting: Setting): FigureSource {
  if (newest === undefined) return unknownFigure(setting, `no month has ${LEAST_HOMES} sales with their prices`).told
  return { basis: 'computed', source: setting.names.computed, date: newest.timePeriodEnd, figure: 'median_sale_price' }
}

function standingIn({ value, told }: Figure, figure: string): Figure {
  return value === undefined
    ? { value, told: { ...told, why: `fewer than ${LEAST_HOMES} values, sales or asking prices are known` } }
    : { value, told: { ...told, figure } }
}

/** Today's value alone, for places of which nothing else is told. */
export async function typicalValue(
  region: string,
  kind: HomeKind,
  facts: FactReaders,
  setting: Setting,
): Promise<Figure> {
  const series = await publishedSeries('home_value', region, kind, setting)
  if (series) return publishedFigure(series, 0, setting)
  const worth = await regionWorth(await facts.values(), typeBits(kind))
  if (worth) return computedNow(worth.now, worth.homes, setting)
  const observed = await observeLately(await facts.sales(), salePaid(typeBits(kind)), setting.today)
  return computedFigure(observed, median, 0, setting, `fewer than ${LEAST_HOMES} values or sales are known`)
}

function computedNow(value: number, homes: number, { names, today }: Setting): Figure {
  return {
    value: rounded(value, 0),
    told: { basis: 'computed', source: names.computed, date: dayText(today), homes },
  }
}

export function pointsOf({ points }: MarketSeries): readonly ValuePoint[] {
  return points.map(([timePeriodEnd, dataValue]) => ({ timePeriodEnd, dataValue })).toReversed()
}

/** Medians of the prices paid in each month that has enough sales. */
async function soldFor(sales: readonly MarketFacts['sales'][], types: number, today: number) {
  const byMonth = await observeBy(sales, salePaid(types), monthOfDay)
  const enough = [...byMonth].filter(([, prices]) => prices.length >= LEAST_HOMES)
  return monthlyPoints(new Map(enough.map(([month, prices]) => [month, median(prices)])), today)
}

/** Newest first, of months that have ended. */
function monthlyPoints(byMonth: ReadonlyMap<number, number>, today: number): readonly ValuePoint[] {
  const thisMonth = monthOfDay(today)
  return [...byMonth]
    .filter(([month]) => month < thisMonth && month >= thisMonth - MONTHS)
    .sort(([one], [other]) => other - one)
    .map(([month, value]) => ({ timePeriodEnd: dayText(lastDayOf(month)), dataValue: rounded(value, 0) }))
}

/** The newest point against the one of the same month a year before. */
function withGrowth(typical: Figure, points: readonly ValuePoint[], told: FigureSource): HomeValues {
  const [newest] = points
  if (newest === undefined) return { typical, points, told, yearly: undefined }
  const yearAgo = monthOf(newest.timePeriodEnd) - 12
  const before = points.find(({ timePeriodEnd }) => monthOf(timePeriodEnd) === yearAgo)
  return { typical, points, told, yearly: before?.dataValue ? growth(before.dataValue, newest.dataValue) : undefined }
}
