import { type KeyCount, sumCounts } from './facets.ts'
import type { Members } from './groups.ts'
import type { MatchingRows, Visit } from './matched.ts'
import { merge, type SortedRows } from './merge.ts'
import type { Near, NearRows } from './nearest-rows.ts'
import type { Predicate } from './predicate.ts'
import { type FoundPage, type Page, Searcher, type TableQuery } from './searcher.ts'
import type { Segments } from './segments.ts'
import type { Steps, Work } from './work.ts'

/** The predicates for each table. They differ, because each table has its own numbers for places and rows. */
export type Wheres = readonly (readonly Predicate[])[]

/** A search without its predicates. */
interface PageQuery extends Omit<TableQuery, 'where' | 'visit'> {
  readonly visit?: Visit
}

/** Cost of merging one row into a page of the first table. */
const MERGED_ROW_NS = 200

/** Searches several tables as if they were one, one search at a time. Rows are numbered as in `Segments`. */
export class SegmentSearcher {
  readonly #segments: Segments
  readonly #base: Searcher
  /** One searcher per table, in order of the tables. */
  readonly #searchers: readonly Searcher[]

  constructor(segments: Segments) {
    const [base, ...added] = segments.tables
    this.#segments = segments
    this.#base = new Searcher(base)
    this.#searchers = [this.#base, ...added.map((table) => new Searcher(table))]
  }

  search(wheres: Wheres, query: PageQuery, work: Work): Steps<FoundPage> {
    if (this.#searchers.length === 1) return this.#base.search(ofOne(query, wheres, 0), work)
    return this.#searchAll(wheres, query, work)
  }

  /** Passes all matching rows to `visit`, table by table. */
  *visit(wheres: Wheres, query: Pick<PageQuery, 'groupBy' | 'visit'>, work: Work): Steps<void> {
    for (const [i, searcher] of this.#searchers.entries()) yield* searcher.visit(ofOne(query, wheres, i), work)
  }

  *count(wheres: Wheres, work: Work): Steps<number> {
    return sum(yield* this.#each(wheres, (searcher, where) => searcher.count(where, work)))
  }

  /** Returns all matching rows, ascending. */
  *matches(wheres: Wheres, work: Work): Steps<Uint32Array> {
    const [ofBase = new Uint32Array(), ...others] = yield* this.#each(wheres, (searcher, where) =>
      searcher.matches(where, work),
    )
    if (others.length === 0) return ofBase
    const rows = new Uint32Array(ofBase.length + sum(others.map(({ length }) => length)))
    rows.set(ofBase)
    let at = ofBase.length
    for (const [i, added] of others.entries()) {
      const start = this.#startOf(i + 1)
      for (const row of added) rows[at++] = start + row
    }
    return rows
  }

  /** Returns the nearest matching rows, sorted by distance and id. Never finds rows without coordinates. */
  *nearest(wheres: Wheres, near: Near, work: Work): Steps<NearRows> {
    const { limit } = near
    let { withinM } = near
    const perSegment = yield* this.#each(wheres, function* (searcher, where) {
      const nearest = yield* searcher.nearest(where, { ...near, ...(withinM !== undefined && { withinM }) }, work)
      if (nearest.rows.length === limit) withinM = nearest.distancesM.at(-1) ?? withinM
      return nearest
    })
    const [ofBase] = perSegment
    if (ofBase !== undefined && perSegment.slice(1).every(({ rows }) => rows.length === 0)) return ofBase
    const lists = perSegment.map(({ rows, distancesM }, i) =>
      this.#sorted(i, rows, (place) => distancesM[place] as number),
    )
    const rows = merge(lists, 0, limit)
    const next = perSegment.map(() => 0)
    const distancesM = Float64Array.from(rows, (row) => {
      const i = this.#segments.of(row)
      const place = next[i] as number
      next[i] = place + 1
      return perSegment[i]?.distancesM[place] as number // merging keeps the order of each table's rows
    })
    return { rows, distancesM }
  }

