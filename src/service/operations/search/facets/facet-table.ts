import type { Amount } from '../../../../catalog/ports/measures.ts'
import type { ClassOf, ColumnOf, SearchedNoun } from '../../../../model/searched.ts'

/**
 * What search results can be counted by: numbers, places and groups. They can also be counted by the values of each
 * filter.
 */
export interface FacetTable<N extends SearchedNoun> {
  readonly numbers: Readonly<Record<string, NumberFacet<N>>>
  readonly places: readonly string[]
  readonly groups: Readonly<Record<string, GroupFacet<N>>>
}

/** The classes of listings (for sale, for rent, sold) for which the facet exists; undefined means all. */
interface Applying<N extends SearchedNoun> {
  readonly only?: readonly ClassOf<N>[]
}

export interface NumberFacet<N extends SearchedNoun> extends Applying<N> {
  readonly unit: string
  amount(today: number): Amount<N>
  /** The parameters that filter by this number. */
  readonly filters: readonly string[]
  /** Returns the lower bounds of the histogram's bars. */
  from(listingClass: ClassOf<N>): readonly number[]
}

export interface GroupFacet<N extends SearchedNoun> extends Applying<N> {
  readonly amount: Amount<N>
  readonly by: { readonly type: string } | { readonly month: ColumnOf<N> }
}

/** Declares a number that is stored in a column. `scale`: how many of the column's units make one displayed unit. */
export function inColumn<N extends SearchedNoun>(
  column: ColumnOf<N>,
  unit: string,
  from: readonly number[],
  filters: readonly string[],
  scale = 1,
): NumberFacet<N> {
  return { unit, filters, amount: () => ({ column, scale }), from: () => from }
}

/** Declares the number of days since the day in a column. */
export function daysSince<N extends SearchedNoun>(
  column: ColumnOf<N>,
  filter: string,
  only?: readonly ClassOf<N>[],
): NumberFacet<N> {
  return {
    unit: 'days',
    filters: [filter],
    amount: (day) => ({ column, day, scale: 1 }),
    from: () => DAYS,
    ...(only && { only }),
  }
}

/**
 * Returns the lower bounds of histogram bars, from `first` on. Each pair has an end and the step between bounds up to
 * this end.
 */
export function ladder(first: number, ...steps: readonly (readonly [end: number, step: number])[]): readonly number[] {
  const bounds = [first]
  for (const [end, step] of steps) for (let at = (bounds.at(-1) ?? first) + step; at <= end; at += step) bounds.push(at)
  return bounds
}

const DAYS = [0, 1, 3, 7, 14, 30, 60, 90, 180, 365, 730, 1095]
