import { dataCache } from '../../catalog/facts/data-cache.ts'
import { DAY_MS, type Day, firstDayOfMonth, monthOfDay, startOfDay } from '../../kit/base/clock.ts'
import { rounded } from '../../kit/base/figures.ts'
import { type MarketMeasure, type MarketSeries, seriesId } from '../../model/market.ts'
import { isWithinYearOf, latestOf } from './basis.ts'
import { type Figure, type Setting, unknownFigure } from './figure.ts'
import type { HomeKind } from './home-kinds.ts'

/** Series are read several times for an answer, and parsing one takes longer than using it. */
const keep = dataCache(1000)

export type SeriesPoint = MarketSeries['points'][number]

/**
 * Returns the series of this region, kind and number of bedrooms. Undefined if there is none, or if it has no points.
 */
export async function publishedSeries(
  measure: MarketMeasure,
  region: string,
  { series }: HomeKind,
  { catalog }: Setting,
  bedrooms?: number,
): Promise<MarketSeries | undefined> {
  if (series === null) return undefined
  const id = seriesId(measure, region, series, bedrooms)
  const record = await keep(catalog, id, () => catalog.records.get('series', id))
  return record?.points.length ? record : undefined
}

/** Series of one region and kind, by measure. */
export type SeriesByMeasure = ReadonlyMap<MarketMeasure, MarketSeries>

/** Returns all series of a region and kind that have points; undefined if there are none. */
export async function seriesOfRegion(
  measures: readonly MarketMeasure[],
  region: string,
  kind: HomeKind,
  setting: Setting,
): Promise<SeriesByMeasure | undefined> {
  const published = await Promise.all(measures.map((measure) => publishedSeries(measure, region, kind, setting)))
  const series = published.filter((each) => each !== undefined)
  return series.length === 0 ? undefined : new Map(series.map((each) => [each.measure, each]))
}

/** Leaves out series that ended more than a year before the newest series, because they describe another market. */
export function currentOf(all: SeriesByMeasure): SeriesByMeasure {
  const newest = latestOf([...all.values()].map(endOf))
  return new Map([...all].filter(([, series]) => isWithinYearOf(newest, endOf(series))))
}

export function endOf({ points }: MarketSeries): Day {
  return points.at(-1)?.[0] ?? ''
}

export function publishedFigure(series: MarketSeries, decimals: number, { names }: Setting): Figure {
  const [date, value] = series.points.at(-1) as SeriesPoint // `publishedSeries` never returns a series without points
  return {
    value: rounded(value, decimals),
    source: { basis: 'published', source: names.published(series), date },
  }
}

/** Returns the figure of a measure, or says why it is unknown. */
export function publishedFigureOf(
  measure: MarketMeasure,
  all: SeriesByMeasure,
  decimals: number,
  setting: Setting,
): Figure {
  const series = currentOf(all).get(measure)
  if (series) return publishedFigure(series, decimals, setting)
  const ended = all.get(measure)
  return unknownFigure(setting, ended ? `its published series ended on ${endOf(ended)}` : NOT_PUBLISHED)
}

export const NOT_PUBLISHED = 'the other figures are published, but there is no published series of this figure'

/** Months since January 1970. */
export function monthOf(day: Day): number {
  return monthOfDay(startOfDay(day) / DAY_MS)
}

/** The last day of a month, given as months since January 1970. */
export function lastDayOf(month: number): number {
  return firstDayOfMonth(month + 1) - 1
}
