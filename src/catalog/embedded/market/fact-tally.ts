import { HOME_TYPES, type Home } from '../../../model/home.ts'
import { COURSE_STATES, FACT_KINDS, NO_BEDROOMS, NO_DAY } from '../../../model/market-facts.ts'
import { rentOffers } from '../../../model/rent-offer.ts'
import { saleCourses } from '../../../model/sale-course.ts'
import type { DerivedRows } from '../derived-rows.ts'
import { factTable } from '../schema.ts'
import { FactRows } from './fact-rows.ts'
import { ValueSums } from './value-sums.ts'

const MAX_DOLLARS = 0xffff_ffff

/** Collects the facts behind market figures, home by home. */
export class FactTally {
  readonly #rows = { sales: new FactRows('sales'), rents: new FactRows('rents'), values: new FactRows('values') }
  readonly #values = new ValueSums()

  /** @param place The home's number from `RegionTally`. */
  add(home: Home, place: number): void {
    const type = HOME_TYPES.indexOf(home.homeType)
    const courses = saleCourses(home)
    for (const { asked, paid, listed, pending, closed, state } of courses) {
      this.#rows.sales.add(place, [
        dollars(asked),
        dollars(paid),
        dayCell(listed),
        dayCell(pending),
        dayCell(closed),
        type,
        COURSE_STATES.indexOf(state),
      ])
    }
    const { bedroomsTotal = NO_BEDROOMS } = home.facts
    for (const { rent, listed, available } of rentOffers(home)) {
      const bedrooms = Math.min(NO_BEDROOMS, Math.round(bedroomsTotal))
      this.#rows.rents.add(place, [dollars(rent), dayCell(listed), bedrooms, type, Number(available)])
    }
    this.#values.add(home, courses, place)
  }

  /**
   * All rows of the market fact tables.
   * @param regions For each place, the keys of its regions.
   */
  rows(regions: readonly (readonly string[])[]): DerivedRows['tables'] {
    this.#values.putInto(this.#rows.values)
    const facts = FACT_KINDS.map((kind) => [factTable(kind), [...this.#rows[kind].byPlace(regions.length)]])
    const places = regions.flatMap((keys, place) => keys.map((key) => [key, place] as const))
    return { ...Object.fromEntries(facts), market_place: places }
  }
}

function dollars(price: number | undefined): number {
  return Math.min(MAX_DOLLARS, Math.max(0, Math.round(price ?? 0)))
}

/** Days before 1970 count as unknown. */
function dayCell(day: number | undefined): number {
  return day === undefined || day < 0 || day > NO_DAY ? NO_DAY : day
}
