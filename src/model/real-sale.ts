import { firstDayOfMonth, monthOfDay } from '../kit/base/clock.ts'

/** A lower price is a gift, a transfer or an error, and no sale: for comparables, estimators, indexes and markets. */
export const MIN_PRICE = 1000

/** A lower monthly rent is no rent either. */
export const MIN_RENT = 100

/** Three homes of one place do not get the same price on the same day by chance. */
const MIN_HOMES_OF_PACKAGE = 3

/** Two homes are sold for one price by chance only if it is a multiple of this. */
const ROUND_PRICE = 1000

/**
 * Whether so many homes, sold in one place on one day for one price, were sold together. Such a price is that of all of
 * them, and says nothing of each. On the first day of a month nothing is told: sources that know only the month write
 * it, and homes of one month share a price by chance.
 */
export function isPackage(price: number, homes: number, day: number): boolean {
  if (day === firstDayOfMonth(monthOfDay(day))) return false
  return homes >= MIN_HOMES_OF_PACKAGE || (homes > 1 && price % ROUND_PRICE !== 0)
}
