import type { Catalog } from '../../catalog/ports/catalog.ts'
import type { RecordLookup } from '../../catalog/ports/record-lookup.ts'
import { firstAbove } from '../../kit/algorithms/sorted.ts'
import { dayNumber, startOfDay } from '../../kit/base/clock.ts'
import type { HomeType } from '../../model/home.ts'
import type { MarketSeries } from '../../model/market.ts'
import type { RegionValues } from './region-values.ts'

export function publishedOfType(region: string, homeType: HomeType, catalog: Catalog) {
  return published(`home_value/${region}/${homeType}/all`, catalog.records)
}

export function publishedOfAll(region: string, _homeType: HomeType, catalog: Catalog) {
  return published(`home_value/${region}/all/all`, catalog.records)
}

export function publishedRents(region: string, _homeType: HomeType, catalog: Catalog) {
  return published(`rent/${region}/all/all`, catalog.records)
}

async function published(seriesId: string, records: RecordLookup): Promise<RegionValues | undefined> {
  const series = await records.get('series', seriesId)
  return series && valuesOfSeries(series)
}

/**
 * Interpolates between the ends of periods. After the last value known on a day, values stay constant until the next is
 * published.
 */
export function valuesOfSeries({ region, source, points }: MarketSeries): RegionValues | undefined {
  const datedValues = points
    .map(([end, value]) => ({ day: dayNumber(startOfDay(end)), value }))
    .filter(({ day, value }) => Number.isFinite(day) && value > 0)
  const firstDay = datedValues[0]?.day
  if (firstDay === undefined) return undefined
  const days = Float64Array.from(datedValues, ({ day }) => day)
  const values = Float64Array.from(datedValues, ({ value }) => value)
  const newestDay = (knownBy: number) => days[firstAbove(days, knownBy) - 1] ?? firstDay
  return {
    region,
    source,
    firstDay,
    readyDay: firstDay,
    valueOn: (day, knownBy) => interpolated(days, values, day, firstAbove(days, knownBy) - 1),
    newestDay,
    flatFrom: newestDay,
  }
}

/** Interpolates the value of a day from the points up to index `last`. */
function interpolated(days: Float64Array, values: Float64Array, day: number, last: number): number {
  const before = Math.min(last, firstAbove(days, day) - 1)
  const value = values[before] as number // in bounds: the day is not before the first point
  const after = values[before + 1]
  if (before === last || after === undefined) return value
  const [from, to] = [days[before] as number, days[before + 1] as number]
  return value + ((after - value) * (day - from)) / (to - from)
}
