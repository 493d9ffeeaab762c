import type { Members } from '../../../engine/groups.ts'
import { sortRowsById } from '../../../engine/rank.ts'
import { Searcher } from '../../../engine/searcher.ts'
import type { Table } from '../../../engine/table.ts'
import type { Steps, Work } from '../../../engine/work.ts'
import type { SearchColumn } from '../../../model/searchable.ts'
import type { SearchedNoun } from '../../../model/searched.ts'
import type { KeyPage, Query, Selection } from '../../query.ts'
import { columnOf, type NounDescription } from '../../searched.ts'
import { type Compiling, classOf, compileNode, compileSelection } from './compile.ts'
import { BUILDING, KEY } from './shape.ts'
import type { OpenSearch } from './stored.ts'

/** A page as rows of the table, with the rows of each building's units. */
export interface Rows {
  readonly total: number
  readonly ungrouped: number
  /** How many results follow after the page. */
  readonly left: number
  readonly rows: Uint32Array
  readonly members: Members | undefined
}

/** Searches one noun over one state of a catalogue, in terms of table rows. */
export class RowSearch<N extends SearchedNoun> {
  readonly noun: NounDescription<N>
  readonly table: Table
  readonly keys: Float64Array
  readonly #places: readonly string[]
  readonly #placeNumbers: ReadonlyMap<string, number>
  readonly #tagNumbers: ReadonlyMap<string, number>
  /** Idle searchers. Every running or paused search has one of its own. */
  readonly #idle: Searcher[] = []
  #rowsByKey: Uint32Array | undefined

  constructor(noun: NounDescription<N>, open: OpenSearch) {
    this.noun = noun
    this.table = open.table
    this.keys = open.table.columnOf('f64', KEY).values as Float64Array // f64, as its kind says
    this.#places = open.places
    this.#placeNumbers = new Map(open.places.map((key, number) => [key, number]))
    this.#tagNumbers = new Map(open.tags.map((tag, number) => [tag, number]))
  }

  /** Lends a searcher to a search until it ends. */
  *with<T>(search: (searcher: Searcher) => Steps<T>): Steps<T> {
    const searcher = this.#idle.pop() ?? new Searcher(this.table)
    try {
      return yield* search(searcher)
    } finally {
      this.#idle.push(searcher)
    }
  }

  *find(query: Query<N>, work: Work): Steps<Rows> {
    const { after, order, offset, limit } = query
    const asked = {
      where: this.predicates(query),
      order,
      offset,
      limit,
      ...(query.grouped && { groupBy: BUILDING }),
      ...(after !== undefined && { above: { column: KEY, value: after } }),
    }
    const found = yield* this.with((searcher) => searcher.search(asked, work))
    const { total, rowTotal, listed, rows, members } = found
    return { total, ungrouped: rowTotal, left: Math.max(0, listed - offset - rows.length), rows, members }
  }

  *page(query: Query<N>, work: Work): Steps<KeyPage> {
    const { total, left, rows } = yield* this.find(query, work)
    return { total, left, keys: Array.from(rows, (row) => this.keys[row] as number) }
  }

  *explain(selection: Selection<N>, work: Work): Steps<readonly number[]> {
    const compiling = this.#compiling(selection)
    const each = selection.where.map(({ node }) => compileNode(node, compiling))
    const removed = yield* this.with((searcher) => searcher.explain([classOf(compiling), ...each.flat()], work))
    let at = 1 // what the class removes is not reported
    return each.map((predicates) => {
      const end = at + predicates.length
      const sum = removed.slice(at, end).reduce((one, other) => one + other, 0)
      at = end
      return sum
    })
  }

  /** The predicates of a selection, all of which must hold. */
  predicates(selection: Selection<N>) {
    return compileSelection(selection, this.#compiling(selection))
  }

  #compiling({ listingClass }: Selection<N>): Compiling {
    return {
      table: this.table,
      listingClass,
      classes: this.noun.classes,
      flags: this.noun.flags,
      column: (name) => this.#column(name),
      everywhere: this.noun.everywhere,
      places: this.#places,
      placeNumber: (key) => this.#placeNumbers.get(key),
      tagNumber: (tag) => this.#tagNumbers.get(tag),
      rowsOfKeys: (keys) => this.#rowsOf(keys),
    }
  }

  #column(name: string): SearchColumn<never> {
    const column = columnOf(this.noun, name)
    if (column === undefined) throw new TypeError(`There is no column "${name}" of noun ${this.noun.noun}.`)
    return column
  }

  #rowsOf(keys: readonly number[]): Uint32Array {
    const rows = keys.map((key) => this.#rowOf(key)).filter((row) => row !== undefined)
    return Uint32Array.from(new Set(rows)).sort()
  }

  #rowOf(key: number): number | undefined {
    this.#rowsByKey ??= sortRowsById(this.keys)
    const rows = this.#rowsByKey
    let [low, high] = [0, rows.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.keys[rows[middle] as number] as number) < key) low = middle + 1
      else high = middle
    }
    const row = rows[low]
    return row !== undefined && this.keys[row] === key ? row : undefined
  }
}
