/**
 * What market figures are computed from, as flat columns: row i is the i-th sale, rental or value. Small enough that
 * those of a city are read anew whenever they are asked for, and need no memory.
 */
export interface MarketFacts {
  readonly sales: SaleFacts
  readonly rents: RentFacts
  readonly values: ValueFacts
}
export type FactKind = keyof MarketFacts
export const FACT_KINDS: readonly FactKind[] = ['sales', 'rents', 'values']

/** Stands for a day or a number of bedrooms that is not known, the largest that its column holds. */
export const NO_DAY = 0xffff
export const NO_BEDROOMS = 0xff

/** Where a course of sale stands today. */
export const COURSE_STATES = ['over', 'active', 'coming_soon', 'backup', 'pending'] as const
export type CourseState = (typeof COURSE_STATES)[number]

/** Courses of sale, see `sale-course.ts`. */
export interface SaleFacts {
  readonly rows: number
  /** Dollars last asked; 0 = not known. */
  readonly asked: Uint32Array
  /** Dollars paid; 0 = not sold, or not known. */
  readonly paid: Uint32Array
  /** Day numbers. */
  readonly listed: Uint16Array
  readonly pending: Uint16Array
  readonly closed: Uint16Array
  /** Place in `HOME_TYPES`. */
  readonly homeType: Uint8Array
  /** Place in `COURSE_STATES`. */
  readonly state: Uint8Array
}

/** Whole homes that were offered for rent, see `rent-offer.ts`. */
export interface RentFacts {
  readonly rows: number
  /** Dollars a month, last asked. */
  readonly rent: Uint32Array
  /** Day number. */
  readonly listed: Uint16Array
  readonly bedrooms: Uint8Array
  /** Place in `HOME_TYPES`. */
  readonly homeType: Uint8Array
  /** 1 = can be rented now. */
  readonly available: Uint8Array
}

/** Month in which a row of `ValueFacts` tells of the values themselves. */
export const NOW = 0xffff

/**
 * Sums over the homes of one type for which the data states values: in the row of the month `NOW` of the logarithms of what
 * they are worth today; in the row of a month of the past of the logarithms of what they were worth then, by an estimate of
 * then or by a sale, as shares of what the same homes are worth today.
 */
export interface ValueFacts {
  readonly rows: number
  readonly logSum: Float64Array
  readonly homes: Uint32Array
  /** Months since January 1970. */
  readonly month: Uint16Array
  /** Place in `HOME_TYPES`. */
  readonly homeType: Uint8Array
}
