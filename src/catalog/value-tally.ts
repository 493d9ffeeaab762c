import { furtherFacts } from '../estimator/further-facts.ts'
import { homeInputs } from '../estimator/home-inputs.ts'
import { SaleTable } from '../estimator/sales.ts'
import type { Home } from '../model/home.ts'
import { searchPoint } from '../model/home-columns.ts'
import { rentOffers } from '../model/rent-offer.ts'
import { saleCourses } from '../model/sale-course.ts'
import { VALUE_KINDS, type ValueKind } from './estimator-lookup.ts'
import {
  type EstimatorRow,
  type MarketSales,
  MIN_PRICES,
  newestOf,
  type TellTrouble,
  trainAll,
} from './value-training.ts'

/** Sales of all states together: beyond, the state that has most of them goes on with the newer half of its own. */
const MAX_SALES = 2_500_000

type Tables = Record<ValueKind, SaleTable>

/** Collects what homes were sold for, and the rents that were asked for them, by state: some 190 bytes for each. */
export class ValueTally {
  readonly #states = new Map<string, Tables>()
  readonly #most: number
  #sales = 0

  constructor(most = MAX_SALES) {
    this.#most = most
  }

  /**
   * Homes without a known or shown location teach nothing: estimates would give it away.
   * @param place The home's number from `RegionTally`.
   */
  add(home: Home, place: number): void {
    if (searchPoint(home) === undefined) return
    const told = { price: pricesPaid(home), rent: rentsAsked(home) }
    if (told.price.length + told.rent.length === 0) return
    const tables = this.#of(home.address.state)
    const [inputs, facts] = [homeInputs(home), furtherFacts(home)]
    for (const kind of VALUE_KINDS) {
      for (const { day, price } of told[kind]) {
        if (price < MIN_PRICES[kind]) continue
        tables[kind].add(home.zpid, day, price, inputs, place, facts)
        this.#sales++
      }
    }
    if (this.#sales > this.#most) this.#halveLargest()
  }

  get states(): MarketSales {
    return this.#states
  }

  /** Trains all estimators: the rows of their table. */
  rows(tell: TellTrouble = warn, onMarket?: () => void): readonly EstimatorRow[] {
    return trainAll(this.#states, tell, undefined, onMarket)
  }

  #halveLargest(): void {
    const all = [...this.#states.values()].flatMap((tables) => VALUE_KINDS.map((kind) => ({ tables, kind })))
    const { tables, kind } = all.reduce((one, other) =>
      other.tables[other.kind].size > one.tables[one.kind].size ? other : one,
    )
    tables[kind] = newestOf(tables[kind], Math.ceil(tables[kind].size / 2))
    this.#sales = all.reduce((sum, each) => sum + each.tables[each.kind].size, 0)
  }

  #of(state: string): Tables {
    const known = this.#states.get(state)
    if (known !== undefined) return known
    const made = { price: new SaleTable(), rent: new SaleTable() }
    this.#states.set(state, made)
    return made
  }
}

/** On standard error, from whichever thread learns. */
function warn(sentence: string): void {
  process.emitWarning(sentence, 'Estimates')
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