  *countBy(wheres: Wheres, column: string, work: Work): Steps<KeyCount[]> {
    return sumCounts(yield* this.#each(wheres, (searcher, where) => searcher.countBy(where, column, work)))
  }

  /**
   * Applies the predicates one after another. Returns how many rows each predicate removes. All tables must have the
   * same number of predicates.
   */
  *explain(wheres: Wheres, work: Work): Steps<number[]> {
    const counts = yield* this.#each(wheres, (searcher, where) => searcher.explain(where, work))
    return ofTable(wheres, 0).map((_, i) => sum(counts.map((failing) => failing[i] as number)))
  }

  /**
   * Searches all tables. Small tables list all rows up to the end of the page, so that the large table can skip rows
   * that are sure to come before the page.
   */
  *#searchAll(wheres: Wheres, query: PageQuery, work: Work): Steps<FoundPage> {
    const { order, offset, limit, groupBy } = query
    const end = offset + limit
    let [total, rowTotal, listed, before] = [0, 0, 0, 0]
    const pages: Page[] = []
    for (let i = this.#searchers.length - 1; i >= 0; i--) {
      const first = i === 0 ? Math.max(0, offset - before) : 0
      const tableQuery = { ...ofOne(query, wheres, i), offset: first, limit: end - first }
      const page = yield* this.#searcher(i).page(tableQuery, work)
      pages[i] = page
      total += page.total
      rowTotal += page.rowTotal
      listed += page.listed
      if (i > 0) before += page.rows.length
    }
    const rows =
      before === 0 ? (pages[0] as Page).rows : this.#mergePages(pages, order, Math.min(offset, before), limit)
    work.spend(before * MERGED_ROW_NS)
    const members = groupBy === undefined ? undefined : this.#members(groupBy, rows, pages, before === 0)
    return { total, rowTotal, listed, rows, members }
  }

  #mergePages(pages: readonly Page[], order: string, offset: number, limit: number): Uint32Array {
    const lists = pages.flatMap(({ rows }, i) => {
      if (rows.length === 0) return []
      const keyOf = this.#searcher(i).table.sortKeys(order)
      return this.#sorted(i, rows, (place) => keyOf(rows[place] as number))
    })
    return merge(lists, offset, limit)
  }

  #sorted(i: number, rows: Uint32Array, keyAt: (place: number) => number): SortedRows {
    return { rows, first: this.#startOf(i), ids: this.#searcher(i).table.ids, keyAt }
  }

  /** Finds the members of groups. A group is within one table, so each table only needs its own rows. */
  #members(groupBy: string, rows: Uint32Array, pages: readonly Page[], areOfBase: boolean): Members {
    if (areOfBase) return this.#base.members(groupBy, rows, pages[0]?.rowTotal ?? 0)
    const ownRows = pages.map((): number[] => [])
    for (const row of rows) {
      const i = this.#segments.of(row)
      ownRows[i]?.push(row - this.#startOf(i))
    }
    const segmentPages = pages.map(({ rowTotal }, i) => {
      const own = Uint32Array.from(ownRows[i] ?? [])
      return this.#searcher(i).members(groupBy, own, rowTotal)
    })
    const starts = new Uint32Array(rows.length + 1)
    const members = new Uint32Array(sum(segmentPages.map((each) => each.rows.length)))
    const next = segmentPages.map(() => 0)
    let at = 0
    rows.forEach((row, place) => {
      const i = this.#segments.of(row)
      const start = this.#startOf(i)
      const own = segmentPages[i] as Members
      const ownPlace = next[i] as number
      for (let from = own.starts[ownPlace] as number; from < (own.starts[ownPlace + 1] as number); from++)
        members[at++] = start + (own.rows[from] as number)
      next[i] = ownPlace + 1
      starts[place + 1] = at
    })
    return { starts, rows: members }
  }

  *#each<T>(wheres: Wheres, runOn: (searcher: Searcher, where: readonly Predicate[]) => Steps<T>): Steps<T[]> {
    const answers: T[] = []
    for (const [i, searcher] of this.#searchers.entries()) answers.push(yield* runOn(searcher, ofTable(wheres, i)))
    return answers
  }

  #searcher(i: number): Searcher {
    return this.#searchers[i] as Searcher // each table has a searcher
  }

  #startOf(i: number): number {
    return this.#segments.starts[i] as number
  }
}

/** Returns the part of a search for one table. */
function ofOne<Q extends Pick<PageQuery, 'visit'>>({ visit, ...rest }: Q, wheres: Wheres, i: number) {
  const where = ofTable(wheres, i)
  return { ...rest, where, ...(visit && { visit: (matched: MatchingRows) => visit(matched, i) }) }
}

function ofTable(wheres: Wheres, i: number): readonly Predicate[] {
  return wheres[i] as readonly Predicate[] // each table has predicates
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((one, other) => one + other, 0)
}
