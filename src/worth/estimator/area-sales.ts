import { CANDIDATE_DAYS, MAX_CANDIDATES } from './candidates.ts'
import { HOME_INPUTS, inputAt } from './home-inputs.ts'
import { sizeIn } from './lack.ts'
import { kindOf } from './sale-map.ts'
import type { Sales } from './sales.ts'
import type { KnownSales, SalesAround } from './weighing.ts'

/** Finds sales by ZIP code or by city. They are the neighbors of homes without coordinates. */
export class AreaSales {
  readonly #sales: KnownSales
  readonly #inputs: Float32Array
  readonly #around: { count: number; rows: Uint32Array; distancesM: Float64Array }
  /** The rows of each area and kind of home, oldest first. */
  readonly #groups = new Map<string, number[]>()
  /** The group of each row. */
  readonly #group: (number[] | undefined)[]
  /** The position of each row in its group. */
  readonly #at: Uint32Array

  constructor(sales: Sales, known: KnownSales, by: 'zipcode' | 'city') {
    this.#sales = known
    this.#inputs = sales.inputs
    this.#around = {
      count: 0,
      rows: new Uint32Array(MAX_CANDIDATES),
      distancesM: new Float64Array(MAX_CANDIDATES),
    }
    this.#at = new Uint32Array(sales.size)
    this.#group = Array.from({ length: sales.size }, (_, row) => {
      const area = by === 'city' ? sales.cities[row] : sales.inputs[row * HOME_INPUTS.length + inputAt('zipcode')]
      if (Number.isNaN(area)) return undefined
      const key = `${area} ${kindOf(sales.inputs, row)}`
      const group = this.#groups.get(key) ?? []
      if (group.length === 0) this.#groups.set(key, group)
      this.#at[row] = group.push(row) - 1
      return group
    })
  }

  /**
   * Returns the newest sales in the area of a row, of comparable types and in the year before its day, without sales of
   * the home itself. The next call overwrites the result.
   * @param onlySized Takes only homes of known size, as for a home of known size.
   */
  around(row: number, onlySized: boolean): SalesAround {
    const { days, zpids } = this.#sales
    const group = this.#group[row] ?? []
    const around = this.#around
    around.count = 0
    for (let at = (this.#at[row] as number) - 1; at >= 0 && around.count < MAX_CANDIDATES; at--) {
      const other = group[at] as number
      if ((days[other] as number) < (days[row] as number) - CANDIDATE_DAYS) break
      if (days[other] === days[row] || zpids[other] === zpids[row]) continue
      if (!onlySized || sizeIn(this.#inputs, other * HOME_INPUTS.length) >= 1) around.rows[around.count++] = other
    }
    return { sales: this.#sales, ...around }
  }
}
