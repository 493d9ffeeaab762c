/** The keys of /housing_market that this view reads. The answer also includes the figures of /rental_market. */

type Known = number | null | undefined

export interface MarketAnswer {
  readonly source: string
  readonly date: string
  readonly location: { readonly name?: string | null; readonly found: boolean }
  readonly basis: string
  readonly market_overview: {
    readonly description: string | null
    readonly typical_home_values: Known
    readonly for_sale_inventory: Known
    readonly new_listings: Known
    readonly median_days_to_pending: Known
    readonly median_sale_price: Known
    readonly median_list_price: Known
    readonly market_saletolist_ratio: Known
    readonly percent_ofsales_over_list_price: Known
    readonly percent_ofsales_under_list_price: Known
  }
  readonly market_analytics: {
    readonly zhviRange?: readonly Valued[] | null
    readonly neighborhoods_zhvi?: readonly (Valued & { readonly areaId: number; readonly name: string })[] | null
  }
  readonly rental_market_trends?: RentTrends | null
  readonly figure_sources?: Readonly<Record<string, FigureSource>> | null
}

export interface Valued {
  readonly timePeriodEnd: string
  readonly dataValue: number | null
}

/** The source of a figure, or the reason why it is unknown. */
export interface FigureSource {
  readonly basis: string
  readonly source?: string
  /** The last day that the figure covers. */
  readonly date?: string
  readonly homes?: number
  /** `published` by the source of the homes, or `estimated` by Plat. */
  readonly kind?: 'published' | 'estimated'
  readonly why?: string
}

export interface RentTrends {
  readonly areaName: string | null
  readonly summary: {
    readonly availableRentals: Known
    readonly medianRent: Known
    readonly monthlyChange: Known
    readonly yearlyChange: Known
  } | null
  readonly marketTemperature: { readonly temperature: string | null } | null
  readonly rentHistogram: {
    readonly priceAndCount: readonly { readonly price: number; readonly count: number }[]
  } | null
  readonly medianRentPriceOverTime: {
    readonly currentYear: readonly Month[]
    readonly prevYear: readonly Month[]
  } | null
  readonly rentCompare: { readonly areaName: string | null; readonly medianRent: Known } | null
  readonly nearByAreas: readonly Area[]
  readonly zipcodesInCity: readonly Area[]
  readonly figure_sources?: Readonly<Record<string, FigureSource>> | null
}

export interface Month {
  readonly month: string
  readonly year: string
  readonly price: number | null
}

export interface Area {
  readonly areaId: number | null
  readonly name: string
  readonly city?: string | null
  readonly state?: string | null
}

/** The keys of /valuation/backtest that this view reads. Percentages are from 0 to 100. */
export interface BacktestAnswer {
  readonly source: string
  readonly location?: { readonly name?: string | null; readonly found: boolean } | null
  readonly method: string
  readonly standard: {
    readonly name: string
    readonly codAtMost: number
    readonly prdFrom: number
    readonly prdTo: number
    readonly prbFrom: number
    readonly prbTo: number
  }
  readonly figures: BacktestFigures | null
  readonly why?: string | null
  readonly price_fifths: readonly PriceFifth[]
  readonly counties: BacktestPlaces
  readonly zipcodes: BacktestPlaces
}

export interface BacktestFigures {
  readonly sales: number
  readonly firstDay: string
  readonly lastDay: string
  readonly medianErrorPercent: number
  readonly signedMedianErrorPercent: number
  readonly within10Percent: number
  readonly cod: Measured
  readonly prd: Measured
  readonly prb: Measured
  readonly coverage: Covered
}

export interface Measured {
  readonly value: number | null
  readonly isWithin: boolean | null
}

export interface Covered {
  readonly of80: number
  readonly of90: number
}

export interface PriceFifth {
  readonly sales: number
  readonly lowestPrice: number
  readonly highestPrice: number
  readonly medianErrorPercent: number
  readonly coverage: Covered
}

export interface BacktestPlaces {
  readonly total: number
  readonly listed: readonly { readonly name: string; readonly figures: BacktestFigures }[]
}
