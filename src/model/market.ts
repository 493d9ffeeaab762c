import type { Day } from '../kit/base/clock.ts'

/** What a published series measures: money in dollars, ratios as fractions, durations in days. */
export const MARKET_MEASURES = [
  'home_value',
  'rent',
  'for_sale_inventory',
  'new_listings',
  'median_list_price',
  'median_sale_price',
  'days_to_pending',
  'sale_to_list_ratio',
  'share_over_list',
  'share_under_list',
] as const
export type MarketMeasure = (typeof MARKET_MEASURES)[number]

/** One measure of one place over time. */
export interface MarketSeries {
  /** `measure/regionKey/homeType/bedrooms`, see `seriesId`. */
  readonly seriesId: string
  readonly source: string
  readonly measure: MarketMeasure
  /** Key of the region, see `regions/region-keys.ts`. */
  readonly region: string
  readonly homeType?: string
  readonly bedrooms?: number
  /** Pairs of the last day of a period and the value, oldest first. */
  readonly points: readonly (readonly [end: Day, value: number])[]
}

/** Returns the id of a series, whether or not it exists. Without home type or bedrooms it covers all homes. */
export function seriesId(measure: MarketMeasure, region: string, homeType?: string, bedrooms?: number): string {
  return `${measure}/${region}/${homeType ?? 'all'}/${bedrooms ?? 'all'}`
}

/** A lender's or a survey's rate for one product on one day. */
export interface MortgageRate {
  /** `product/date`. */
  readonly rateId: string
  readonly source: string
  /** For example `30_Year_Fixed_Conforming`. */
  readonly product: string
  readonly date: Day
  /** Percent per year. */
  readonly rate: number
  readonly apr?: number
  readonly points?: number
}

/** What a climate score rates. `overall` combines several hazards. */
export const CLIMATE_PERILS = ['flood', 'fire', 'heat', 'wind', 'air', 'overall'] as const
export type ClimatePeril = (typeof CLIMATE_PERILS)[number]

/** The kinds of area that a score can cover, finest first. */
export const CLIMATE_RESOLUTIONS = ['parcel', 'tract', 'county'] as const
type ClimateResolution = (typeof CLIMATE_RESOLUTIONS)[number]

/** An area with climate scores. */
export interface ClimateArea {
  readonly resolution: ClimateResolution
  /** A parcel's zpid, a tract's eleven census digits, or a county's five-digit FIPS code. */
  readonly areaId: string
}

/** One source's score for one peril in one area. */
export interface ClimateScore extends ClimateArea {
  /** Made by `climateScoreId`. */
  readonly scoreId: string
  /** Name of the record's source. */
  readonly source: string
  /** The publisher's name for the score. A publisher may have several scores of one peril. */
  readonly name: string
  readonly peril: ClimatePeril
  /** The part of the peril that is rated, e.g. coastal flooding. Scores of different hazards never conflict. */
  readonly hazard?: string
  readonly score: number
  /** Lowest and highest possible score, `scaleMin` < `scaleMax`. */
  readonly scaleMin: number
  readonly scaleMax: number
  /** Set if lower scores mean more risk. */
  readonly lowerIsWorse?: true
  /** Unit of the scale, e.g. `points`, `percentile`, `days a year`. */
  readonly unit: string
  /** The publisher's word for the score. */
  readonly rating?: string
  /** The date of the score: a year, a month or a day. */
  readonly vintage: string
  /** What the score means and how it was computed, in a sentence. */
  readonly explanation: string
}

/** Returns the id of a score. It begins with the area, so that sorting groups an area's scores. */
export function climateScoreId({
  resolution,
  areaId,
  peril,
  name,
}: Pick<ClimateScore, 'resolution' | 'areaId' | 'peril' | 'name'>): string {
  return `${climateAreaPrefix({ resolution, areaId })}${peril}/${name}`
}

/** The id prefix shared by all scores of an area. */
export function climateAreaPrefix({ resolution, areaId }: ClimateArea): string {
  return `${resolution}/${areaId}/`
}
