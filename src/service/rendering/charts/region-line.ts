import { dataCache } from '../../../catalog/facts/data-cache.ts'
import type { Catalog } from '../../../catalog/ports/catalog.ts'
import { DAY_MS, dayNumber, monthOfDay, startOfDay } from '../../../kit/base/clock.ts'
import type { MarketMeasure, MarketSeries } from '../../../model/market.ts'
import type { RegionValues } from '../../../worth/valuation/region-values.ts'
import { computedValues } from '../../../worth/valuation/value-index.ts'
import { type ChartMonth, monthlyPoints, type Point } from './chart-months.ts'

/** The measures that charts show for a city and a ZIP code. */
export type ChartMeasure = Extract<MarketMeasure, 'home_value' | 'rent' | 'median_list_price'>

export interface RegionPoints {
  readonly source: string
  readonly points: readonly Point[]
  /** Number of sales in all months that have a point; absent for published figures. */
  readonly sales?: number
}

const keep = dataCache(5000)

/**
 * Returns a region's monthly figures as published. For home values, uses figures computed from the catalog's sales if
 * they go further back.
 */
export function regionPoints(
  measure: ChartMeasure,
  region: string,
  months: readonly ChartMonth[],
  catalog: Catalog,
): Promise<RegionPoints> {
  const today = months.at(-1)?.lastDay
  return keep(catalog, `${measure}/${region}/${today}`, () => readPoints(measure, region, months, catalog))
}

async function readPoints(
  measure: ChartMeasure,
  region: string,
  months: readonly ChartMonth[],
  catalog: Catalog,
): Promise<RegionPoints> {
  const series = await catalog.records.get('series', `${measure}/${region}/all/all`)
  const published = series && { source: series.source, points: publishedPoints(series, months) }
  const beginsInTime = (published?.points[0]?.x ?? Number.POSITIVE_INFINITY) <= (months[0]?.lastDay ?? 0) * DAY_MS
  if (measure !== 'home_value' || beginsInTime) return published ?? { source: '', points: [] }
  const values = await computedValues(region, catalog)
  const computed = values && computedLine(values, months)
  return earliest(published, computed)
}

/** Returns the points that begin earlier. Later points do not affect this choice. */
function earliest(published: RegionPoints | undefined, computed: RegionPoints | undefined): RegionPoints {
  const begin = (each: RegionPoints | undefined) => each?.points[0]?.x ?? Number.POSITIVE_INFINITY
  return (begin(computed) < begin(published) ? computed : published) ?? { source: '', points: [] }
}

/** Returns the last figure of each month that has one. */
function publishedPoints({ points }: MarketSeries, months: readonly ChartMonth[]): readonly Point[] {
  const byMonth = new Map<string, number>()
  const today = months.at(-1)?.lastDay ?? 0
  for (const [end, value] of points) {
    if (dayNumber(startOfDay(end)) <= today) byMonth.set(end.slice(0, 7), value)
  }
  return monthlyPoints(months, ({ month }) => byMonth.get(month))
}

function computedLine(values: RegionValues, months: readonly ChartMonth[]): RegionPoints {
  const points = computedPoints(values, months)
  const sales = points.reduce((sum, { x }) => sum + (values.salesIn?.(monthOfDay(x / DAY_MS)) ?? 0), 0)
  return { source: values.source, points, sales }
}

/** Returns a point for each past month with sales. */
function computedPoints(values: RegionValues, months: readonly ChartMonth[]): readonly Point[] {
  return monthlyPoints(months, ({ firstDay, lastDay }) => {
    const ended = lastDay + 1
    if (ended < values.readyDay || values.newestDay(ended) < firstDay) return undefined
    return Math.round(values.valueOn(lastDay, ended))
  })
}
