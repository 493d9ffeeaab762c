import { dayNumber, startOfDay } from '../base/clock.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { RecordLookup } from '../catalog/record-lookup.ts'
import type { HomeType } from '../model/home.ts'
import type { MarketSeries } from '../model/market.ts'
import type { RegionValues } from './value-index.ts'

/** The published series of values of one type of home in a region. */
export function publishedOfType(region: string, homeType: HomeType, catalog: Catalog) {
  return published(`home_value/${region}/${homeType}/all`, catalog.records)
}

/** The published series of values of all homes in a region. */
export function publishedOfAll(region: string, _homeType: HomeType, catalog: Catalog) {
  return published(`home_value/${region}/all/all`, catalog.records)
}

/** The published series of rents of all homes in a region. */
export function publishedRents(region: string, _homeType: HomeType, catalog: Catalog) {
  return published(`rent/${region}/all/all`, catalog.records)
}

async function published(seriesId: string, records: RecordLookup): Promise<RegionValues | undefined> {
  const series = await records.get('series', seriesId)
  return series && valuesOfSeries(series)
}

/**
 * Straight lines between the ends of periods; the last value that was known by a day holds until the next comes out.
 */
export function valuesOfSeries({ region, source, points }: MarketSeries): RegionValues | undefined {
  const known = points
    .map(([end, value]) => ({ day: dayNumber(startOfDay(end)), value }))
    .filter(({ day, value }) => Number.isFinite(day) && value > 0)
  const firstDay = known[0]?.day
  if (firstDay === undefined) return undefined
  const days = Float64Array.from(known, ({ day }) => day)
  const values = Float64Array.from(known, ({ value }) => value)
  return {
    region,
    source,
    firstDay,
    readyDay: firstDay,
    valueOn: (day, knownBy) => between(days, values, day, lastUpTo(days, knownBy)),
    newestDay: (knownBy) => days[lastUpTo(days, knownBy)] ?? firstDay,
  }
}

/** The value of a day on the lines through the points up to `last`. */
function between(days: Float64Array, values: Float64Array, day: number, last: number): number {
  const before = Math.min(last, lastUpTo(days, day))
  const value = values[before] as number // a day is never before the first point
  const after = values[before + 1]
  if (before === last || after === undefined) return value
  const [from, to] = [days[before] as number, days[before + 1] as number]
  return value + ((after - value) * (day - from)) / (to - from)
}

/** Place of the last of the ascending days that is not later than a day; -1 when all are. */
function lastUpTo(days: Float64Array, day: number): number {
  let [low, high] = [0, days.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((days[middle] as number) <= day) low = middle + 1
    else high = middle
  }
  return low - 1
}
