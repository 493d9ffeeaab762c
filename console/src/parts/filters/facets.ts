import { endsOf } from '../../service/range-text.ts'

/** The counts of a whole result, as a search gives them with `facets`. */
export interface Facets {
  /** By parameter and value: the total of the search if the parameter had this value. */
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
  /** Where each class begins, and the results in it. The last one is open. */
  readonly histogram: { readonly from: readonly number[]; readonly results: readonly number[] }
}

/** Numbers whose names are not those of their parameters. */
const NUMBERS: Readonly<Record<string, string>> = {
  listPriceRange: 'price',
  squareFeetRange: 'livingArea',
  monthlyPayment: 'monthlyCosts',
}

/** Returns the figures of the number that a parameter limits; undefined where they are not known or all in one class. */
export function numbersOf(name: string, facets: Facets | undefined): FacetNumbers | undefined {
  const numbers = facets?.numbers[NUMBERS[name] ?? name.replace(/Range$/, '')]
  return (numbers?.histogram.from.length ?? 0) > 1 ? numbers : undefined
}

/** A range as places between classes: 0 is before the first, and their number is after the last, where nothing ends. */
export type Ends = readonly [low: number, high: number]

/** Returns where the ends of a range lie; those within a class lie between its bounds. */
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

/** Returns the places between which there are results, with a class more on either side, and the range in any case. */
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

/** The value at a place between classes; empty at the ends of what is in sight, where nothing ends. */
export function valueAt(place: number, { histogram: { from } }: FacetNumbers, [first, end]: Ends): string {
  return place <= first || place >= end ? '' : String(from[place] ?? '')
}

/** About how many results lie between two places: a place within a class takes its share of it. */
export function resultsBetween([low, high]: Ends, { histogram: { results } }: FacetNumbers): number {
  const inside = results.map((some, i) => some * Math.max(0, Math.min(high, i + 1) - Math.max(low, i)))
  return Math.round(inside.reduce((sum, some) => sum + some, 0))
}
