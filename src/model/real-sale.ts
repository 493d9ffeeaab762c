import { firstDayOfMonth, monthOfDay } from '../kit/base/clock.ts'

/**
 * Minimum price of a real sale. Lower prices are gifts, transfers or errors. Estimates, indexes and market figures
 * ignore them.
 */
export const MIN_PRICE = 1000

/** Minimum monthly rent of a real rental. Lower rents are ignored. */
export const MIN_RENT = 100

/** Homes with the same place, price and day were sold together if there are at least this many. */
const MIN_HOMES_OF_PACKAGE = 3

/** Two homes have the same price by chance only if it is a multiple of this price. */
const ROUND_PRICE = 1000

/**
 * Whether homes with the same place, day and price were sold together. The price is then a total. False on the first of
 * a month, because some sources know only the month.
 */
export function isPackage(price: number, homes: number, day: number): boolean {
  if (day === firstDayOfMonth(monthOfDay(day))) return false
  return homes >= MIN_HOMES_OF_PACKAGE || (homes > 1 && price % ROUND_PRICE !== 0)
}
