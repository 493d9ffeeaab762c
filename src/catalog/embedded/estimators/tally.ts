import { homeInputs } from '../../../estimator/home-inputs.ts'
import { SaleTable } from '../../../estimator/sales.ts'
import type { Home } from '../../../model/home.ts'
import { searchPoint } from '../../../model/home-columns.ts'
import { rentOffers } from '../../../model/rent-offer.ts'
import { saleCourses } from '../../../model/sale-course.ts'
import { VALUE_KINDS, type ValueKind } from '../../estimator-lookup.ts'
import type { EstimatorRow } from './stored.ts'
import { type MarketSales, MIN_PRICES, trainAll } from './training.ts'

/** Collects what homes were sold for, and the rents that were asked for them, by state: some 170 bytes for each. */
export class ValueTally {
  readonly #states = new Map<string, Readonly<Record<ValueKind, SaleTable>>>()

  /**
   * Homes without a known or shown location teach nothing: estimates would give it away.
   * @param place The home's number from `RegionTally`.
   */
  add(home: Home, place: number): void {
    if (searchPoint(home) === undefined) return
    const told = { price: pricesPaid(home), rent: rentsAsked(home) }
    if (told.price.length + told.rent.length === 0) return
    const tables = this.#of(home.address.state)
    const inputs = homeInputs(home)
    for (const kind of VALUE_KINDS) {
      for (const { day, price } of told[kind]) {
        if (price >= MIN_PRICES[kind]) tables[kind].add(home.zpid, day, price, inputs, place)
      }
    }
  }

  get states(): MarketSales {
    return this.#states
  }

  /** Trains all estimators: the rows of their table. */
  rows(): readonly EstimatorRow[] {
    return trainAll(this.#states)
  }

  #of(state: string) {
    const known = this.#states.get(state)
    if (known !== undefined) return known
    const made = { price: new SaleTable(), rent: new SaleTable() }
    this.#states.set(state, made)
    return made
  }
}

interface ToldPrice {
  /** Day number. */
  readonly day: number
  readonly price: number
}

function pricesPaid(home: Home): readonly ToldPrice[] {
  return saleCourses(home).flatMap(({ closed, paid }) =>
    closed === undefined || paid === undefined ? [] : [{ day: closed, price: paid }],
  )
}

function rentsAsked(home: Home): readonly ToldPrice[] {
  return rentOffers(home).flatMap(({ listed, rent }) => (listed === undefined ? [] : [{ day: listed, price: rent }]))
}
