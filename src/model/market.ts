import type { Day } from '../base/clock.ts'

/** What a published series measures; money in dollars, ratios as fractions, durations in days. */
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
  /** Oldest first: the last day of the period, and its value. */
  readonly points: readonly (readonly [end: Day, value: number])[]
}

/** Under which id the series of a measure stands, where there is one; no type of home and no bedrooms = all homes. */
export function seriesId(measure: MarketMeasure, region: string, homeType?: string, bedrooms?: number): string {
  return `${measure}/${region}/${homeType ?? 'all'}/${bedrooms ?? 'all'}`
}

/** A lender's or a survey's rate for one product on one day. */
export interface MortgageRate {
  /** `product/date`. */
  readonly rateId: string
  readonly source: string
  /** `30_Year_Fixed_Conforming` and the like. */
  readonly product: string
  readonly date: Day
  /** Percent a year. */
  readonly rate: number
  readonly apr?: number
  readonly points?: number
}

/** What a climate score is about; `overall`: several natural hazards taken together, none of them alone. */
export const CLIMATE_PERILS = ['flood', 'fire', 'heat', 'wind', 'air', 'overall'] as const
export type ClimatePeril = (typeof CLIMATE_PERILS)[number]

/** How large an area one score speaks of, the finest first. */
export const CLIMATE_RESOLUTIONS = ['parcel', 'tract', 'county'] as const
export type ClimateResolution = (typeof CLIMATE_RESOLUTIONS)[number]

/** An area with climate scores. */
export interface ClimateArea {
  readonly resolution: ClimateResolution
  /** Of a parcel the zpid of its home, of a tract the eleven digits of its census code, of a county its five-digit FIPS code. */
  readonly areaId: string
}

/** What one source says of one peril in one area. */
export interface ClimateScore extends ClimateArea {
  /** See `climateScoreId`. */
  readonly scoreId: string
  /** Name of the source that the record came from. */
  readonly source: string
  /** What the score's publisher calls it; tells the scores of one peril and area apart. */
  readonly name: string
  readonly peril: ClimatePeril
  /** The part of the peril that the score is about, e.g. coastal flooding: scores of two hazards do not contradict each other. */
  readonly hazard?: string
  readonly score: number
  /** Least and greatest score that there can be; `scaleMin` is below `scaleMax`. */
  readonly scaleMin: number
  readonly scaleMax: number
  /** A lower score means more risk; absent: a higher one does. */
  readonly lowerIsWorse?: true
  /** What one step of the scale is, e.g. `points`, `percentile`, `days a year`. */
  readonly unit: string
  /** The publisher's word for the score. */
  readonly rating?: string
  /** What the score is as of: a year, a month or a day. */
  readonly vintage: string
  /** One sentence on what the score says and how it was made. */
  readonly explanation: string
}

/** Area first, so that all scores of an area lie side by side in order of id. */
export function climateScoreId({
  resolution,
  areaId,
  peril,
  name,
}: Pick<ClimateScore, 'resolution' | 'areaId' | 'peril' | 'name'>): string {
  return `${climateAreaPrefix({ resolution, areaId })}${peril}/${name}`
}

/** What the ids of all scores of an area begin with. */
export function climateAreaPrefix({ resolution, areaId }: ClimateArea): string {
  return `${resolution}/${areaId}/`
}
