import { Lottery, type Random } from '../src/kit/algorithms/random.ts'
import type { Calendar } from './calendar.ts'

/**
 * Percent of a year's sales that close in each month. Of all sales before seasonal adjustment, June and July have more
 * than 20 %, March a third more than February, and January has least (National Association of Realtors, existing-home
 * sales of 2014 to 2018).
 */
const CLOSINGS_BY_MONTH = [5.8, 6.1, 8.2, 8.5, 9.5, 10.4, 10.1, 9.9, 8.6, 8.5, 7.1, 7.3]
const MAX_MONTHLY_CLOSINGS = Math.max(...CLOSINGS_BY_MONTH)

/** Draws of a day, at most, until it is one of its season. */
const MAX_DRAWS = 6

/** Monday is 0. Deeds are recorded on working days, most on Fridays (the same association, closings of 2014 and 2016). */
const CLOSING_WEEKDAYS = new Lottery([17, 17, 18, 19, 29].map((weight, weekday) => [weekday, weight]))

/** 21 % of homes are listed on a Thursday and fewest at weekends, as a count of the listings of 2019 found. */
const LISTING_WEEKDAYS = new Lottery([14, 15, 17, 21, 18, 9, 6].map((weight, weekday) => [weekday, weight]))

/**
 * The median and the deviation of the logarithm of the days until a home has a buyer: where supply is usual, half have
 * one within a month, while the mean is some 50 days (the same association's surveys, and its members' of 2025).
 */
const DAYS_PER_MONTH_OF_SUPPLY = 8
const SPREAD_OF_DAYS = 0.97
/** Homes that are still for sale have waited longer, for those that no buyer wants are among them. */
const UNWANTED = 1.5
/** Three years; listings expire before. */
const MAX_DAYS_WAITING = 1090

/** Days from listing to a buyer's offer. Most take weeks, a few a year. */
export function drawDaysToPending(random: Random, supply: number): number {
  return 1 + Math.floor(medianDaysToPending(supply) * Math.exp(SPREAD_OF_DAYS * random.bell()))
}

export function medianDaysToPending(supply: number): number {
  return DAYS_PER_MONTH_OF_SUPPLY * supply
}

/** Days since a home was listed that is still for sale: the longer a home takes to sell, the likelier it is seen waiting. */
export function drawDaysWaiting(random: Random, supply: number): number {
  const waits = UNWANTED * drawDaysToPending(random, supply) * Math.exp(SPREAD_OF_DAYS ** 2)
  return Math.floor(Math.min(MAX_DAYS_WAITING, waits) * random.unit())
}

/** Returns the share by which a month has more sales than a mean one. `month` counts from a January. */
export function season(month: number): number {
  return ((CLOSINGS_BY_MONTH[month % 12] as number) * 12) / 100 - 1 // the remainder is a month
}

/** A working day, in summer more often than in winter: a day that `draw` gives, in days ago, or one up to six days before. */
export function drawClosing(random: Random, calendar: Calendar, draw: () => number): number {
  let day = draw()
  for (let again = 1; again < MAX_DRAWS; again++) {
    if (random.chance((CLOSINGS_BY_MONTH[calendar.month(day) % 12] as number) / MAX_MONTHLY_CLOSINGS)) break
    day = draw()
  }
  return lastWeekday(calendar, day, CLOSING_WEEKDAYS.draw(random))
}

/** The day or one up to six days before it, as homes are listed in the course of a week; never before `oldest` days ago. */
export function drawWorkday(random: Random, calendar: Calendar, day: number, oldest: number): number {
  const workday = lastWeekday(calendar, day, LISTING_WEEKDAYS.draw(random))
  return workday <= oldest ? workday : day
}

function lastWeekday(calendar: Calendar, day: number, weekday: number): number {
  return day + ((calendar.weekday(day) - weekday + 7) % 7)
}
