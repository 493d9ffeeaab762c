import { collect } from './collect.ts'
import { countFailing } from './explain.ts'
import { countValues, type KeyCount } from './facets.ts'
import { type Filter, IMPOSSIBLE } from './filter.ts'
import { Groups, type Members } from './groups.ts'
import type { MatchingRows } from './matched.ts'
import { isFoundInAnyOrder, type Near, type NearRows, nearestAmong, nearestMatching } from './nearest-rows.ts'
import { BestRows } from './page.ts'
import { byUrgency, planSearch } from './plan.ts'
import type { Predicate } from './predicate.ts'
import { compileAll } from './predicates/compile.ts'
import { Scratch } from './scratch.ts'
import type { Table } from './table.ts'
import type { Steps, Work } from './work.ts'

/** A sorted query. All predicates in `where` must hold. The page starts at `offset` and has at most `limit` rows. */
export interface TableQuery {
  readonly where: readonly Predicate[]
  readonly order: string
  readonly offset: number
  readonly limit: number
  /** A u32 column of group numbers (see `groups.ts`). A group counts as one result; its best row represents it. */
  readonly groupBy?: string
  /** Limits the page to rows with a greater value in this f64 column. Totals count all rows. Not with `groupBy`. */
  readonly above?: { readonly column: string; readonly value: number }
  /** Receives all matching rows before the page is made. */
  readonly visit?: (matched: MatchingRows) => Steps<void>
}

export interface Page {
  /** Number of matching groups plus matching rows without a group. */
  readonly total: number
  readonly rowTotal: number
  /** Like `total`, but without the rows that `above` leaves out. */
  readonly listed: number
  /** The rows of the page, best first; for a group, its best row. */
  readonly rows: Uint32Array
}

export interface FoundPage extends Page {
  /** With `groupBy`: for each row in `rows`, the matching rows of its group. A row without a group is its own group. */
  readonly members: Members | undefined
}

const EMPTY: Page = { total: 0, rowTotal: 0, listed: 0, rows: new Uint32Array(0) }

/** Nanoseconds to rank or copy a row. */
const FOUND_ROW_NS = 4
/** Nanoseconds to count a row by its value in a column. */
const COUNTED_ROW_NS = 20

/** Searches one table, one search at a time. Owns the working memory: four bytes per row, and more for groups. */
export class Searcher {
  readonly table: Table
  readonly #scratch = new Scratch()
  readonly #best = new BestRows()
  readonly #groups = new Map<string, Groups>()
  readonly #matches: Uint32Array

  constructor(table: Table) {
    this.table = table
    this.#matches = new Uint32Array(table.rows + 1) // one more: loops write one slot past the rows that pass
  }

  *search(query: TableQuery, work: Work): Steps<FoundPage> {
    const { total, rowTotal, listed, rows } = yield* this.page(query, work)
    const members = query.groupBy === undefined ? undefined : this.members(query.groupBy, rows, rowTotal)
    return { total, rowTotal, listed, rows, members }
  }

  /** Like `search`, but without the members of groups. */
  *page({ where, order, offset, limit, groupBy, above, visit }: TableQuery, work: Work): Steps<Page> {
    const ranks = this.table.order(order)
    const rowTotal = yield* this.count(where, work)
    if (rowTotal === 0) return EMPTY
    if (visit) yield* visit(this.#matched(rowTotal, groupBy))
    work.spend(rowTotal * FOUND_ROW_NS)
    const matches = this.#matches
    if (groupBy === undefined) {
      const listed = above === undefined ? rowTotal : this.#keepAbove(above, rowTotal)
      const rows = this.#best.page(matches, listed, ranks, offset, limit)
      return { total: rowTotal, rowTotal, listed, rows }
    }
    if (work.isPauseDue) yield
    const groups = this.#groupsOf(groupBy)
    const leaders = this.#scratch.takeRows(rowTotal)
    const total = groups.leaders(matches, rowTotal, ranks, leaders)
    const rows = this.#best.page(leaders, total, ranks, offset, limit)
    return { total, rowTotal, listed: total, rows }
  }

  /**
   * Returns the matching rows of the groups on the last page; see `FoundPage.members`. Call this before the next
   * search.
   */
  members(groupBy: string, rows: Uint32Array, rowTotal: number): Members {
    return this.#groupsOf(groupBy).members(rows, this.#matches, rowTotal)
  }

  *count(where: readonly Predicate[], work: Work): Steps<number> {
    const filters = this.#filters(where)
    if (filters[0] === IMPOSSIBLE) return 0
    const plan = planSearch(filters, this.table.rows)
    return yield* collect(plan, this.table.rows, this.#matches, work)
  }

  /** Passes all matching rows to `visit`. */
  *visit({ where, groupBy, visit }: Pick<TableQuery, 'where' | 'groupBy' | 'visit'>, work: Work): Steps<void> {
    const count = yield* this.count(where, work)
    if (visit && count > 0) yield* visit(this.#matched(count, groupBy))
  }

  #matched(count: number, groupBy: string | undefined): MatchingRows {
    const groups = groupBy === undefined ? undefined : this.#groupsOf(groupBy)
    return { table: this.table, rows: this.#matches, count, groups, scratch: this.#scratch }
  }

  /** Returns all matching rows, ascending. */
  *matches(where: readonly Predicate[], work: Work): Steps<Uint32Array> {
    return this.#matches.slice(0, yield* this.count(where, work))
  }

  /** Returns the nearest matching rows, sorted by distance and id. Never finds rows without coordinates. */
  *nearest(where: readonly Predicate[], near: Near, work: Work): Steps<NearRows> {
    if (!where.every(isFoundInAnyOrder))
      return nearestAmong(this.#matches, yield* this.count(where, work), this.table, near)
    return yield* nearestMatching(byUrgency(this.#filters(where)), this.table, near, work)
  }

  *countBy(where: readonly Predicate[], column: string, work: Work): Steps<KeyCount[]> {
    const count = yield* this.count(where, work)
    work.spend(count * COUNTED_ROW_NS)
    return countValues(this.#matches, count, this.table.column(column))
  }

  /** Applies the predicates one after another. Returns how many rows each predicate removes. */
  *explain(where: readonly Predicate[], work: Work): Steps<number[]> {
    this.#scratch.reset()
    return yield* countFailing(where, this.table, this.#scratch, this.#matches, work)
  }

  #filters(where: readonly Predicate[]): Filter[] {
    this.#scratch.reset()
    const filters = compileAll(where, this.table, this.#scratch)
    return this.table.removed === undefined ? filters : [...filters, this.table.removed]
  }

  /** Moves matches whose value exceeds `value` to the front. Returns their number. */
  #keepAbove({ column, value }: NonNullable<TableQuery['above']>, count: number): number {
    const values = this.table.columnOf('f64', column).values as Float64Array // the column's kind is f64
    const matches = this.#matches
    let keptCount = 0
    for (let i = 0; i < count; i++) {
      const row = matches[i] as number
      matches[keptCount] = row
      keptCount += +((values[row] as number) > value)
    }
    return keptCount
  }

  #groupsOf(name: string): Groups {
    const cached = this.#groups.get(name)
    if (cached) return cached
    const groups = new Groups(this.table.columnOf('u32', name))
    this.#groups.set(name, groups)
    return groups
  }
}
