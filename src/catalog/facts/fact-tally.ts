import { FACT_KINDS, type FactKind } from '../../model/market-facts.ts'
import { bytesOfRows } from './changed-facts.ts'
import { FactRows } from './fact-rows.ts'
import type { PlacedFacts } from './home-facts.ts'
import { ValueSums } from './value-sums.ts'

/** Collects market facts by place. */
export class FactTally {
  readonly #rows = { sales: new FactRows('sales'), rents: new FactRows('rents') }
  /** Indexed by place. */
  readonly #values: ValueSums[] = []
  #places = 0

  add(placed: PlacedFacts): void {
    for (const kind of FACT_KINDS) this.addKind(kind, placed)
  }

  addKind(kind: FactKind, { place, facts }: PlacedFacts): void {
    this.#places = Math.max(this.#places, place + 1)
    if (kind !== 'values') for (const row of facts[kind]) this.#rows[kind].add(place, row)
    else if (facts.values.length > 0) {
      this.#values[place] ??= new ValueSums()
      this.#values[place].add(facts.values)
    }
  }

  /** Yields the facts of each place as bytes, in order of place. Skips places without facts. */
  *byPlace(kind: FactKind): Generator<readonly [place: number, bytes: Uint8Array]> {
    if (kind !== 'values') yield* this.#rows[kind].byPlace(this.#places)
    else
      for (const [place, sums] of this.#values.entries()) if (sums) yield [place, bytesOfRows(kind, [...sums.rows()])]
  }
}
