import { collect } from './collect.ts'
import { countValues, type KeyCount } from './facets.ts'
import { Groups, type Members } from './groups.ts'
import { isFoundInAnyOrder, type NearRows, nearestAmong, nearestMatching } from './nearest-rows.ts'
import { BestRows } from './page.ts'
import { byUrgency, planSearch } from './plan.ts'
import type { Predicate } from './predicate.ts'
import { compileAll } from './predicates/compile.ts'
import { countRemoved } from './removed.ts'
import { Scratch } from './scratch.ts'
import type { Table } from './table.ts'
import type { Steps, Work } from './work.ts'

/** One search: the rows for which all of `where` holds, in an order, from `offset` on, `limit` at most. */
export interface TableQuery {
  readonly where: readonly Predicate[]
  readonly order: string
  readonly offset: number
  readonly limit: number
  /** A u32 column of group numbers (see `groups.ts`): rows of one group count as one, the best of them. */
  readonly groupBy?: string
  /** Only rows whose value in a column of f64 is greater are on the page; totals count the others too. Not with groups. */
  readonly above?: { readonly column: string; readonly value: number }
}

/** A place in degrees, how many of the nearest rows are wanted, and the column of numbers that breaks ties. */
export interface NearPlace {
  readonly longitude: number
  readonly latitude: number
  readonly limit: number
  readonly id: string
}

export interface Found {
  /** Single rows and groups that match. */
  readonly total: number
  /** Rows that match. */
  readonly rowTotal: number
  /** What the page is taken from: all of `total`, but for what `above` leaves out. */
  readonly listed: number
  /** The rows of the page, best first; of a group, its best row. */
  readonly rows: Uint32Array
  /** With `groupBy`, all matching rows of the group of each of `rows`; itself alone if it has no group. */
  readonly members: Members | undefined
}

/** Counting, ranking or copying one row of a selection. */
const FOUND_ROW_NS = 4
const COUNTED_ROW_NS = 20

/** Searches a table, one search at a time: it owns the memory that searches work in, four bytes a row and more for groups. */
export class Searcher {
  readonly table: Table
  readonly #scratch = new Scratch()
  readonly #best = new BestRows()
  readonly #groups = new Map<string, Groups>()
  readonly #matches: Uint32Array

  constructor(table: Table) {
    this.table = table
    this.#matches = new Uint32Array(table.rows + 1) // loops write one place beyond what they keep
  }

  *search({ where, order, offset, limit, groupBy, above }: TableQuery, work: Work): Steps<Found> {
    const ranks = this.table.order(order)
    const rowTotal = yield* this.count(where, work)
    work.spend(rowTotal * FOUND_ROW_NS)
    const matches = this.#matches
    if (groupBy === undefined) {
      const listed = above === undefined ? rowTotal : this.#keepAbove(above, rowTotal)
      const rows = this.#best.page(matches, listed, ranks, offset, limit)
      return { total: rowTotal, rowTotal, listed, rows, members: undefined }
    }
    if (work.isPauseDue) yield
    const groups = this.#groupsOf(groupBy)
    const leaders = this.#scratch.takeRows(rowTotal)
    const total = groups.leaders(matches, rowTotal, ranks, leaders)
    const rows = this.#best.page(leaders, total, ranks, offset, limit)
    return { total, rowTotal, listed: total, rows, members: groups.members(rows, matches, rowTotal) }
  }

  /** How many rows match. */
  *count(where: readonly Predicate[], work: Work): Steps<number> {
    this.#scratch.reset()
    const plan = planSearch(compileAll(where, this.table, this.#scratch), this.table.rows)
    return yield* collect(plan, this.table.rows, this.#matches, work)
  }

  /** All rows that match, ascending. */
  *matches(where: readonly Predicate[], work: Work): Steps<Uint32Array> {
    return this.#matches.slice(0, yield* this.count(where, work))
  }

  /** The rows that match nearest to a place in degrees, nearest first, ties by the column `id`; those without a place never. */
  *nearest(where: readonly Predicate[], { id, ...place }: NearPlace, work: Work): Steps<NearRows> {
    const near = { ...place, ids: this.table.columnOf('f64', id).values }
    if (!where.every(isFoundInAnyOrder))
      return nearestAmong(this.#matches, yield* this.count(where, work), this.table, near)
    this.#scratch.reset()
    return yield* nearestMatching(byUrgency(compileAll(where, this.table, this.#scratch)), this.table, near, work)
  }

  /** How many of the rows that match have each value of a column. */
  *countBy(where: readonly Predicate[], column: string, work: Work): Steps<KeyCount[]> {
    const count = yield* this.count(where, work)
    work.spend(count * COUNTED_ROW_NS)
    return countValues(this.#matches, count, this.table.column(column))
  }

  /** How many rows each predicate removes from those that the ones before it left. */
  *explain(where: readonly Predicate[], work: Work): Steps<number[]> {
    this.#scratch.reset()
    return yield* countRemoved(where, this.table, this.#scratch, this.#matches, work)
  }

  /** Leaves the matches that are above at the beginning; answers how many they are. */
  #keepAbove({ column, value }: NonNullable<TableQuery['above']>, count: number): number {
    const values = this.table.columnOf('f64', column).values as Float64Array // f64, as its kind says
    const matches = this.#matches
    let kept = 0
    for (let i = 0; i < count; i++) {
      const row = matches[i] as number
      matches[kept] = row
      kept += +((values[row] as number) > value)
    }
    return kept
  }

  #groupsOf(name: string): Groups {
    const known = this.#groups.get(name)
    if (known) return known
    const groups = new Groups(this.table.columnOf('u32', name))
    this.#groups.set(name, groups)
    return groups
  }
}
