import type { FactKind } from '../../model/market-facts.ts'
import { type Element, type FlatArray, newColumn } from '../engine/column.ts'
import { grown } from '../engine/growing.ts'
import { FACT_COLUMNS, factBytes } from './fact-bytes.ts'

const FIRST_ROWS = 256

/** Rows of one kind of market facts, in insertion order, with the place number of each row. */
export class FactRows {
  #columns: readonly FlatArray[]
  #places = new Uint32Array(FIRST_ROWS)
  #rows = 0

  constructor(kind: FactKind) {
    const elements: Element[] = Object.values(FACT_COLUMNS[kind])
    this.#columns = elements.map((element) => newColumn(element, FIRST_ROWS))
  }

  /** @param values In the order of `FACT_COLUMNS`. */
  add(place: number, values: readonly number[]): void {
    const row = this.#rows++
    if (row === this.#places.length) this.#grow()
    this.#places[row] = place
    for (let i = 0; i < values.length; i++) {
      const column = this.#columns[i] as FlatArray // `values` has a value for each column
      column[row] = values[i] as number
    }
  }

  #grow(): void {
    this.#places = grown(this.#places, this.#rows)
    this.#columns = this.#columns.map((column) => grown(column, this.#rows))
  }

  *byPlace(places: number): Generator<readonly [place: number, bytes: Uint8Array]> {
    const { ends, order } = this.#inOrder(places)
    const columns = this.#columns.map((column) => {
      const sorted = column.slice(0, this.#rows)
      for (let i = 0; i < this.#rows; i++) sorted[i] = column[order[i] as number] as number
      return sorted
    })
    for (let place = 0, from = 0; place < places; place++) {
      const end = ends[place] as number
      if (end > from) yield [place, factBytes(columns, from, end)]
      from = end
    }
  }

  /** Sorts the rows by place. Stable. */
  #inOrder(places: number): { readonly ends: Uint32Array; readonly order: Uint32Array } {
    const ends = new Uint32Array(places)
    for (let row = 0; row < this.#rows; row++) count(ends, this.#places[row] as number)
    for (let place = 1; place < places; place++) ends[place] = (ends[place] as number) + (ends[place - 1] as number)
    const order = new Uint32Array(this.#rows)
    const next = ends.slice()
    for (let row = this.#rows - 1; row >= 0; row--) {
      const place = this.#places[row] as number
      const at = (next[place] as number) - 1
      next[place] = at
      order[at] = row
    }
    return { ends, order }
  }
}

function count(counts: Uint32Array, at: number): void {
  counts[at] = (counts[at] as number) + 1
}
