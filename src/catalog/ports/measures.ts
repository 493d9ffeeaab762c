import type { ColumnOf, SearchedNoun } from '../../model/searched.ts'

/** Amounts stay below this number, so that the sum of thousands of them is exact. */
export const MAX_PARTS = 2 ** 40

/**
 * A numeric value of a record: a column; a column divided by the column `per`, unless that is 0; or the days from the
 * column's day to `day`. The value is rounded to a multiple of 1 / `scale`, halves up, so that all backends compute the
 * same sums. A value of `MAX_PARTS` or more parts counts as unknown.
 */
export interface Amount<N extends SearchedNoun = 'home'> {
  readonly column: ColumnOf<N>
  readonly per?: ColumnOf<N>
  readonly day?: number
  readonly scale: number
}

/** The result of a measure. Results come in the order of the measures and have the same kinds. */
export type Measurement =
  | { readonly kind: 'choices' | 'classes'; readonly results: readonly number[] }
  | {
      readonly kind: 'places'
      /** Places with the most results first, then by key. */
      readonly places: readonly PlaceCount[]
      /** How many places were left out because they have fewer results. */
      readonly others: number
    }
  | { readonly kind: 'figures'; readonly figures: Figures }
  | {
      readonly kind: 'groups'
      readonly groups: readonly GroupFigures[]
      /** How many groups were left out because they are too small. */
      readonly smaller: number
    }

export interface PlaceCount {
  readonly key: string
  readonly results: number
}

/**
 * Sums and quantiles of amounts. A quantile is the smallest amount that at least this share of the amounts does not
 * exceed. Without amounts, there are no quantiles.
 */
export interface Figures {
  readonly count: number
  readonly missing: number
  readonly sum: number
  readonly min: number | undefined
  readonly max: number | undefined
  readonly quantiles: readonly number[]
}

/** Sorted by key, which is a place key or a month such as `2026-05`. */
interface GroupFigures {
  readonly key: string
  readonly count: number
  readonly sum: number
  readonly median: number
}
