import { DAY_MS } from '../../kit/base/clock.ts'
import { isPackage } from '../../model/real-sale.ts'
import { FactColumns } from './fact-columns.ts'
import { type FurtherFacts, NO_FACTS } from './further-facts.ts'
import { HOME_INPUTS, inputAt } from './home-inputs.ts'
import { lackBits, sizeIn } from './lack.ts'
import { soleSales } from './sole-sales.ts'

/** Maximum number of sales; the newest are used. More sales do not make estimates more exact. */
export const MAX_SALES = 1_000_000

/** A home may be sold this many years before it is built. An earlier sale was of the land or of another house. */
const YEARS_BEFORE_BUILT = 1

/** Initial number of rows of a table. */
const FIRST_ROWS = 1024

/** The sales of a market, in growing columns. A home that was sold twice has two rows. */
export class SaleTable {
  readonly of: 'price' | 'rent'
  #size = 0
  #zpids = new Float64Array(FIRST_ROWS)
  #days = new Int32Array(FIRST_ROWS)
  #prices = new Float64Array(FIRST_ROWS)
  #places = new Float64Array(FIRST_ROWS)
  #cities = new Float64Array(FIRST_ROWS)
  #inputs = new Float32Array(FIRST_ROWS * HOME_INPUTS.length)
  readonly #facts = new FactColumns(FIRST_ROWS)

  /**
   * @param of For prices, many homes sold at one price on one day count as a package and are left out. Rents have no
   * packages, because many homes may ask the same rent.
   */
  constructor(of: 'price' | 'rent' = 'price') {
    this.of = of
  }

  get size(): number {
    return this.#size
  }

