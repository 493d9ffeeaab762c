import type { RowSlice } from './posting-lists.ts'

/** What a filter reports about all rows of a zone: no row passes, some rows may pass, or all rows pass. */
export const NONE = 0
export const SOME = 1
export const ALL = 2
export type Verdict = typeof NONE | typeof SOME | typeof ALL

/** A condition compiled for one search over one table. */
export interface Filter {
  /** Estimated share of rows that pass. */
  readonly passing: number
  /** Estimated cost of testing one row, in nanoseconds. */
  readonly costNs: number
  /** Returns how many nanoseconds the tests since the last call have cost beyond `costNs` per row. */
  furtherNs?(): number
  /** Whether the filter tests a location: matching rows are close together, and most zones have no matching rows. */
  readonly isLocal?: boolean
  /** Lists the passing rows. Absent if the filter can only test rows. */
  readonly source?: RowSource
  verdict(zone: number): Verdict
  /**
   * Copies the passing rows among `rows[start]` … `rows[end - 1]` to `into`, starting at `at`, and returns the end.
   * `into` may be the same array as `rows` if `at` is at most `start`. Rows ascend within a call and from call to call,
   * so a filter may remember its position in a list of its own. A call has at most BLOCK_ROWS rows.
   */
  keep(rows: Uint32Array, start: number, end: number, into: Uint32Array, at: number): number
}

/** Lists all rows that pass a filter, ascending, without testing other rows. */
export interface RowSource {
  /** Upper bound of the number of rows. */
  readonly size: number
  rows(): RowSlice
}

/** For filters that cannot judge a whole zone. */
export function undecided(): Verdict {
  return SOME
}

/** A filter that rejects every row. A search with this filter ends immediately. */
export const IMPOSSIBLE: Filter = Object.freeze({
  passing: 0,
  costNs: 0,
  source: { size: 0, rows: () => ({ rows: new Uint32Array(0), start: 0, end: 0 }) },
  verdict: () => NONE,
  keep: (_rows: Uint32Array, _start: number, _end: number, _into: Uint32Array, at: number) => at,
})
