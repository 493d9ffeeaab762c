import type { Home } from '../../../model/home.ts'
import { FACT_KINDS } from '../../../model/market-facts.ts'
import { FactRows } from '../../facts/fact-rows.ts'
import { homeFacts } from '../../facts/home-facts.ts'
import { ValueSums } from '../../facts/value-sums.ts'
import type { DerivedRows } from '../derived-rows.ts'
import { factTable } from '../schema.ts'

/** Collects the facts behind market figures, home by home. */
export class FactTally {
  readonly #rows = { sales: new FactRows('sales'), rents: new FactRows('rents'), values: new FactRows('values') }
  /** Indexed by place. */
  readonly #values: ValueSums[] = []

  /** @param place The number of the home's place from `RegionTally`. */
  add(home: Home, place: number): void {
    const { sales, rents, values } = homeFacts(home)
    for (const row of sales) this.#rows.sales.add(place, row)
    for (const row of rents) this.#rows.rents.add(place, row)
    if (values.length === 0) return
    this.#values[place] ??= new ValueSums()
    this.#values[place].add(values)
  }

  /**
   * All rows of the market fact tables.
   *
   * @param regions The keys of each place's regions.
   */
  rows(regions: readonly (readonly string[])[]): DerivedRows['tables'] {
    this.#values.forEach((sums, place) => {
      for (const row of sums.rows()) this.#rows.values.add(place, row)
    })
    const facts = FACT_KINDS.map((kind) => [factTable(kind), [...this.#rows[kind].byPlace(regions.length)]])
    const places = regions.flatMap((keys, place) => keys.map((key) => [key, place] as const))
    return { ...Object.fromEntries(facts), place_region: places }
  }
}
