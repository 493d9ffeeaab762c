import type { SearchedNoun } from '../../../model/searched.ts'
import type { Members } from '../../engine/groups.ts'
import type { Visit } from '../../engine/matched.ts'
import type { Predicate } from '../../engine/predicate.ts'
import { SegmentSearcher, type Wheres } from '../../engine/segment-searcher.ts'
import { Segments } from '../../engine/segments.ts'
import type { Steps, Work } from '../../engine/work.ts'
import type { NounDescription } from '../../facts/searched.ts'
import type { Measurement } from '../../ports/measures.ts'
import type { KeyPage, Query, Selection } from '../../ports/query.ts'
import { classOf, compileNode, compileSelection } from './compile.ts'
import { Measuring } from './measures.ts'
import { RowLookup } from './row-lookup.ts'
import { BUILDING, KEY } from './shape.ts'
import type { OpenSegment, OpenSegments } from './stored.ts'

/** A page of results as rows. For a building, also the rows of its units. */
export interface Rows {
  readonly total: number
  readonly ungrouped: number
  /** The number of results after the page. */
  readonly left: number
  readonly rows: Uint32Array
  readonly members: Members | undefined
  readonly measured?: readonly Measurement[]
}

/** Searches one record type in one committed state of a catalog. Results are row numbers, which `Segments` assigns. */
export class RowSearch<N extends SearchedNoun> {
  readonly segments: Segments
  readonly #lookups: readonly RowLookup<N>[]
  /** Searchers that no search is using. Each running or paused search uses its own searcher. */
  readonly #idle: SegmentSearcher[] = []

  constructor(noun: NounDescription<N>, [base, ...added]: OpenSegments) {
    const lookup = (segment: OpenSegment) => new RowLookup(noun, segment)
    this.segments = new Segments([base.table, ...added.map(({ table }) => table)])
    this.#lookups = [base, ...added].map(lookup)
  }

  /** Runs a search with a searcher that no other search uses until it ends. */
  *with<T>(search: (searcher: SegmentSearcher) => Steps<T>): Steps<T> {
    const searcher = this.#idle.pop() ?? new SegmentSearcher(this.segments)
    try {
      return yield* search(searcher)
    } finally {
      this.#idle.push(searcher)
    }
  }

  *find(query: Query<N>, work: Work): Steps<Rows> {
    const { after, order, offset, limit, measures } = query
    const measuring = measures && new Measuring(measures, work)
    const pageQuery = {
      order,
      offset,
      limit,
      ...groupingOf(query),
      ...(after !== undefined && { above: { column: KEY, value: after } }),
      ...(measuring && { visit: this.#visitOf([], query, measuring) }),
    }
    const wheres = this.predicates(query)
    if (measuring) yield* this.with((searcher) => this.#measure(searcher, query, measuring, work))
    const page = yield* this.with((searcher) => searcher.search(wheres, pageQuery, work))
    const { total, rowTotal, listed, rows, members } = page
    const left = Math.max(0, listed - offset - rows.length)
    return {
      total,
      ungrouped: rowTotal,
      left,
      rows,
      members,
      ...(measuring && { measured: yield* measuring.measured() }),
    }
  }

  /** Computes the measures that ignore conditions, from the rows that match all other conditions. */
  *#measure(searcher: SegmentSearcher, query: Query<N>, measuring: Measuring, work: Work): Steps<void> {
    for (const ignores of measuring.ignored) {
      const where = query.where.filter((_, i) => !ignores.includes(i))
      const visitQuery = { ...groupingOf(query), visit: this.#visitOf(ignores, query, measuring) }
      yield* searcher.visit(this.predicates({ ...query, where }), visitQuery, work)
    }
  }

  #visitOf(ignores: readonly number[], query: Query<N>, measuring: Measuring): Visit {
    return (matched, i) => measuring.take(ignores, matched, (this.#lookups[i] as RowLookup<N>).compiling(query)) // one each
  }

  *page(query: Query<N>, work: Work): Steps<KeyPage> {
    const { total, left, rows } = yield* this.find(query, work)
    return { total, left, keys: Array.from(rows, (row) => this.keyOf(row)) }
  }

  *explain(selection: Selection<N>, work: Work): Steps<readonly number[]> {
    const compiled = this.#lookups.map((lookup) => {
      const compiling = lookup.compiling(selection)
      return [[classOf(compiling)], ...selection.where.map(({ node }) => compileNode(node, compiling))]
    })
    const wheres = compiled.map((nodes) => nodes.flat())
    const removed = yield* this.with((searcher) => searcher.explain(wheres, work))
    const [ofClass, ...each] = compiled[0] ?? []
    let at = ofClass?.length ?? 0 // the rows that the listing class excludes are not reported
    return each.map((predicates) => {
      const end = at + predicates.length
      const sum = removed.slice(at, end).reduce((one, other) => one + other, 0)
      at = end
      return sum
    })
  }

  /** Returns, for each segment, predicates that must all hold. */
  predicates(selection: Selection<N>): Wheres {
    const wheres: Predicate[][] = []
    for (const lookup of this.#lookups) wheres.push(compileSelection(selection, lookup.compiling(selection), wheres[0]))
    return wheres
  }

  /** Returns the key of a row's record. */
  keyOf(row: number): number {
    return this.segments.idOf(row)
  }
}

function groupingOf({ grouped }: Pick<Query<SearchedNoun>, 'grouped'>) {
  return grouped ? { groupBy: BUILDING } : {}
}
