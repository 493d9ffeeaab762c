import type { ColumnOf, SearchedNoun } from '../../model/searched.ts'

/** Thousands of such amounts still have an exact sum. */
export const MAX_PARTS = 2 ** 40

/**
 * A number of a record: a column; that divided by another, unless the other is 0; or the days from it to `day`. It is
 * rounded to a whole number of parts, `scale` to the unit, halves upwards, so that every backend finds the same sums;
 * one of `MAX_PARTS` or more, which no home has, counts as not known.
 */
export interface Amount<N extends SearchedNoun = 'home'> {
  readonly column: ColumnOf<N>
  readonly per?: ColumnOf<N>
  readonly day?: number
  readonly scale: number
}

/** The answers to measures, in their order; the kinds of both are the same. */
export type Measurement =
  | { readonly kind: 'choices' | 'classes'; readonly results: readonly number[] }
  | {
      readonly kind: 'places'
      /** Most results first, and equal ones in order of key. */
      readonly places: readonly PlaceCount[]
      /** The number of places that have fewer results than these. */
      readonly others: number
    }
  | { readonly kind: 'figures'; readonly figures: Figures }
  | {
      readonly kind: 'groups'
      readonly groups: readonly GroupFigures[]
      /** The number of smaller groups. */
      readonly smaller: number
    }

export interface PlaceCount {
  readonly key: string
  readonly results: number
}

/** A quantile is the least of the amounts that this share of them does not exceed; without amounts there are none. */
export interface Figures {
  readonly count: number
  readonly missing: number
  readonly sum: number
  readonly min: number | undefined
  readonly max: number | undefined
  readonly quantiles: readonly number[]
}

/** In order of key: that of the place, or the month as `2026-05`. */
interface GroupFigures {
  readonly key: string
  readonly count: number
  readonly sum: number
  readonly median: number
}
