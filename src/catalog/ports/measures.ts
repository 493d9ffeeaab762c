import type { ColumnOf, SearchedNoun } from '../../model/searched.ts'
import type { QueryNode } from './query.ts'

/** Thousands of such amounts still have an exact sum. */
export const MAX_PARTS = 2 ** 40

/**
 * A number of a record: a column; that divided by another, unless the other is 0 (whole
 * numbers both); or the days from it to `day`. It is
 * rounded to a whole number of parts, `scale` to the unit, halves upwards, so that every backend finds the same sums;
 * one of `MAX_PARTS` or more, which no home has, counts as not known.
 */
export interface Amount<N extends SearchedNoun = 'home'> {
  readonly column: ColumnOf<N>
  readonly per?: ColumnOf<N>
  readonly day?: number
  readonly scale: number
}

/**
 * A question about everything that a query finds, whatever its page. `ignores`: places in `where` of conditions that do
 * not count for it. Results are counted as in the total of the query: where it is grouped, a building counts once for
 * each answer to which one of its units belongs.
 */
export type Measure<N extends SearchedNoun = 'home'> = { readonly ignores: readonly number[] } & (
  | {
      /** The number of results for which all nodes of a choice hold, for each choice. */
      readonly kind: 'choices'
      readonly choices: readonly (readonly QueryNode<N>[])[]
    }
  | {
      /** The number of results in each place of a type, which its key begins with. */
      readonly kind: 'places'
      readonly type: string
    }
  | {
      /** The number of results from each bound to before the next, the last class open; bounds ascend. */
      readonly kind: 'classes'
      readonly amount: Amount<N>
      readonly from: readonly number[]
    }
  | {
      /** Figures of the records, each unit on its own. */
      readonly kind: 'figures'
      readonly amount: Amount<N>
      /** Shares between 0 and 1, ascending. */
      readonly quantiles: readonly number[]
    }
  | {
      /** Figures of the records whose amount is known in each place of a type, or of each month that a column's days are in. */
      readonly kind: 'groups'
      readonly amount: Amount<N>
      readonly by: { readonly type: string } | { readonly month: ColumnOf<N> }
      /** Smaller groups are left out. */
      readonly least: number
    }
)

/** The answers to measures, in their order; the kinds of both are the same. */
export type Measured =
  | { readonly kind: 'choices' | 'classes'; readonly results: readonly number[] }
  | { readonly kind: 'places'; readonly places: readonly PlaceCount[] }
  | { readonly kind: 'figures'; readonly figures: Figures }
  | {
      readonly kind: 'groups'
      readonly groups: readonly GroupFigures[]
      /** The number of smaller groups. */
      readonly smaller: number
    }

/** In order of key. */
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
export interface GroupFigures {
  readonly key: string
  readonly count: number
  readonly sum: number
  readonly median: number
}
