import { firstDayOfMonth, monthOfDay } from '../kit/base/clock.ts'

/**
 * Minimum price of a real sale. A lower price is a gift, a transfer or an error. Comparables, estimators, indexes and
 * markets ignore such sales.
 */
export const MIN_PRICE = 1000

/** Minimum monthly rent of a real rental. Lower rents are ignored. */
export const MIN_RENT = 100

/** If this many homes in one place have the same price on the same day, they were sold together. */
const MIN_HOMES_OF_PACKAGE = 3

/** Two homes have the same price by chance only if the price is a multiple of this. */
const ROUND_PRICE = 1000

/**
 * Returns whether homes that were sold in one place on one day at one price were sold as a package. The price of a
 * package covers all of its homes and says nothing about a single home. Returns false for the first day of a month.
 * Some sources write this day if they know only the month, so that homes have the same day and price by chance.
 */
export function isPackage(price: number, homes: number, day: number): boolean {
  if (day === firstDayOfMonth(monthOfDay(day))) return false
  return homes >= MIN_HOMES_OF_PACKAGE || (homes > 1 && price % ROUND_PRICE !== 0)
}
