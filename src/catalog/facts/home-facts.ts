import { monthNumber, monthOfDay } from '../../kit/base/clock.ts'
import { HOME_TYPES, type Home } from '../../model/home.ts'
import { COURSE_STATES, NO_BEDROOMS, NO_DAY, NOW } from '../../model/market-facts.ts'
import { rentOffers } from '../../model/rent-offer.ts'
import { type SaleCourse, saleCourses } from '../../model/sale-course.ts'

const MAX_DOLLARS = 0xffff_ffff

/** What a home contributes to the market facts of its place (homes with the same regions). */
export interface HomeFacts {
  /** The values of each row are in the order of `FACT_COLUMNS`. */
  readonly sales: readonly (readonly number[])[]
  readonly rents: readonly (readonly number[])[]
  readonly values: readonly HomeValue[]
}

/** A home's market facts, with the home's place number. */
export interface PlacedFacts {
  readonly place: number
  readonly facts: HomeFacts
}

/** What a home contributes to `ValueFacts`. */
export interface HomeValue {
  readonly type: number
  readonly month: number
  /** Rounded, so that adding and removing values in any order gives exact sums. */
  readonly log: number
}

export function homeFacts(home: Home): HomeFacts {
  const type = HOME_TYPES.indexOf(home.homeType)
  const courses = saleCourses(home)
  const { bedroomsTotal = NO_BEDROOMS } = home.facts
  const bedrooms = Math.min(NO_BEDROOMS, Math.round(bedroomsTotal))
  return {
    sales: courses.map(({ asked, paid, listed, pending, closed, state }) => [
      dollars(asked),
      dollars(paid),
      dayCell(listed),
      dayCell(pending),
      dayCell(closed),
      type,
      COURSE_STATES.indexOf(state),
    ]),
    rents: rentOffers(home).map(({ rent, listed, available }) => [
      dollars(rent),
      dayCell(listed),
      bedrooms,
      type,
      Number(available),
    ]),
    values: valuesOf(home, type, courses),
  }
}

function dollars(price: number | undefined): number {
  return Math.min(MAX_DOLLARS, Math.max(0, Math.round(price ?? 0)))
}

/** Returns the stored number for a day. Days before 1970 count as unknown. */
function dayCell(day: number | undefined): number {
  return day === undefined || day < 0 || day > NO_DAY ? NO_DAY : day
}

/**
 * Past values more than ten times larger or smaller than today's value are ignored. They belong to another home, or to
 * a sale not at arm's length.
 */
const MAX_TIMES = 10

/** @param courses The home's sales, each from listing to closing. */
function valuesOf({ estimate }: Home, type: number, courses: readonly SaleCourse[]): HomeValue[] {
  const now = estimate?.value
  if (now === undefined || !(now > 0)) return []
  const values = [{ type, month: NOW, log: rounded(Math.log(now)) }]
  const addPast = (month: number, share: number) => {
    if (share > MAX_TIMES || share < 1 / MAX_TIMES || !(month >= 0 && month < NOW)) return
    values.push({ type, month, log: rounded(Math.log(share)) })
  }
  for (const [month, value] of estimate?.history ?? []) addPast(monthNumber(month), value / now)
  for (const { closed, paid } of courses) {
    if (closed !== undefined && paid !== undefined) addPast(monthOfDay(closed), paid / now)
  }
  return values
}

/** Logarithms are rounded to multiples of 1 / 2^26 (about 1.5e-8). */
const FRACTIONS = 2 ** 26

function rounded(log: number): number {
  return Math.round(log * FRACTIONS) / FRACTIONS
}