  /**
   * Adds a sale.
   * @param inputs The `HOME_INPUTS` as of today. A renovation after the sale is ignored.
   * @param place A number by which backtests group sales, such as a ZIP code.
   * @param city See `cityCode`.
   */
  add(
    zpid: number,
    day: number,
    price: number,
    inputs: ArrayLike<number>,
    place: number,
    facts: FurtherFacts = NO_FACTS,
    city = Number.NaN,
  ): void {
    if (inputs.length !== HOME_INPUTS.length)
      throw new RangeError(`Cannot add a sale with ${inputs.length} inputs: there are ${HOME_INPUTS.length}.`)
    if (this.#size === 2 * MAX_SALES) this.#keep(MAX_SALES)
    if (this.#size === this.#zpids.length) this.#grow()
    const row = this.#size++
    this.#zpids[row] = zpid
    this.#days[row] = day
    this.#prices[row] = price
    this.#places[row] = place
    this.#cities[row] = city
    this.#inputs.set(inputs, row * HOME_INPUTS.length)
    this.#facts.write(row, facts)
    const renovated = row * HOME_INPUTS.length + inputAt('yearRenovated')
    if ((this.#inputs[renovated] as number) > yearOf(day)) this.#inputs[renovated] = Number.NaN
  }

  /**
   * Returns the newest sales up to a day, sorted by day, zpid and price. Leaves out sales before a home was built,
   * homes without any known location, packages and repetitions (see `soleSales`).
   */
  upTo(lastDay: number, most = MAX_SALES): Sales {
    return rowsOf(this.#columns(), this.#usableRows(lastDay, most))
  }

  #usableRows(lastDay: number, most: number): Uint32Array {
    const [days, zpids, prices] = [this.#days, this.#zpids, this.#prices]
    const rows = new Uint32Array(this.#size)
      .map((_, row) => row)
      .filter((row) => (days[row] as number) <= lastDay && this.#isUsable(row))
    rows.sort(
      (one, other) => apart(days, one, other) || apart(zpids, one, other) || apart(prices, one, other) || one - other,
    )
    const isTogether = this.of === 'price' ? isPackage : () => false
    const [places, cities, sizes] = [this.#places, this.#cities, this.#sizes()]
    const preferred = new Uint8Array(this.#size).map((_, row) => Number(this.#hasPoint(row)))
    const sole = soleSales(rows, { days, prices, places, cities, sizes, preferred }, isTogether)
    return sole.subarray(Math.max(0, sole.length - most))
  }

  #sizes(): Float32Array {
    return new Float32Array(this.#size).map((_, row) => sizeIn(this.#inputs, row * HOME_INPUTS.length))
  }

  #hasPoint(row: number): boolean {
    return Number.isFinite(this.#inputs[row * HOME_INPUTS.length + inputAt('latitude')])
  }

  #isUsable(row: number): boolean {
    const start = row * HOME_INPUTS.length
    const yearBuilt = this.#inputs[start + inputAt('yearBuilt')] as number // in bounds
    return (
      (this.#prices[row] as number) > 0 &&
      Number.isFinite(this.#prices[row]) &&
      lackBits(this.#inputs, this.#cities[row] as number, start) !== 0 &&
      !(yearBuilt > yearOf(this.#days[row] as number) + YEARS_BEFORE_BUILT)
    )
  }

  #columns(): Sales {
    return {
      size: this.#size,
      zpids: this.#zpids,
      days: this.#days,
      prices: this.#prices,
      places: this.#places,
      cities: this.#cities,
      inputs: this.#inputs,
      facts: this.#facts,
      factRows: Uint32Array.from({ length: this.#size }, (_, row) => row),
    }
  }

  #keep(most: number): void {
    const rows = this.#usableRows(Number.POSITIVE_INFINITY, most)
    const newest = rowsOf(this.#columns(), rows)
    this.#facts.keep(rows)
    this.#zpids.set(newest.zpids)
    this.#days.set(newest.days)
    this.#prices.set(newest.prices)
    this.#places.set(newest.places)
    this.#cities.set(newest.cities)
    this.#inputs.set(newest.inputs)
    this.#size = newest.size
  }

  #grow(): void {
    const rows = 2 * this.#zpids.length
    this.#zpids = grown(this.#zpids, new Float64Array(rows))
    this.#days = grown(this.#days, new Int32Array(rows))
    this.#prices = grown(this.#prices, new Float64Array(rows))
    this.#places = grown(this.#places, new Float64Array(rows))
    this.#cities = grown(this.#cities, new Float64Array(rows))
    this.#inputs = grown(this.#inputs, new Float32Array(rows * HOME_INPUTS.length))
    this.#facts.grow(rows)
  }
}

/** Sales sorted by day, column by column. */
export interface Sales {
  readonly size: number
  readonly zpids: Float64Array
  readonly days: Int32Array
  readonly prices: Float64Array
  readonly places: Float64Array
  /** For each sale: the `cityCode`. */
  readonly cities: Float64Array
  /** The `HOME_INPUTS` of each sale, one sale after another. */
  readonly inputs: Float32Array
  readonly facts: FactColumns
  /** For each sale: its row in `facts`. */
  readonly factRows: Uint32Array
}

function yearOf(day: number): number {
  return new Date(day * DAY_MS).getUTCFullYear()
}

function apart(of: Float64Array | Int32Array, one: number, other: number): number {
  return (of[one] as number) - (of[other] as number) // in bounds
}

function grown<T extends Float64Array | Int32Array | Float32Array>(from: T, to: T): T {
  to.set(from)
  return to
}

/** Returns the first `size` sales without copying them. */
export function firstOf({ zpids, days, prices, places, cities, inputs, facts, factRows }: Sales, size: number): Sales {
  return {
    size,
    zpids: zpids.subarray(0, size),
    days: days.subarray(0, size),
    prices: prices.subarray(0, size),
    places: places.subarray(0, size),
    cities: cities.subarray(0, size),
    inputs: inputs.subarray(0, size * HOME_INPUTS.length),
    facts,
    factRows: factRows.subarray(0, size),
  }
}

/** Returns some of the sales, in the order of `rows`. */
export function rowsOf(sales: Sales, rows: ArrayLike<number>): Sales {
  const width = HOME_INPUTS.length
  const inputs = new Float32Array(rows.length * width)
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as number
    inputs.set(sales.inputs.subarray(row * width, (row + 1) * width), i * width)
  }
  const picked = (of: Float64Array | Int32Array) => Float64Array.from(rows, (row) => of[row] as number) // in bounds
  return {
    size: rows.length,
    zpids: picked(sales.zpids),
    days: Int32Array.from(rows, (row) => sales.days[row] as number),
    prices: picked(sales.prices),
    places: picked(sales.places),
    cities: picked(sales.cities),
    inputs,
    facts: sales.facts,
    factRows: Uint32Array.from(rows, (row) => sales.factRows[row] as number),
  }
}

export function lackBitsOf({ size, inputs, cities }: Sales): Uint8Array {
  return new Uint8Array(size).map((_, row) => lackBits(inputs, cities[row] as number, row * HOME_INPUTS.length))
}
