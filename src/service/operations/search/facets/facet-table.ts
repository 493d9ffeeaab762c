import type { Amount } from '../../../../catalog/ports/measures.ts'
import type { ClassOf, ColumnOf, SearchedNoun } from '../../../../model/searched.ts'

/**
 * The numbers, places and groups by which search results can be counted. Results can also be counted by the values of
 * each filter.
 */
export interface FacetTable<N extends SearchedNoun> {
  readonly numbers: Readonly<Record<string, NumberFacet<N>>>
  /** Types of places. */
  readonly places: readonly string[]
  readonly groups: Readonly<Record<string, GroupFacet<N>>>
}

/** The classes of listings that have the facet; all classes if undefined. */
interface Applying<N extends SearchedNoun> {
  readonly only?: readonly ClassOf<N>[]
}

export interface NumberFacet<N extends SearchedNoun> extends Applying<N> {
  readonly unit: string
  amount(today: number): Amount<N>
  /** The parameters of the filters on this number. */
  readonly filters: readonly string[]
  /** Returns where the classes of the histogram begin. */
  from(listingClass: ClassOf<N>): readonly number[]
}

export interface GroupFacet<N extends SearchedNoun> extends Applying<N> {
  readonly amount: Amount<N>
  readonly by: { readonly type: string } | { readonly month: ColumnOf<N> }
}

/** Declares a number in a column. `scale` is the number of column units per shown unit. */
export function inColumn<N extends SearchedNoun>(
  column: ColumnOf<N>,
  unit: string,
  from: readonly number[],
  filters: readonly string[],
  scale = 1,
): NumberFacet<N> {
  return { unit, filters, amount: () => ({ column, scale }), from: () => from }
}

/** Declares the number of days from a column's day to today. */
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

/** Returns bounds that start at `first` and grow by each step up to the step's end. */
export function ladder(first: number, ...steps: readonly (readonly [end: number, step: number])[]): readonly number[] {
  const bounds = [first]
  for (const [end, step] of steps) for (let at = (bounds.at(-1) ?? first) + step; at <= end; at += step) bounds.push(at)
  return bounds
}

const DAYS = [0, 1, 3, 7, 14, 30, 60, 90, 180, 365, 730, 1095]
