import { DAY_MS, type Day, firstDayOfMonth, monthOfDay, startOfDay } from '../base/clock.ts'
import { rounded } from '../base/figures.ts'
import { type MarketMeasure, type MarketSeries, seriesId } from '../model/market.ts'
import type { Figure, Setting } from './figure.ts'
import type { HomeKind } from './home-kinds.ts'

export type SeriesPoint = MarketSeries['points'][number]

/** The series of exactly this region, kind and number of bedrooms; undefined if there is none with a point. */
export async function publishedSeries(
  measure: MarketMeasure,
  region: string,
  { series }: HomeKind,
  { catalog }: Setting,
  bedrooms?: number,
): Promise<MarketSeries | undefined> {
  if (series === null) return undefined
  const found = await catalog.records.get('series', seriesId(measure, region, series, bedrooms))
  return found?.points.length ? found : undefined
}

/** The figure of its last point. */
export function publishedFigure(series: MarketSeries, decimals: number, { names }: Setting): Figure {
  const [date, value] = series.points.at(-1) as SeriesPoint // `publishedSeries` returns none without points
  return {
    value: rounded(value, decimals),
    source: { basis: 'published', source: names.published(series), date },
  }
}

/** Months since January 1970. */
export function monthOf(day: Day): number {
  return monthOfDay(startOfDay(day) / DAY_MS)
}

/** The last day of a month, given as months since January 1970. */
export function lastDayOf(month: number): number {
  return firstDayOfMonth(month + 1) - 1
}
