import { endsOf } from '../../service/range-text.ts'

/** Counts of the whole result, returned by a search with `facets`. */
export interface Facets {
  /** By parameter and value: how many results the search would have with that value. */
  readonly values: Readonly<Record<string, Readonly<Record<string, number>>>>
  readonly numbers: Readonly<Record<string, FacetNumbers>>
}

export interface FacetNumbers {
  readonly unit: string
  readonly count: number
  readonly p25: number | null
  readonly median: number | null
  readonly p75: number | null
  readonly max: number | null
  /** Lower bound of each histogram bar, and the number of results in it. The last bar has no upper bound. */
  readonly histogram: { readonly from: readonly number[]; readonly results: readonly number[] }
}

/** Names of histograms that differ from their parameter's name. */
const NUMBERS: Readonly<Record<string, string>> = {
  listPriceRange: 'price',
  squareFeetRange: 'livingArea',
  monthlyPayment: 'monthlyCosts',
}

/** Returns the histogram for a range parameter. Undefined if there is none, or if it has only one bar. */
export function numbersOf(name: string, facets: Facets | undefined): FacetNumbers | undefined {
  const numbers = facets?.numbers[NUMBERS[name] ?? name.replace(/Range$/, '')]
  return (numbers?.histogram.from.length ?? 0) > 1 ? numbers : undefined
}

/**
 * A range as positions on the histogram. Bar `i` spans `i` to `i + 1`. A low of 0 or a high of the number of bars means
 * no limit.
 */
export type Ends = readonly [low: number, high: number]

/** Returns the positions of the two ends of a range. Values inside a bar are interpolated. */
export function endsAt(text: string, { histogram: { from }, max }: FacetNumbers): Ends {
  const [least, most] = endsOf(text)
  const at = (value: number) => {
    const next = from.findIndex((begin) => begin > value)
    if (next === 0) return 0
    const i = (next === -1 ? from.length : next) - 1
    const [begin = 0, end = Math.max(max ?? 0, value, begin) + 1] = [from[i], from[i + 1]]
    return i + (value - begin) / (end - begin)
  }
  return [least === '' ? 0 : at(Number(least)), most === '' ? from.length : at(Number(most))]
}

/** Returns the visible part of the histogram: all results and the given range, with one more bar on either side. */
export function inSight({ histogram: { results } }: FacetNumbers, text: string, [low, high]: Ends): Ends {
  const first = Math.max(0, results.findIndex(isSome))
  const last = results.findLastIndex(isSome) + 1 || results.length
  const [least, most] = endsOf(text)
  return [
    Math.max(0, Math.min(first - 1, least === '' ? first : Math.floor(low) - 1)),
    Math.min(results.length, Math.max(last + 1, most === '' ? last : Math.ceil(high) + 1)),
  ]
}

function isSome(count: number): boolean {
  return count > 0
}

/** Returns the value at a position. Empty at the ends of the visible part, which mean no limit. */
export function valueAt(place: number, { histogram: { from } }: FacetNumbers, [first, end]: Ends): string {
  return place <= first || place >= end ? '' : String(from[place] ?? '')
}

/** Estimates the number of results between two positions. Part of a bar counts in proportion. */
export function resultsBetween([low, high]: Ends, { histogram: { results } }: FacetNumbers): number {
  const inside = results.map((some, i) => some * Math.max(0, Math.min(high, i + 1) - Math.max(low, i)))
  return Math.round(inside.reduce((sum, some) => sum + some, 0))
}
