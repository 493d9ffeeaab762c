import type { DatabaseSync } from 'node:sqlite'
import { HOME_TYPES, type Home } from '../../../model/home.ts'
import { COURSE_STATES, FACT_KINDS, NO_BEDROOMS, NO_DAY } from '../../../model/market-facts.ts'
import { rentOffers } from '../../../model/rent-offer.ts'
import { saleCourses } from '../../../model/sale-course.ts'
import { factTable } from '../schema.ts'
import { FactRows } from './fact-rows.ts'
import { ValueSums } from './value-sums.ts'

const MOST_DOLLARS = 0xffff_ffff

/** Gathers what market figures rest on, home by home. */
export class FactTally {
  readonly #rows = { sales: new FactRows('sales'), rents: new FactRows('rents'), values: new FactRows('values') }
  readonly #values = new ValueSums()

  /** @param place The number that `RegionTally` gave for the home. */
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
   * Takes the place of what was stored before.
   * @param regions For each place the keys of the regions that it lies in.
   */
  store(database: DatabaseSync, regions: readonly (readonly string[])[]): void {
    this.#values.putInto(this.#rows.values)
    for (const kind of FACT_KINDS) {
      database.exec(`DELETE FROM ${factTable(kind)}`)
      const insert = database.prepare(`INSERT INTO ${factTable(kind)} (place, bytes) VALUES (?, ?)`)
      for (const [place, bytes] of this.#rows[kind].byPlace(regions.length)) insert.run(place, bytes)
    }
    database.exec('DELETE FROM market_place')
    const insert = database.prepare('INSERT INTO market_place (region, place) VALUES (?, ?)')
    regions.forEach((keys, place) => {
      for (const key of keys) insert.run(key, place)
    })
  }
}

function dollars(price: number | undefined): number {
  return Math.min(MOST_DOLLARS, Math.max(0, Math.round(price ?? 0)))
}

/** Days before 1970 are not known. */
function dayCell(day: number | undefined): number {
  return day === undefined || day < 0 || day > NO_DAY ? NO_DAY : day
}
