import { firstDayOfMonth, monthOfDay } from '../kit/base/clock.ts'

/**
 * Minimum price of a real sale. A lower price is a gift, a transfer or an error; comparables, estimators, indexes and
 * markets ignore it.
 */
export const MIN_PRICE = 1000

/** Minimum monthly rent of a real rental. Lower rents are ignored. */
export const MIN_RENT = 100

/** This many homes in one place do not get the same price on the same day by chance. */
const MIN_HOMES_OF_PACKAGE = 3

/** Two homes get the same price by chance only if the price is a multiple of this. */
const ROUND_PRICE = 1000

/**
 * Whether homes that were sold in one place on one day at one price were sold together. The price of a package covers
 * all of its homes and says nothing about each. Returns false on the first day of a month: sources that know only the
 * month write this day, and homes sold in the same month can share a price by chance.
 */
export function isPackage(price: number, homes: number, day: number): boolean {
  if (day === firstDayOfMonth(monthOfDay(day))) return false
  return homes >= MIN_HOMES_OF_PACKAGE || (homes > 1 && price % ROUND_PRICE !== 0)
}
