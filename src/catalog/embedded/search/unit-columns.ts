import { HOME_COLUMNS, HOME_FLAGS } from '../../../model/home-columns.ts'
import { type FlatArray, storageOf } from '../../engine/column.ts'
import type { Table } from '../../engine/table.ts'
import type { UnitKind, UnitsSummary } from '../../ports/cards.ts'
import type { UnitHit } from '../../ports/query.ts'
import { FLAGS, kindOf } from './shape.ts'

const ROOM_BIT = 1 << HOME_FLAGS.indexOf('room')
const NO_BEDROOMS = storageOf(kindOf(HOME_COLUMNS.bedrooms)).missing
const NO_PRICE = storageOf(kindOf(HOME_COLUMNS.price)).missing

/** Reads the units of a building from the columns of a table. */
export class UnitColumns {
  readonly #first: number
  readonly #zpids: Float64Array
  readonly #flags: FlatArray
  readonly #bedrooms: FlatArray
  readonly #prices: FlatArray
  /** Kinds of units in the current building, as `bedrooms * 2 + room`. `#minPrices` has the lowest price of each. */
  readonly #keys: number[] = []
  readonly #minPrices: number[] = []

  /** `first`: the number of the table's first row. */
  constructor(table: Table, first: number) {
    this.#first = first
    this.#zpids = table.ids
    this.#flags = table.column(FLAGS).values
    this.#bedrooms = table.columnOf(kindOf(HOME_COLUMNS.bedrooms), 'bedrooms').values
    this.#prices = table.columnOf(kindOf(HOME_COLUMNS.price), 'price').values
  }

  hitOf(unit: number): UnitHit {
    const row = unit - this.#first
    const bedrooms = this.#bedrooms[row] as number
    const price = this.#prices[row] as number
    return {
      zpid: this.#zpids[row] as number,
      bedrooms: bedrooms === NO_BEDROOMS ? undefined : bedrooms,
      price: price === NO_PRICE ? undefined : price,
      room: this.#isRoom(row),
    }
  }

  /** Summarizes the units in `rows[start]` … `rows[end - 1]`, without creating an object per unit. */
  summaryOf(best: number, rows: Uint32Array, start: number, end: number): UnitsSummary {
    let [minPrice, maxPrice] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    this.#keys.length = 0
    this.#minPrices.length = 0
    for (let i = start; i < end; i++) {
      const row = (rows[i] as number) - this.#first
      const price = this.#prices[row] as number
      if (price === NO_PRICE) continue
      if (price < minPrice) minPrice = price
      if (price > maxPrice) maxPrice = price
      const bedrooms = this.#bedrooms[row] as number
      if (bedrooms !== NO_BEDROOMS) this.#addKind(bedrooms * 2 + Number(this.#isRoom(row)), price)
    }
    return {
      zpid: this.#zpids[best - this.#first] as number,
      count: end - start,
      minPrice: minPrice <= maxPrice ? minPrice : undefined,
      maxPrice: minPrice <= maxPrice ? maxPrice : undefined,
      kinds: this.#kinds(),
    }
  }

  #isRoom(row: number): boolean {
    return ((this.#flags[row] as number) & ROOM_BIT) !== 0
  }

  /** Inserts a kind of unit in order, or lowers its price. A building has few kinds of units. */
  #addKind(key: number, price: number): void {
    let at = 0
    while (at < this.#keys.length && (this.#keys[at] as number) < key) at++
    if (this.#keys[at] === key) {
      this.#minPrices[at] = Math.min(this.#minPrices[at] as number, price)
      return
    }
    this.#keys.splice(at, 0, key)
    this.#minPrices.splice(at, 0, price)
  }

  #kinds(): UnitKind[] {
    return this.#keys.map((key, at) => ({
      bedrooms: key >>> 1,
      room: key % 2 === 1,
      minPrice: this.#minPrices[at] as number,
    }))
  }
}
