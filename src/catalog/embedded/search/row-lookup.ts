import type { SearchColumn } from '../../../model/searchable.ts'
import type { SearchedNoun } from '../../../model/searched.ts'
import { rowWithId, sortRowsById } from '../../engine/rank.ts'
import type { Table } from '../../engine/table.ts'
import { columnOf, type NounDescription } from '../../facts/searched.ts'
import type { Selection } from '../../ports/query.ts'
import type { Compiling } from './compile.ts'
import { PerSegment } from './per-segment.ts'
import type { OpenSegment } from './stored.ts'

const rowsByKey = new PerSegment<Uint32Array>()

/** Finds the numbers of places and tags, and the rows of keys, in one segment. */
export class RowLookup<N extends SearchedNoun> {
  readonly #noun: NounDescription<N>
  readonly #table: Table
  readonly #places: readonly string[]
  readonly #placeNumbers: ReadonlyMap<string, number>
  readonly #tagNumbers: ReadonlyMap<string, number>
  readonly #compiling = new Map<string, Compiling>()

  constructor(noun: NounDescription<N>, { table, places, tags }: OpenSegment) {
    this.#noun = noun
    this.#table = table
    this.#places = places
    this.#placeNumbers = new Map(places.map((key, number) => [key, number]))
    this.#tagNumbers = new Map(tags.map((tag, number) => [tag, number]))
  }

  compiling({ listingClass }: Selection<N>): Compiling {
    const compiling = this.#compiling.get(listingClass) ?? this.#compilingIn(listingClass)
    this.#compiling.set(listingClass, compiling)
    return compiling
  }

  #compilingIn(listingClass: string): Compiling {
    return {
      table: this.#table,
      listingClass,
      classes: this.#noun.classes,
      flags: this.#noun.flags,
      column: (name) => this.#column(name),
      everywhere: this.#noun.everywhere,
      places: this.#places,
      placeNumber: (key) => this.#placeNumbers.get(key),
      tagNumber: (tag) => this.#tagNumbers.get(tag),
      rowsOfKeys: (keys) => this.#rowsOf(keys),
    }
  }

  #column(name: string): SearchColumn<never> {
    const column = columnOf(this.#noun, name)
    if (column === undefined) throw new TypeError(`There is no column "${name}" of noun ${this.#noun.noun}.`)
    return column
  }

  #rowsOf(keys: readonly number[]): Uint32Array {
    const rows = keys.map((key) => this.#rowOf(key)).filter((row) => row !== undefined)
    return Uint32Array.from(new Set(rows)).sort()
  }

  #rowOf(key: number): number | undefined {
    const keys = this.#table.ids
    return rowWithId(
      keys,
      rowsByKey.of(this.#table, () => sortRowsById(keys)),
      key,
    )
  }
}
