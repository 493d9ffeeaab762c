import type { RowSlice } from './posting-lists.ts'

/** Verdict on a zone: no row passes, some rows may pass, or all rows pass. */
export const NONE = 0
export const SOME = 1
export const ALL = 2
export type Verdict = typeof NONE | typeof SOME | typeof ALL

/** A predicate compiled for one search over one table. */
export interface Filter {
  /** Estimated share of rows that pass. */
  readonly passing: number
  /** Estimated cost of testing one row, in nanoseconds. */
  readonly costNs: number
  /** Returns the estimated cost since the last call in excess of `costNs` per row, in nanoseconds. */
  furtherNs?(): number
  /** Whether the filter is spatial. Matching rows are then close together, so most zones have none. */
  readonly isLocal?: boolean
  /** A list of the passing rows, for filters that can list their rows. */
  readonly source?: RowSource
  verdict(zone: number): Verdict
  /**
   * Copies the passing rows among `rows[start]` … `rows[end - 1]` to `into`, starting at `at`, and returns the end.
   * Both arrays may be the same if `at` is not above `start`. Rows ascend within a call (of at most BLOCK_ROWS) and
   * from call to call, so a filter may remember its position in its own list.
   */
  keep(rows: Uint32Array, start: number, end: number, into: Uint32Array, at: number): number
}

/** Lists all rows that pass a filter, ascending, without testing other rows. */
export interface RowSource {
  /** Upper bound of the number of rows. */
  readonly size: number
  rows(): RowSlice
}

/** The verdict of a filter that cannot judge zones. */
export function undecided(): Verdict {
  return SOME
}

/** A filter that passes no row. As a source, this filter ends a search before it starts. */
export const IMPOSSIBLE: Filter = Object.freeze({
  passing: 0,
  costNs: 0,
  source: { size: 0, rows: () => ({ rows: new Uint32Array(0), start: 0, end: 0 }) },
  verdict: () => NONE,
  keep: (_rows: Uint32Array, _start: number, _end: number, _into: Uint32Array, at: number) => at,
})
