/**
 * Input of the market figures, as flat columns: row i is the i-th sale, rental or value. The facts of a city are small
 * enough to be read again for every request, so they need no cache.
 */
export interface MarketFacts {
  readonly sales: SaleFacts
  readonly rents: RentFacts
  readonly values: ValueFacts
}
export type FactKind = keyof MarketFacts
export const FACT_KINDS: readonly FactKind[] = ['sales', 'rents', 'values']

/** Marks an unknown day or number of bedrooms: the largest value of the column's type. */
export const NO_DAY = 0xffff
export const NO_BEDROOMS = 0xff

/** The current state of a course of sale. */
export const COURSE_STATES = ['over', 'active', 'coming_soon', 'backup', 'pending'] as const
export type CourseState = (typeof COURSE_STATES)[number]

/** Courses of sale, see `sale-course.ts`. */
export interface SaleFacts {
  readonly rows: number
  /** Last asking price in dollars; 0 = unknown. */
  readonly asked: Uint32Array
  /** Price paid in dollars; 0 = not sold, or unknown. */
  readonly paid: Uint32Array
  /** Day numbers. */
  readonly listed: Uint16Array
  readonly pending: Uint16Array
  readonly closed: Uint16Array
  /** Index into `HOME_TYPES`. */
  readonly homeType: Uint8Array
  /** Index into `COURSE_STATES`. */
  readonly state: Uint8Array
}

/** Entire homes offered for rent, see `rent-offer.ts`. */
export interface RentFacts {
  readonly rows: number
  /** Last asking rent, in dollars a month. */
  readonly rent: Uint32Array
  /** Day number. */
  readonly listed: Uint16Array
  readonly bedrooms: Uint8Array
  /** Index into `HOME_TYPES`. */
  readonly homeType: Uint8Array
  /** 1 = available now. */
  readonly available: Uint8Array
}

/** The `month` that marks a row of `ValueFacts` with today's values. */
export const NOW = 0xffff

/**
 * Sums over the homes of one type whose value the data gives. The row of the month `NOW` sums the logarithms of today's
 * values. The row of an earlier month sums the logarithms of the ratios of the value then (an estimate or a sale) to
 * today's value of the same homes.
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
