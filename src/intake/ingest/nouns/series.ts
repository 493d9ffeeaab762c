import type { MarketSeries } from '../../../model/market.ts'
import { seriesId } from '../../../model/market.ts'
import { SERIES_FIELDS, type SeriesRecord } from '../../../model/market-fields.ts'
import { type Finding, type Made, Rejection } from '../finding.ts'
import { importNoun } from '../import-noun.ts'
import type { DatedValue, FileContext, RowContent } from '../noun.ts'
import { twiceUnlike } from '../same-record.ts'
import { seriesRegion } from '../series-region.ts'

export const series = importNoun({
  noun: 'series',
  plural: 'series',
  fields: SERIES_FIELDS,
  required: ['Measure', 'RegionType', 'RegionName'],
  keyed: false,
  wide: true,
  make: makeSeries,
  id: (one) => one.seriesId,
  clash: (one, other) => (contradict(one, other) ? twiceUnlike('series', one.seriesId) : undefined),
  merge: mergeSeries,
  keep: (merged) => merged, // all fields but the points identify a series
})

/** The measures whose values must be above 0. */
const POSITIVE_MEASURES: ReadonlySet<string> = new Set(['home_value', 'rent', 'median_list_price', 'median_sale_price'])

function makeSeries(
  { record, points }: RowContent,
  { source, gazetteer }: FileContext,
): Made<MarketSeries> | Rejection {
  const given: SeriesRecord = record // the row reader checked the fields' kinds
  const { Measure, HomeType, BedroomsTotal, PeriodEnd, Value } = given
  if (!Measure) throw new Error('a field that the mapping must fill is missing')
  const match = seriesRegion(given, gazetteer)
  if (match instanceof Rejection) return match
  const region = match.key
  const values: readonly DatedValue[] = PeriodEnd === undefined || Value === undefined ? points : [[PeriodEnd, Value]]
  if (values.length === 0) return new Rejection('series.empty', 'The series has no value.', 'no period has a value')
  const wrong = values.find(([, value]) => (POSITIVE_MEASURES.has(Measure) ? value <= 0 : value < 0))
  if (wrong)
    return new Rejection('value.positive', 'A value is below the minimum of its measure.', `${wrong[0]}: ${wrong[1]}`)
  const one: MarketSeries = {
    seriesId: seriesId(Measure, region, HomeType, BedroomsTotal),
    source,
    measure: Measure,
    region,
    ...(HomeType !== undefined && { homeType: HomeType }),
    ...(BedroomsTotal !== undefined && { bedrooms: BedroomsTotal }),
    points: values,
  }
  return { record: one, findings: [...match.findings, ...gaps(values)] }
}

const MONTH_DAYS_MAX = 31
const DAY_MS = 86_400_000

function gaps(points: readonly DatedValue[]): readonly Finding[] {
  const gap = points.findIndex(([end], i) => {
    const before = points[i - 1]
    return before !== undefined && Date.parse(end) - Date.parse(before[0]) > MONTH_DAYS_MAX * DAY_MS
  })
  if (gap < 1) return []
  const detail = `nothing between ${points[gap - 1]?.[0]} and ${points[gap]?.[0]}`
  return [{ rule: 'series.gap', sentence: 'The series skips periods; they stay without a value.', detail }]
}

function contradict(one: MarketSeries, other: MarketSeries): boolean {
  const byDay = new Map(one.points)
  return other.points.some(([end, value]) => (byDay.get(end) ?? value) !== value)
}

/**
 * Combines the points of all editions, because publishers revise their figures. Where two editions differ, the one with
 * the later last point wins; on a tie, the later import.
 */
function mergeSeries(
  existing: MarketSeries | undefined,
  fresh: readonly MarketSeries[],
  sameImport: boolean,
): MarketSeries {
  const [first] = fresh
  if (!first) throw new Error('there is no series to merge')
  const freshPoints = fresh.flatMap(({ points }) => points)
  const storedPoints = existing?.points ?? []
  const isNewer = sameImport || lastDay(freshPoints) >= lastDay(storedPoints)
  const points = new Map(isNewer ? [...storedPoints, ...freshPoints] : [...freshPoints, ...storedPoints])
  return { ...first, points: [...points].sort(([a], [b]) => (a < b ? -1 : 1)) }
}

function lastDay(points: readonly DatedValue[]): string {
  return points.reduce((last, [end]) => (end > last ? end : last), '')
}
