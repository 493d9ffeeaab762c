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
  /** Key of the region, see `places/region.ts`. */
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

/** One source's climate score for one county. */
export interface ClimateScore {
  /** `peril/countyFips/source`. */
  readonly scoreId: string
  readonly source: string
  readonly peril: 'flood' | 'fire' | 'heat' | 'wind' | 'air'
  readonly countyFips: string
  readonly score: number
  readonly scaleMin: number
  readonly scaleMax: number
  readonly rating?: string
  readonly vintage: string
}
