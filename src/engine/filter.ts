import type { RowSlice } from './posting-lists.ts'

/** What is known of a whole zone: none of its rows passes, some may, or all do. */
export const NONE = 0
export const SOME = 1
export const ALL = 2
export type Verdict = typeof NONE | typeof SOME | typeof ALL

/** A predicate made ready for one search over one table. */
export interface Filter {
  /** About which share of the rows passes. */
  readonly passing: number
  /** About what testing one row costs, in nanoseconds. */
  readonly costNs: number
  /** What it has cost beyond `costNs` a row since this was last asked, in about nanoseconds. */
  furtherNs?(): number
  /** Of places: the rows that pass lie close together, so that most zones have none. */
  readonly isLocal?: boolean
  /** For filters that can name the rows that pass. */
  readonly source?: RowSource
  verdict(zone: number): Verdict
  /**
   * Copies those of `rows[start]` … `rows[end - 1]` that pass to `into[at]` and on; answers where they end. Both arrays
   * may be one, with `at` not above `start`. The rows ascend, within a call (of at most BLOCK_ROWS) and from call to
   * call: a filter may remember how far it came in its own list.
   */
  keep(rows: Uint32Array, start: number, end: number, into: Uint32Array, at: number): number
}

/** All rows that pass a filter, ascending, without a look at any other row. */
export interface RowSource {
  /** At most so many. */
  readonly size: number
  rows(): RowSlice
}

/** A filter that knows nothing of zones. */
export function undecided(): Verdict {
  return SOME
}

/** A filter that no row passes. As a source it makes a search end before it begins. */
export const IMPOSSIBLE: Filter = Object.freeze({
  passing: 0,
  costNs: 0,
  source: { size: 0, rows: () => ({ rows: new Uint32Array(0), start: 0, end: 0 }) },
  verdict: () => NONE,
  keep: (_rows: Uint32Array, _start: number, _end: number, _into: Uint32Array, at: number) => at,
})
