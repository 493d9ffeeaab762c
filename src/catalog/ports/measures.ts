import type { ColumnOf, SearchedNoun } from '../../model/searched.ts'

/** Amounts stay below this number, so that the sum of thousands of them is exact. */
export const MAX_PARTS = 2 ** 40

/**
 * A number of a record: a column; the column divided by `per`, unless that is 0; or the days from the column's day to
 * `day`. The number is rounded to a multiple of 1 / `scale`, halves up, so that all backends compute the same sums. A
 * number of `MAX_PARTS` or more parts counts as unknown.
 */
export interface Amount<N extends SearchedNoun = 'home'> {
  readonly column: ColumnOf<N>
  readonly per?: ColumnOf<N>
  readonly day?: number
  readonly scale: number
}

/** The results of measures, in the order of the measures. Each has the kind of its measure. */
export type Measurement =
  | { readonly kind: 'choices' | 'classes'; readonly results: readonly number[] }
  | {
      readonly kind: 'places'
      /** Most results first; ties in order of key. */
      readonly places: readonly PlaceCount[]
      /** The number of places left out, which have fewer results. */
      readonly others: number
    }
  | { readonly kind: 'figures'; readonly figures: Figures }
  | {
      readonly kind: 'groups'
      readonly groups: readonly GroupFigures[]
      /** The number of groups left out because they are small. */
      readonly smaller: number
    }

export interface PlaceCount {
  readonly key: string
  readonly results: number
}

/**
 * A quantile is the smallest amount that at least this share of the amounts does not exceed. Without amounts there are
 * no quantiles.
 */
export interface Figures {
  readonly count: number
  readonly missing: number
  readonly sum: number
  readonly min: number | undefined
  readonly max: number | undefined
  readonly quantiles: readonly number[]
}

/** In order of key: the key of a place, or a month such as `2026-05`. */
interface GroupFigures {
  readonly key: string
  readonly count: number
  readonly sum: number
  readonly median: number
}
