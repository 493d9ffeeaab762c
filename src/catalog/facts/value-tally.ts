import type { Home } from '../../model/home.ts'
import { rentOffers } from '../../model/rent-offer.ts'
import { saleCourses } from '../../model/sale-course.ts'
import { furtherFacts } from '../../worth/estimator/further-facts.ts'
import { homeInputs } from '../../worth/estimator/home-inputs.ts'
import { cityCode } from '../../worth/estimator/lack.ts'
import { SaleTable } from '../../worth/estimator/sales.ts'
import { VALUE_KINDS, type ValueKind } from '../ports/estimator-lookup.ts'
import {
  type EstimatorRow,
  type MarketSales,
  MIN_PRICES,
  newestOf,
  type ReportTrouble,
  trainAll,
} from './value-training.ts'

/**
 * Limits the sales of all states together. Above this, the state with the most sales drops the older half of its sales.
 */
const MAX_SALES = 2_500_000

type Tables = Record<ValueKind, SaleTable>

/** Collects sale prices and asking rents by state. Each takes some 190 bytes. */
export class ValueTally {
  readonly #states = new Map<string, Tables>()
  readonly #most: number
  #sales = 0

  constructor(most = MAX_SALES) {
    this.#most = most
  }

  /**
   * Skips homes with a withheld address, because an estimate would reveal the address.
   * @param place The home's place number from `RegionTally`.
   */
  add(home: Home, place: number): void {
    if (home.address.undisclosed === true) return
    const paid = { price: pricesPaid(home), rent: rentsAsked(home) }
    if (paid.price.length + paid.rent.length === 0) return
    const tables = this.#of(home.address.state)
    const [inputs, facts, city] = [homeInputs(home), furtherFacts(home), cityCode(home.address)]
    for (const kind of VALUE_KINDS) {
      for (const { day, price } of paid[kind]) {
        if (price < MIN_PRICES[kind]) continue
        tables[kind].add(home.zpid, day, price, inputs, place, facts, city)
        this.#sales++
      }
    }
    if (this.#sales > this.#most) this.#halveLargest()
  }

  get states(): MarketSales {
    return this.#states
  }

  /** Trains all estimators and returns the rows of their table. */
  rows(report: ReportTrouble = warn, onMarket?: () => void): readonly EstimatorRow[] {
    return trainAll(this.#states, report, undefined, onMarket)
  }

  #halveLargest(): void {
    const all = [...this.#states.values()].flatMap((tables) => VALUE_KINDS.map((kind) => ({ tables, kind })))
    const { tables, kind } = all.reduce((one, other) =>
      other.tables[other.kind].size > one.tables[one.kind].size ? other : one,
    )
    tables[kind] = newestOf(tables[kind], kind, Math.ceil(tables[kind].size / 2))
    this.#sales = all.reduce((sum, each) => sum + each.tables[each.kind].size, 0)
  }

  #of(state: string): Tables {
    const tally = this.#states.get(state)
    if (tally !== undefined) return tally
    const made = { price: new SaleTable('price'), rent: new SaleTable('rent') }
    this.#states.set(state, made)
    return made
  }
}

/** Writes to standard error, from any thread. */
function warn(sentence: string): void {
  process.emitWarning(sentence, 'Estimates')
}

interface DatedPrice {
  /** Day number. */
  readonly day: number
  readonly price: number
}

function pricesPaid(home: Home): readonly DatedPrice[] {
  return saleCourses(home).flatMap(({ closed, paid }) =>
    closed === undefined || paid === undefined ? [] : [{ day: closed, price: paid }],
  )
}

function rentsAsked(home: Home): readonly DatedPrice[] {
  return rentOffers(home).flatMap(({ listed, rent }) => (listed === undefined ? [] : [{ day: listed, price: rent }]))
}
