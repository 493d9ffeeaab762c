import { Lottery, type Random } from '../src/kit/algorithms/random.ts'
import type { Calendar } from './calendar.ts'

/**
 * The percent of a year's sales that close in each month. Without seasonal adjustment, June and July together have more
 * than 20 % of all sales, March a third more than February, and January the fewest (National Association of Realtors,
 * existing-home sales of 2014 to 2018).
 */
const CLOSINGS_BY_MONTH = [5.8, 6.1, 8.2, 8.5, 9.5, 10.4, 10.1, 9.9, 8.6, 8.5, 7.1, 7.3]
const MAX_MONTHLY_CLOSINGS = Math.max(...CLOSINGS_BY_MONTH)

/** Maximum number of tries to draw a day in a likely season. */
const MAX_DRAWS = 6

/**
 * Weights by weekday, Monday first. Deeds are recorded on working days, most of them on Fridays (National Association
 * of Realtors, closings of 2014 and 2016).
 */
const CLOSING_WEEKDAYS = new Lottery([17, 17, 18, 19, 29].map((weight, weekday) => [weekday, weight]))

/**
 * Weights by weekday, Monday first. 21 % of homes are listed on a Thursday, and the fewest on weekends, according to a
 * count of the listings of 2019.
 */
const LISTING_WEEKDAYS = new Lottery([14, 15, 17, 21, 18, 9, 6].map((weight, weekday) => [weekday, weight]))

/**
 * Determines the median number of days until a home has a buyer. The days are log-normally distributed. With usual
 * supply, half of the homes have a buyer within a month, and the mean is about 50 days (National Association of
 * Realtors, surveys of 2025).
 */
const DAYS_PER_MONTH_OF_SUPPLY = 8
const SPREAD_OF_DAYS = 0.97
/**
 * A factor for the waiting time. Homes that are still for sale have waited longer, because some of them are homes that
 * no buyer wants.
 */
const UNWANTED = 1.5
/** Three years. Listings expire earlier. */
const MAX_DAYS_WAITING = 1090

/** Draws the days from listing to a buyer's offer. Most homes take weeks, a few take a year. */
export function drawDaysToPending(random: Random, supply: number): number {
  return 1 + Math.floor(medianDaysToPending(supply) * Math.exp(SPREAD_OF_DAYS * random.bell()))
}

export function medianDaysToPending(supply: number): number {
  return DAYS_PER_MONTH_OF_SUPPLY * supply
}

/**
 * Draws for how many days a home that is still for sale has been listed. Homes that take long to sell are more likely
 * to be among those still for sale.
 */
export function drawDaysWaiting(random: Random, supply: number): number {
  const waits = UNWANTED * drawDaysToPending(random, supply) * Math.exp(SPREAD_OF_DAYS ** 2)
  return Math.floor(Math.min(MAX_DAYS_WAITING, waits) * random.unit())
}

/** Returns how far a month's sales exceed the monthly mean, relative to the mean. `month` counts from a January. */
export function season(month: number): number {
  return ((CLOSINGS_BY_MONTH[month % 12] as number) * 12) / 100 - 1 // the remainder is the index of a month
}

/**
 * Draws how many days ago a sale closed. Takes a day from `draw` and moves it back by up to six days, to a working day.
 * Days in summer are more likely.
 */
export function drawClosing(random: Random, calendar: Calendar, draw: () => number): number {
  let day = draw()
  for (let again = 1; again < MAX_DRAWS; again++) {
    if (random.chance((CLOSINGS_BY_MONTH[calendar.month(day) % 12] as number) / MAX_MONTHLY_CLOSINGS)) break
    day = draw()
  }
  return lastWeekday(calendar, day, CLOSING_WEEKDAYS.draw(random))
}

/**
 * Returns the day, or one of the six days before it, so that the weekdays of listings have the right shares. Never
 * returns a day before `oldest` days ago.
 */
export function drawWorkday(random: Random, calendar: Calendar, day: number, oldest: number): number {
  const workday = lastWeekday(calendar, day, LISTING_WEEKDAYS.draw(random))
  return workday <= oldest ? workday : day
}

function lastWeekday(calendar: Calendar, day: number, weekday: number): number {
  return day + ((calendar.weekday(day) - weekday + 7) % 7)
}
