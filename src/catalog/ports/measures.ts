import type { ColumnOf, SearchedNoun } from '../../model/searched.ts'

/** Amounts must be below this number, so that sums of thousands of amounts are exact. */
export const MAX_PARTS = 2 ** 40

/**
 * A number computed from a record: a column, a column divided by the column `per`, or the days from the column's day to
 * `day`. Rounded to a multiple of 1 / `scale`, halves up, so that all backends compute the same sums. Unknown if the
 * column `per` is 0, or if the number has `MAX_PARTS` multiples or more.
 */
export interface Amount<N extends SearchedNoun = 'home'> {
  readonly column: ColumnOf<N>
  readonly per?: ColumnOf<N>
  readonly day?: number
  readonly scale: number
}

/** The result of the measure of the same kind in the query. Results come in the order of the measures. */
export type Measurement =
  | { readonly kind: 'choices' | 'classes'; readonly results: readonly number[] }
  | {
      readonly kind: 'places'
      /** Places with the most results first; ties in order of key. */
      readonly places: readonly PlaceCount[]
      /** Number of places with fewer results, which were left out. */
      readonly others: number
    }
  | { readonly kind: 'figures'; readonly figures: Figures }
  | {
      readonly kind: 'groups'
      readonly groups: readonly GroupFigures[]
      /** Number of groups that were left out because they have too few records. */
      readonly smaller: number
    }

export interface PlaceCount {
  readonly key: string
  readonly results: number
}

/**
 * Sums and quantiles of amounts. The quantile for the share q is the smallest amount that is at least as large as a
 * share q of all amounts. There are no quantiles without amounts.
 */
export interface Figures {
  readonly count: number
  readonly missing: number
  readonly sum: number
  readonly min: number | undefined
  readonly max: number | undefined
  readonly quantiles: readonly number[]
}

/** Figures of one group. The key is a place key or a month such as `2026-05`. */
interface GroupFigures {
  readonly key: string
  readonly count: number
  readonly sum: number
  readonly median: number
}
