import { CANDIDATE_DAYS, MAX_CANDIDATES } from './candidates.ts'
import { HOME_INPUTS, inputAt } from './home-inputs.ts'
import { sizeIn } from './lack.ts'
import { kindOf } from './sale-map.ts'
import type { Sales } from './sales.ts'
import type { KnownSales, SalesAround } from './weighing.ts'

/** Finds sales in a ZIP code or a city, to compare with a home without coordinates. */
export class AreaSales {
  readonly #sales: KnownSales
  readonly #inputs: Float32Array
  readonly #around: { count: number; rows: Uint32Array; distancesM: Float64Array }
  /** For each area and kind of home: its rows, oldest first. */
  readonly #groups = new Map<string, number[]>()
  /** For each row: its group. */
  readonly #group: (number[] | undefined)[]
  /** For each row: its index in the group. */
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
   * Returns the newest comparable sales in the same area as a row's sale, from the year before it. Leaves out sales of
   * the home itself. The next call overwrites the result.
   * @param onlySized Whether to leave out homes of unknown size.
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
