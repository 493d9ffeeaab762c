/**
 * Data for market figures in typed arrays. Each sale, rental or value has the same index in all arrays. A city has so
 * few entries that every request reads them without a cache.
 */
export interface MarketFacts {
  readonly sales: SaleFacts
  readonly rents: RentFacts
  readonly values: ValueFacts
}
export type FactKind = keyof MarketFacts
export const FACT_KINDS: readonly FactKind[] = ['sales', 'rents', 'values']

/** An unknown day: the maximum of the type. */
export const NO_DAY = 0xffff
/** An unknown number of bedrooms: the maximum of the type. */
export const NO_BEDROOMS = 0xff

/** The current state of an attempt to sell a home. */
export const COURSE_STATES = ['over', 'active', 'coming_soon', 'backup', 'pending'] as const
export type CourseState = (typeof COURSE_STATES)[number]

/** Attempts to sell homes; see `sale-course.ts`. */
export interface SaleFacts {
  readonly rows: number
  /** Last asking price in dollars; 0 = unknown. */
  readonly asked: Uint32Array
  /** Price paid in dollars; 0 = not sold, or unknown. */
  readonly paid: Uint32Array
  /** Day number of each event; `NO_DAY` = unknown. */
  readonly listed: Uint16Array
  readonly pending: Uint16Array
  readonly closed: Uint16Array
  /** Index into `HOME_TYPES`. */
  readonly homeType: Uint8Array
  /** Index into `COURSE_STATES`. */
  readonly state: Uint8Array
}

/** Entire homes that were offered for rent; see `rent-offer.ts`. */
export interface RentFacts {
  readonly rows: number
  /** Last asking rent in dollars per month. */
  readonly rent: Uint32Array
  /** Day number. */
  readonly listed: Uint16Array
  readonly bedrooms: Uint8Array
  /** Index into `HOME_TYPES`. */
  readonly homeType: Uint8Array
  /** 1 = available now. */
  readonly available: Uint8Array
}

/** In `ValueFacts`, the `month` of today's values. */
export const NOW = 0xffff

/**
 * Sums over the homes of one type that have a value. Month `NOW`: logarithms of today's values. Earlier months:
 * logarithms of ratios, the value or sale price in that month divided by the same home's value today.
 */
export interface ValueFacts {
  readonly rows: number
  readonly logSum: Float64Array
  readonly homes: Uint32Array
  /** Months since January 1970. */
  readonly month: Uint16Array
  /** Index into `HOME_TYPES`. */
  readonly homeType: Uint8Array
}
