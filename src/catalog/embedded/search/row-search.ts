import type { SearchedNoun } from '../../../model/searched.ts'
import type { Members } from '../../engine/groups.ts'
import type { Predicate } from '../../engine/predicate.ts'
import { SegmentSearcher, type Wheres } from '../../engine/segment-searcher.ts'
import { Segments } from '../../engine/segments.ts'
import type { Steps, Work } from '../../engine/work.ts'
import type { NounDescription } from '../../facts/searched.ts'
import type { KeyPage, Query, Selection } from '../../ports/query.ts'
import { classOf, compileNode, compileSelection } from './compile.ts'
import { RowLookup } from './row-lookup.ts'
import { BUILDING, KEY } from './shape.ts'
import type { OpenSegment, OpenSegments } from './stored.ts'

/** A page as rows, with the rows of each building's units. */
export interface Rows {
  readonly total: number
  readonly ungrouped: number
  /** How many results follow after the page. */
  readonly left: number
  readonly rows: Uint32Array
  readonly members: Members | undefined
}

/** Searches one noun over one state of a catalogue, in terms of rows, which are numbered as in `Segments`. */
export class RowSearch<N extends SearchedNoun> {
  readonly segments: Segments
  readonly #lookups: readonly RowLookup<N>[]
  /** Idle searchers. Every running or paused search has one of its own. */
  readonly #idle: SegmentSearcher[] = []

  constructor(noun: NounDescription<N>, [base, ...added]: OpenSegments) {
    const lookup = (segment: OpenSegment) => new RowLookup(noun, segment)
    this.segments = new Segments([base.table, ...added.map(({ table }) => table)])
    this.#lookups = [base, ...added].map(lookup)
  }

  /** Lends a searcher to a search until it ends. */
  *with<T>(search: (searcher: SegmentSearcher) => Steps<T>): Steps<T> {
    const searcher = this.#idle.pop() ?? new SegmentSearcher(this.segments)
    try {
      return yield* search(searcher)
    } finally {
      this.#idle.push(searcher)
    }
  }

  *find(query: Query<N>, work: Work): Steps<Rows> {
    const { after, order, offset, limit } = query
    const wheres = this.predicates(query)
    const asked = {
      order,
      offset,
      limit,
      ...(query.grouped && { groupBy: BUILDING }),
      ...(after !== undefined && { above: { column: KEY, value: after } }),
    }
    const page = yield* this.with((searcher) => searcher.search(wheres, asked, work))
    const { total, rowTotal, listed, rows, members } = page
    return { total, ungrouped: rowTotal, left: Math.max(0, listed - offset - rows.length), rows, members }
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
    let at = ofClass?.length ?? 0 // what the class removes is not reported
    return each.map((predicates) => {
      const end = at + predicates.length
      const sum = removed.slice(at, end).reduce((one, other) => one + other, 0)
      at = end
      return sum
    })
  }

  /** The predicates of a selection, all of which must hold, for each segment. */
  predicates(selection: Selection<N>): Wheres {
    const wheres: Predicate[][] = []
    for (const lookup of this.#lookups) wheres.push(compileSelection(selection, lookup.compiling(selection), wheres[0]))
    return wheres
  }

  /** The key of a row's record. */
  keyOf(row: number): number {
    return this.segments.idOf(row)
  }
}
