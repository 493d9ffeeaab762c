import { Lottery, type Random } from '../src/kit/algorithms/random.ts'
import type { Calendar } from './calendar.ts'

/**
 * Percent of a year's sales that close in each month. June and July together have over 20 %, March a third more than
 * February, January the fewest. Source: National Association of Realtors, existing-home sales 2014 to 2018, not
 * seasonally adjusted.
 */
const CLOSINGS_BY_MONTH = [5.8, 6.1, 8.2, 8.5, 9.5, 10.4, 10.1, 9.9, 8.6, 8.5, 7.1, 7.3]
const MAX_MONTHLY_CLOSINGS = Math.max(...CLOSINGS_BY_MONTH)

/** Maximum number of tries to draw a day in the busy season. */
const MAX_DRAWS = 6

/**
 * Weights by weekday, Monday first. Deeds are recorded on working days, mostly on Fridays (National Association of
 * Realtors, closings of 2014 and 2016).
 */
const CLOSING_WEEKDAYS = new Lottery([17, 17, 18, 19, 29].map((weight, weekday) => [weekday, weight]))

/**
 * Weights by weekday, Monday first. 21 % of listings start on a Thursday, the fewest on weekends (count of the listings
 * of 2019).
 */
const LISTING_WEEKDAYS = new Lottery([14, 15, 17, 21, 18, 9, 6].map((weight, weekday) => [weekday, weight]))

/**
 * Median days until a home finds a buyer, per month of supply; the distribution is log-normal. With normal supply, half
 * of the homes have a buyer within a month, and the mean is 50 days. Source: National Association of Realtors, surveys
 * of 2025.
 */
const DAYS_PER_MONTH_OF_SUPPLY = 8
const SPREAD_OF_DAYS = 0.97
/** Homes still for sale wait longer by this factor, because nobody wants some of them. */
const UNWANTED = 1.5
/** Three years. Listings expire earlier. */
const MAX_DAYS_WAITING = 1090

/** Draws the number of days from listing to an accepted offer. Usually weeks, sometimes a year. */
export function drawDaysToPending(random: Random, supply: number): number {
  return 1 + Math.floor(medianDaysToPending(supply) * Math.exp(SPREAD_OF_DAYS * random.bell()))
}

export function medianDaysToPending(supply: number): number {
  return DAYS_PER_MONTH_OF_SUPPLY * supply
}

/** Draws how long a home for sale has been listed. Among homes still for sale, slow sellers are more frequent. */
export function drawDaysWaiting(random: Random, supply: number): number {
  const waits = UNWANTED * drawDaysToPending(random, supply) * Math.exp(SPREAD_OF_DAYS ** 2)
  return Math.floor(Math.min(MAX_DAYS_WAITING, waits) * random.unit())
}

/** Returns a month's sales relative to the mean month: 0.2 means 20 % more. `month` 0 is a January. */
export function season(month: number): number {
  return ((CLOSINGS_BY_MONTH[month % 12] as number) * 12) / 100 - 1 // the remainder is the index of a month
}

/**
 * Draws how many days ago a sale closed: a day from `draw`, moved back to a working day by at most six days. Summer is
 * more likely.
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
 * Returns `day` or one of the six days before it, so that the weekdays of listings have the right shares. Never further
 * back than `oldest`.
 */
export function drawWorkday(random: Random, calendar: Calendar, day: number, oldest: number): number {
  const workday = lastWeekday(calendar, day, LISTING_WEEKDAYS.draw(random))
  return workday <= oldest ? workday : day
}

function lastWeekday(calendar: Calendar, day: number, weekday: number): number {
  return day + ((calendar.weekday(day) - weekday + 7) % 7)
}
